// Arranges the test process before the first test, so that `swift test` needs no environment variable and no `ulimit`.

#include "CTestSetup.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>

// Swift Testing starts every test at once unless it is told otherwise: two thousand descriptors, nine hundred threads,
// and minutes of waiting for a turn. Most tests need a processor all the time: with many at once each takes long, and
// with six there is always one that does not wait for a timer or a process.
enum { most_tests = 6 };

// Measured: tests that are `.opensMany` have 225 at most, and take turns; others have 45, and what runs through 100.
enum { descriptors_of_one = 340, descriptors_per_more = 45 };

// More helps no test, and makes programs slow that close every possible descriptor when they start.
enum { most_descriptors = 4096 };

int halftone_test_width(unsigned long descriptors) {
    if (descriptors < descriptors_of_one) return 1;
    unsigned long width = 1 + (descriptors - descriptors_of_one) / descriptors_per_more;
    return width < most_tests ? (int)width : most_tests;
}

static unsigned long raise_descriptor_limit(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
    rlim_t wanted = limit.rlim_max < most_descriptors ? limit.rlim_max : most_descriptors;
    if (limit.rlim_cur < wanted) {
        struct rlimit raised = {.rlim_cur = wanted, .rlim_max = limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
    }
    return limit.rlim_cur;
}

// The process of an exit test ends before its test does, which has a minute: the first signal asks a program to end that
// handles it, the second ends it.
enum { exit_test_seconds = 50, seconds_after_first = 2 };

static void limit_exit_test(int patience) {
    if (getenv("SWT_EXIT_TEST_ID") == NULL) return;
    struct itimerval timer = {
        .it_value.tv_sec = exit_test_seconds * patience, .it_interval.tv_sec = seconds_after_first};
    setitimer(ITIMER_REAL, &timer, NULL);
}

// Five minutes for a test: with more, a test that hangs is taken for one that is slow.
enum { most_patience = 5 };

int halftone_test_patience(const char *text) {
    int times = text != NULL ? atoi(text) : 1;
    return times < 1 ? 1 : times < most_patience ? times : most_patience;
}

static int bound_patience(void) {
    int patience = halftone_test_patience(getenv("HALFTONE_PATIENCE"));
    char text[16];
    snprintf(text, sizeof text, "%d", patience);
    setenv("HALFTONE_PATIENCE", text, 1);
    return patience;
}

// Before `main`, where Swift Testing reads its variable, and the tests read theirs. A width that the user has set stays.
__attribute__((constructor)) static void arrange(void) {
    limit_exit_test(bound_patience());
    char width[16];
    snprintf(width, sizeof width, "%d", halftone_test_width(raise_descriptor_limit()));
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
