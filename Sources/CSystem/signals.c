#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

// A pipe and not a dispatch source: the handler must exist anyway, to end a program whose main loop is stuck, and a
// signal that has a handler reaches no signalfd.

static int signal_pipe[2] = {-1, -1};
static bool is_watching;
static struct sigaction before_watch[_NSIG];
static atomic_int ending;
static atomic_bool ends_at_once;
static _Atomic int64_t ending_since;

_Noreturn void halftone_die_of(int signal) {
    struct sigaction action = {.sa_handler = SIG_DFL};
    sigaction(signal, &action, NULL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    raise(signal);
    pthread_sigmask(SIG_UNBLOCK, &only, NULL);
    _exit(128 + signal); // only if the default action does not end the process
}

static bool is_ending(int signal) { return halftone_kind_of_signal(signal) == HALFTONE_SIGNAL_END; }

static bool is_watched(int signal) {
    return is_ending(signal) || halftone_kind_of_signal(signal) == HALFTONE_SIGNAL_NEWS;
}

static int64_t seconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec;
}

/// Returns whether a signal repeats the first ending one: a closed window causes several SIGHUPs, from the kernel and
/// the shell, or one after a SIGTERM.
static bool is_echo(int signal) { return signal == SIGHUP && seconds_now() - atomic_load(&ending_since) < 3; }

static void arrived(int signal) {
    int saved_errno = errno;
    if (is_ending(signal)) {
        int none = 0;
        bool is_first = atomic_compare_exchange_strong(&ending, &none, signal);
        if (is_first) atomic_store(&ending_since, seconds_now());
        if (atomic_load(&ends_at_once) || !(is_first || is_echo(signal))) {
            halftone_restore_now();
            halftone_die_of(signal);
        }
    }
    uint8_t byte = (uint8_t)signal;
    ssize_t written = write(signal_pipe[1], &byte, 1); // a full pipe may drop it: the main loop has enough to read
    (void)written;
    errno = saved_errno;
}

static void watch(int signal, struct sigaction *before) {
    struct sigaction action = {.sa_handler = arrived, .sa_flags = SA_RESTART | SA_ONSTACK};
    halftone_all_but_crashes(&action.sa_mask);
    sigaction(signal, NULL, before);
    if (before->sa_handler != SIG_IGN) sigaction(signal, &action, NULL); // ignored: nohup, or a shell's &
}

int halftone_signals_watch(void) {
    if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
    if (is_watching) return signal_pipe[0];
    is_watching = true;
    for (int signal = 1; signal < _NSIG; signal++)
        if (is_watched(signal)) watch(signal, &before_watch[signal]);
    return signal_pipe[0];
}

void halftone_signals_unwatch(void) {
    if (!is_watching) return;
    is_watching = false;
    for (int signal = 1; signal < _NSIG; signal++)
        if (is_watched(signal)) sigaction(signal, &before_watch[signal], NULL);
}

int halftone_signals_ending(void) { return atomic_load(&ending); }

void halftone_signals_end_at_once(bool at_once) {
    atomic_store(&ends_at_once, at_once);
    int signal = atomic_load(&ending);
    if (!at_once || signal == 0) return;
    halftone_restore_now();
    halftone_die_of(signal);
}

void halftone_stop_self(void) {
    struct sigaction standard = {.sa_handler = SIG_DFL}, stop, go_on;
    // Without a handler the kernel drops SIGCONT as it continues the process. With one, any thread may run it at any
    // later time, when it can no longer be attributed to this stop.
    sigaction(SIGCONT, &standard, &go_on);
    sigaction(SIGTSTP, &standard, &stop);
    raise(SIGTSTP); // not SIGSTOP: the kernel drops SIGTSTP where no shell could continue the process
    sigaction(SIGTSTP, &stop, NULL);
    sigaction(SIGCONT, &go_on, NULL);
}
