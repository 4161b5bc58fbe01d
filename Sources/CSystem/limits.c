#define _GNU_SOURCE
#include "CSystem.h"

#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MOST_TRIED = 256 };

int halftone_free_descriptors(int wanted) {
    int copies[MOST_TRIED], count = 0;
    while (count < wanted && count < MOST_TRIED && (copies[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
        count++;
    for (int index = 0; index < count; index++) close(copies[index]);
    return count;
}

static void *wait_at(void *gate) {
    pthread_mutex_lock(gate);
    pthread_mutex_unlock(gate);
    return NULL;
}

int halftone_startable_threads(int wanted) {
    pthread_t threads[MOST_TRIED];
    int count = 0;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 128 << 10);
    pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&gate); // all threads must exist at the same time
    while (count < wanted && count < MOST_TRIED && pthread_create(&threads[count], &attributes, wait_at, &gate) == 0)
        count++;
    pthread_mutex_unlock(&gate);
    for (int index = 0; index < count; index++) pthread_join(threads[index], NULL);
    pthread_attr_destroy(&attributes);
    return count;
}

void halftone_give_large_blocks_back(void) {
    mallopt(M_MMAP_THRESHOLD, 4 << 20);
}

bool halftone_has_address_space(size_t bytes) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur < bytes) return false;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return true;
    void *trial = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (trial == MAP_FAILED) return false;
    munmap(trial, bytes);
    mallopt(M_ARENA_MAX, 2); // each thread's own arena would reserve another 64 MB
    return true;
}
