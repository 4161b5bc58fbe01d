#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// The terminal is restored in a signal handler, so all its data is static and prepared in advance: the bytes, the
// modes, a second descriptor of the terminal, one of /dev/null, and a stack.

enum { PATIENCE_MILLISECONDS = 1000, STACK_BYTES = 65536 };
enum { NOTHING, ARMED, RESTORING, OVER };

static struct sigaction previous[_NSIG];
static bool has_handlers;
static uint8_t stack[STACK_BYTES];

static uint8_t restore_bytes[HALFTONE_RESTORE_CAPACITY];
static size_t restore_count;
static struct termios restore_modes;
static int drawing_descriptor = -1;  // the descriptor that the program draws on
static int terminal_descriptor = -1; // the same terminal, used only here
static int null_descriptor = -1;
static atomic_int state; // NOTHING or ARMED; RESTORING, then OVER, once the process is about to end
/// The thread that is in a system call which changes the terminal; 0 if none is. Such a call has its hold on the
/// terminal already: on a busy machine it could take effect after the restore, which would be lost.
static _Atomic pthread_t changing;

static bool moves(int from, int to) { return atomic_compare_exchange_strong(&state, &from, to); }

/// Where another thread has taken over and ends the process, this one has nothing left to do.
_Noreturn static void wait_for_end(void) {
    for (;;) pause();
}

static void begin_change(void) {
    atomic_store(&changing, pthread_self());
    if (atomic_load(&state) <= ARMED) return;
    atomic_store(&changing, 0);
    wait_for_end();
}

static void end_change(void) { atomic_store(&changing, 0); }

bool halftone_set_modes(int descriptor, int when, const struct termios *modes) {
    begin_change();
    bool is_set = tcsetattr(descriptor, when, modes) == 0;
    end_change();
    return is_set;
}

ssize_t halftone_write_terminal(int descriptor, const void *bytes, size_t count) {
    begin_change();
    ssize_t written = write(descriptor, bytes, count);
    end_change();
    return written;
}

static int64_t now_in_milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

typedef ssize_t writer(int descriptor, const void *bytes, size_t count);

static bool write_all(int descriptor, const uint8_t *bytes, size_t count, int milliseconds, writer *write) {
    int64_t deadline = now_in_milliseconds() + milliseconds;
    while (count > 0) {
        ssize_t written = write(descriptor, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
            continue;
        }
        if (written < 0 && errno == EINTR) continue;
        if (written < 0 && errno != EAGAIN) return false;
        int64_t left = deadline - now_in_milliseconds();
        if (left <= 0) return false;
        struct pollfd terminal = {.fd = descriptor, .events = POLLOUT};
        poll(&terminal, 1, (int)left);
        if (terminal.revents & (POLLHUP | POLLNVAL)) return false;
    }
    return true;
}

bool halftone_write_bounded(int descriptor, const uint8_t *bytes, size_t count, int milliseconds) {
    return write_all(descriptor, bytes, count, milliseconds, halftone_write_terminal);
}

static void wait_for_change(void) {
    // A signal comes before a system call or after it, so that of this thread is over, or never begins.
    pthread_t own = pthread_self();
    atomic_compare_exchange_strong(&changing, &own, 0);
    for (int turn = 0; atomic_load(&changing) != 0 && turn < PATIENCE_MILLISECONDS; turn++) poll(NULL, 0, 1);
}

static void restore(void) {
    // Other threads still run: from here on their output is discarded.
    if (null_descriptor >= 0) dup2(null_descriptor, drawing_descriptor);
    write_all(terminal_descriptor, restore_bytes, restore_count, PATIENCE_MILLISECONDS, write);
    tcflush(terminal_descriptor, TCIFLUSH); // unread mouse reports
    tcsetattr(terminal_descriptor, TCSANOW, &restore_modes);
}

