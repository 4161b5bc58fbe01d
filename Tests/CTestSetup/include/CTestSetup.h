#pragma once

// What the test process needs before its first test: see setup.c, which runs by itself.

/// How many tests run at once with this many file descriptors.
int halftone_test_width(unsigned long descriptors);

/// By how much all time limits are multiplied with this value of `HALFTONE_PATIENCE`: 1 to 5.
int halftone_test_patience(const char *text);
