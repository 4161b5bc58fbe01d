#define _GNU_SOURCE
#include "CTestSetup.h"

#include <dlfcn.h>
#include <termios.h>
#include <unistd.h>

static _Thread_local void (*meanwhile)(void);

void halftone_test_during_modes(void (*body)(void)) { meanwhile = body; }

// In the place of the C library's.
int tcsetattr(int descriptor, int when, const struct termios *modes) {
    int (*original)(int, int, const struct termios *) = (int (*)(int, int, const struct termios *))dlsym(RTLD_NEXT, "tcsetattr");
    if (meanwhile == NULL) return original(descriptor, when, modes);
    int held = dup(descriptor); // what becomes of the descriptor later does not matter to a call that has begun
    meanwhile();
    int result = original(held, when, modes);
    close(held);
    return result;
}
