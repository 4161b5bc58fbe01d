#pragma once
#include <stdbool.h>

// Which C libraries the program has, and in which versions. Main thread only.

/// A library the program uses.
typedef struct {
    const char *_Nonnull name;
    /// Debian's package with it.
    const char *_Nonnull package;
    /// The version that the library reports, or for libjpeg-turbo and giflib the version at compile time. Valid until
    /// the next call. NULL if a library that is opened on first use could not be opened or is too old.
    const char *_Nullable version;
    /// The file that is opened on first use; NULL for a linked library.
    const char *_Nullable file;
    /// The loader's message if there is no version. Valid until the next call.
    const char *_Nonnull failure;
} clibraries_library;

/// How many there are.
int clibraries_count(void);

/// The library of that number, from 0 on. Opens it if it is one that is opened on first use, and leaves it open.
clibraries_library clibraries_read(int index);
