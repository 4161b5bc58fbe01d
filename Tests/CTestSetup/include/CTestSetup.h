#pragma once

// What the test process needs before its first test: see setup.c, which runs by itself.

/// How many tests run at once with this many file descriptors.
int halftone_test_width(unsigned long descriptors);
