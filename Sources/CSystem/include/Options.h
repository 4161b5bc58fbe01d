#pragma once

// getopt_long, whose results are global variables that Swift's concurrency checking refuses.
// All of these belong to the main thread.

#include <getopt.h>

/// The next option, as getopt_long says it: its value, '?' or ':' for a mistake, -1 at the end. Prints nothing.
int halftone_next_option(int argc, char *const _Nullable argv[_Nonnull], const char *_Nonnull short_options,
                         const struct option *_Nonnull long_options, int *_Nonnull long_index,
                         const char *_Nullable *_Nonnull argument);

/// Where the operands begin, once the options are at their end; before, the next argument to look at.
int halftone_option_index(void);

/// The short option that was refused, 0 for a long one.
int halftone_refused_option(void);

/// Makes the next call begin with a new argument list.
void halftone_restart_options(void);
