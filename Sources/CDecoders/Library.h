#pragma once

#include "CDecoders.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What the files of all formats share. Each lists the functions of its library as `FUNCTIONS(use)`, and calls them
// through `lib`.

#define CDECODERS_FIELD(name) __typeof__(&name) name;
#define CDECODERS_FIND(name)                                                                                           \
    if ((lib.name = (__typeof__(lib.name))dlsym(library, #name)) == NULL) {                                            \
        cdecoders_fail(failure, cdecoders_unsupported, "%s", dlerror());                                               \
        return false;                                                                                                  \
    }

/// Opens the library that has the functions, and finds them.
#define CDECODERS_OPEN(file)                                                                                           \
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);                                                               \
    if (library == NULL) return cdecoders_fail(failure, cdecoders_unsupported, "%s", dlerror());                       \
    FUNCTIONS(CDECODERS_FIND)

/// Stores a reason, and returns false.
__attribute__((format(printf, 3, 4))) static inline bool
cdecoders_fail(cdecoders_failure *failure, int kind, const char *format, ...) {
    va_list words;
    va_start(words, format);
    vsnprintf(failure->text, sizeof failure->text, format, words);
    va_end(words);
    failure->kind = (__typeof__(failure->kind))kind;
    return false;
}

extern const cdecoders_format cdecoders_avif, cdecoders_heic, cdecoders_jpegxl, cdecoders_svg, cdecoders_tiff;
