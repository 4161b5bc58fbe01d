#pragma once

// What the test process needs before its first test: see setup.c, which runs by itself.

/// How many tests run at once with this many file descriptors.
int halftone_test_width(unsigned long descriptors);

/// By how much all time limits are multiplied with this value of `HALFTONE_PATIENCE`: 1 to 5.
int halftone_test_patience(const char *_Nullable text);

/// Lets `meanwhile` run in each `tcsetattr` of this thread, once it holds the terminal and before it changes anything,
/// as on a machine that is busy with other work. NULL: no longer.
void halftone_test_during_modes(void (*_Nullable meanwhile)(void));
