#pragma once
#include <stdbool.h>

// Which C libraries the program has, and in which versions. Main thread only.

/// A library the program uses.
typedef struct {
    const char *_Nonnull name;
    /// Debian's package with it.
    const char *_Nonnull package;
    /// What it says of itself, or what the program was compiled with where it says nothing (libjpeg-turbo, giflib).
    /// Valid until the next call. Null: it is one of those that are opened on first use, and it could not be opened or is
    /// too old.
    const char *_Nullable version;
    /// What is opened on first use; null: it is linked.
    const char *_Nullable file;
    /// Why there is no version, in the loader's words. Valid until the next call.
    const char *_Nonnull failure;
} clibraries_library;

/// How many there are.
int clibraries_count(void);

/// The library of that number, from 0 on. Opens it if it is one that is opened on first use, and leaves it open.
clibraries_library clibraries_read(int index);
