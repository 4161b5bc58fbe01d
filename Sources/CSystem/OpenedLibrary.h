// A library that the first call opens, so that a program that does not need it pays nothing for it at its start.
//
// The file that includes this defines before: `LIBRARY`, the file that the loader opens; `FUNCTIONS(use)`, which applies
// `use` to each name; `FULL(name)`, the function's whole name; and `PREPARE`, whether the opened library is ready. Types
// come from the library's headers. Calls go through `lib`.

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define QUOTED(...) #__VA_ARGS__
#define EXPANDED(...) QUOTED(__VA_ARGS__)

static struct {
#define FIELD(name) __typeof__(&FULL(name)) name;
    FUNCTIONS(FIELD)
} lib;

static pthread_mutex_t library_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool is_open;
static char open_failure[256];

/// Opens the library. On failure the loader's reason is saved, because its next call would overwrite it.
static bool try_to_open(void) {
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
#define FIND(name)                                                                                                     \
    if (library == NULL || (lib.name = (__typeof__(lib.name))dlsym(library, EXPANDED(FULL(name)))) == NULL) {          \
        snprintf(open_failure, sizeof open_failure, "%s", dlerror());                                                  \
        return false;                                                                                                  \
    }
    FUNCTIONS(FIND)
    if (PREPARE) return true;
    snprintf(open_failure, sizeof open_failure, LIBRARY " could not be set up");
    return false;
}

/// Returns whether the library is open.
static bool open_library(void) {
    if (atomic_load(&is_open)) return true;
    // A failure is retried: descriptors or memory may have been short for a moment.
    pthread_mutex_lock(&library_lock);
    bool is_done = atomic_load(&is_open) || try_to_open();
    atomic_store(&is_open, is_done);
    pthread_mutex_unlock(&library_lock);
    return is_done;
}

/// Copies the reason why the library could not be opened.
static void copy_open_failure(char *text, size_t capacity) {
    pthread_mutex_lock(&library_lock);
    snprintf(text, capacity, "%s", open_failure);
    pthread_mutex_unlock(&library_lock);
}
