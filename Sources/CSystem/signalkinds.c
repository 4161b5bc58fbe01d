#define _GNU_SOURCE
#include "CSystem.h"

// The only list of signals: all code that handles, blocks or waits for signals uses it.

int halftone_last_signal(void) { return SIGRTMAX; }

halftone_signal_kind halftone_kind_of_signal(int signal) {
    switch (signal) {
    case SIGSEGV: case SIGBUS: case SIGILL: case SIGFPE: case SIGABRT: case SIGTRAP: case SIGSYS:
        return HALFTONE_SIGNAL_CRASH;
    case SIGPIPE: case SIGXFSZ: return HALFTONE_SIGNAL_IGNORED;
    case SIGTSTP: case SIGCONT: case SIGWINCH: return HALFTONE_SIGNAL_NEWS;
    case SIGTTIN: case SIGTTOU: case SIGCHLD: case SIGURG: return HALFTONE_SIGNAL_HARMLESS;
    case SIGKILL: case SIGSTOP: return HALFTONE_SIGNAL_OUT_OF_REACH;
    default: break;
    }
    if (signal < 1 || signal > SIGRTMAX) return HALFTONE_SIGNAL_OUT_OF_REACH;
    // between the two ranges are signals of the C library, for which sigaction refuses a handler
    if (signal > SIGSYS && signal < SIGRTMIN) return HALFTONE_SIGNAL_OUT_OF_REACH;
    return HALFTONE_SIGNAL_END;
}

void halftone_all_but_crashes(sigset_t *set) {
    sigfillset(set);
    for (int signal = 1; signal <= SIGRTMAX; signal++)
        if (halftone_kind_of_signal(signal) == HALFTONE_SIGNAL_CRASH) sigdelset(set, signal);
}

void halftone_ignore_write_signals(void) {
    for (int number = 1; number <= SIGRTMAX; number++)
        if (halftone_kind_of_signal(number) == HALFTONE_SIGNAL_IGNORED) signal(number, SIG_IGN);
}
