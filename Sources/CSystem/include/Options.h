#pragma once

// getopt_long, whose results are global variables that Swift's concurrency checking rejects. Main thread only.

#include <getopt.h>

/// Returns the next option as getopt_long does: its value, '?' or ':' for a mistake, -1 at the end. Prints nothing.
int halftone_next_option(int argc, char *const _Nullable argv[_Nonnull], const char *_Nonnull short_options,
                         const struct option *_Nonnull long_options, int *_Nonnull long_index,
                         const char *_Nullable *_Nonnull argument);

/// Returns the index of the first operand after the end of the options; before, the index of the next argument to
/// parse.
int halftone_option_index(void);

/// Returns the short option that was rejected; 0 for a long one.
int halftone_refused_option(void);

/// Makes the next call start with a new argument list.
void halftone_restart_options(void);