void halftone_restore_now(void) {
    int saved_errno = errno;
    bool is_mine = moves(ARMED, RESTORING);
    if (!is_mine) moves(NOTHING, OVER);
    wait_for_change();
    if (is_mine) {
        restore();
        atomic_store(&state, OVER);
    } else {
        // Another thread crashed a moment before: the process must not end until that thread has restored the terminal.
        for (int turn = 0; atomic_load(&state) == RESTORING && turn < 2 * PATIENCE_MILLISECONDS; turn++) poll(NULL, 0, 1);
    }
    errno = saved_errno;
}

/// Sets the signal mask that a handler would have had without this one in between. Swift's handler lets its own memory
/// reads fault.
static void set_mask_for(const struct sigaction *handler, int signal, const ucontext_t *context) {
    sigset_t mask = handler->sa_mask;
    if (!(handler->sa_flags & SA_NODEFER)) sigaddset(&mask, signal);
    pthread_sigmask(SIG_SETMASK, &context->uc_sigmask, NULL);
    pthread_sigmask(SIG_BLOCK, &mask, NULL);
}

static void crashed(int signal, siginfo_t *info, void *context) {
    halftone_restore_now();
    struct sigaction before = previous[signal];
    sigaction(signal, &before, NULL);
    bool is_handled = before.sa_flags & SA_SIGINFO || (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN);
    if (is_handled) set_mask_for(&before, signal, context);
    if (before.sa_flags & SA_SIGINFO) {
        before.sa_sigaction(signal, info, context); // Swift's backtrace needs the context of the fault itself
    } else if (is_handled) {
        before.sa_handler(signal);
    }
    if (info->si_code <= 0 || signal == SIGTRAP || signal == SIGABRT || signal == SIGSYS) {
        // Sent, not caused by an instruction: nothing repeats the signal, so the process would continue.
        struct sigaction deadly = {.sa_handler = SIG_DFL};
        sigaction(signal, &deadly, NULL);
        raise(signal); // blocked here, so it ends the process when this handler returns
    }
    // A fault of the processor repeats when this returns, and its default action ends the process at the right
    // instruction.
}

static void install_handlers(void) {
    if (has_handlers) return;
    has_handlers = true;
    stack_t current;
    // a stack overflow needs another stack for its handler; the Swift runtime may have set one
    if (sigaltstack(NULL, &current) == 0 && ((current.ss_flags & SS_DISABLE) || current.ss_size < STACK_BYTES / 4)) {
        stack_t own = {.ss_sp = stack, .ss_size = STACK_BYTES};
        sigaltstack(&own, NULL);
    }
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
    action.sa_sigaction = crashed;
    sigfillset(&action.sa_mask);
    for (int signal = 1; signal < _NSIG; signal++)
        if (halftone_kind_of_signal(signal) == HALFTONE_SIGNAL_CRASH) sigaction(signal, &action, &previous[signal]);
}

/// Opens the same terminal for writing that never blocks: a terminal that was stopped with Ctrl-S must not hold up the
/// end of the process. Where it may not be opened, as after `su`, it is shared.
static int open_again(int descriptor) {
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
    int opened = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return opened >= 0 ? opened : fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
}

int halftone_restore_install(int descriptor, const uint8_t *bytes, size_t count, const struct termios *modes) {
    if (count > HALFTONE_RESTORE_CAPACITY) {
        errno = E2BIG;
        return -1;
    }
    halftone_restore_disarm();
    if (null_descriptor < 0) null_descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (terminal_descriptor >= 0) close(terminal_descriptor);
    terminal_descriptor = open_again(descriptor);
    if (terminal_descriptor < 0) return -1;
    drawing_descriptor = descriptor;
    memcpy(restore_bytes, bytes, count);
    restore_count = count;
    restore_modes = *modes;
    install_handlers();
    if (!moves(NOTHING, ARMED)) wait_for_end();
    return 0;
}

void halftone_restore_disarm(void) {
    if (!moves(ARMED, NOTHING) && atomic_load(&state) != NOTHING) wait_for_end();
}
