#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

// The terminal is restored in a signal handler, so all its data is static and prepared in advance: the bytes, the
// modes, a second descriptor of the terminal, one of /dev/null, and a stack.

enum { PATIENCE_MILLISECONDS = 1000, STACK_BYTES = 65536 };
enum { NOTHING, ARMED, RESTORING };

static struct sigaction previous[_NSIG];
static bool has_handlers;
static uint8_t stack[STACK_BYTES];

static uint8_t restore_bytes[HALFTONE_RESTORE_CAPACITY];
static size_t restore_count;
static struct termios restore_modes;
static int drawing_descriptor = -1;  // the descriptor that the program draws on
static int terminal_descriptor = -1; // the same terminal, used only here
static int null_descriptor = -1;
static atomic_int armed; // NOTHING, ARMED or RESTORING

void halftone_restore_now(void) {
    int saved_errno = errno;
    int expected = ARMED;
    if (!atomic_compare_exchange_strong(&armed, &expected, RESTORING)) {
        // Another thread crashed a moment before: the process must not end until that thread has restored the terminal.
        for (int turn = 0; atomic_load(&armed) == RESTORING && turn < 2 * PATIENCE_MILLISECONDS; turn++) poll(NULL, 0, 1);
        errno = saved_errno;
        return;
    }
    // Other threads still run: from here on their output is discarded.
    if (null_descriptor >= 0) dup2(null_descriptor, drawing_descriptor);
    halftone_write_bounded(terminal_descriptor, restore_bytes, restore_count, PATIENCE_MILLISECONDS);
    tcflush(terminal_descriptor, TCIFLUSH); // unread mouse reports
    tcsetattr(terminal_descriptor, TCSANOW, &restore_modes);
    atomic_store(&armed, NOTHING);
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

int halftone_restore_install(int descriptor, const uint8_t *bytes, size_t count, const struct termios *modes) {
    if (count > HALFTONE_RESTORE_CAPACITY) {
        errno = E2BIG;
        return -1;
    }
    atomic_store(&armed, NOTHING);
    if (null_descriptor < 0) null_descriptor = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (terminal_descriptor >= 0) close(terminal_descriptor);
    terminal_descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    if (terminal_descriptor < 0) return -1;
    drawing_descriptor = descriptor;
    memcpy(restore_bytes, bytes, count);
    restore_count = count;
    restore_modes = *modes;
    install_handlers();
    atomic_store(&armed, ARMED);
    return 0;
}

void halftone_restore_disarm(void) { atomic_store(&armed, NOTHING); }
