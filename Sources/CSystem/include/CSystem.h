#pragma once

// What the system offers only as macros, variadic calls or signal handlers. Linux.

#include "Options.h"
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <termios.h>

/// A file that lives in memory, closed on exec; -1 and errno when there is none to be had.
int halftone_memory_file(const char *name);

/// The flags with which `open` makes a file without a name in a folder.
int halftone_unnamed_file(void);

/// Opens the name of a file, and not the file (O_PATH): nothing is followed, read or waited for. -1 and errno on failure.
int halftone_open_name(const char *path);

/// Gives a file another name, unless there is a file of that name. 0, or -1 and errno.
int halftone_rename_new(const char *from, const char *to);

/// The size of a terminal in cells and, where it says so, in pixels. 0, or -1 and errno.
int halftone_window_size(int descriptor, struct winsize *size);

/// Sets the size of a terminal, as its emulator would. 0, or -1 and errno.
int halftone_set_window_size(int descriptor, const struct winsize *size);

/// Makes a terminal the controlling one of the calling session leader. 0, or -1 and errno.
int halftone_take_terminal(int descriptor);

/// Writes all bytes to a descriptor that may be non-blocking, waiting at most `milliseconds` altogether.
/// Async-signal-safe. False when the time ran out or the descriptor is gone.
bool halftone_write_bounded(int descriptor, const uint8_t *bytes, size_t count, int milliseconds);

// Descriptors that are closed on exec from the moment at which they are there: a program that another thread starts
// between two calls would keep its copy open.

/// A pipe: `ends[0]` is read, `ends[1]` written. 0, or -1 and errno.
int halftone_pipe(int ends[2]);

/// The next connection of a listening socket; -1 and errno when there is none.
int halftone_accept(int listener);

/// A pseudo-terminal: returns the end of the emulator, which does not block, and sets `line` to that of programs, whose
/// path goes to `path`. -1 and errno when there is none to be had.
int halftone_open_terminal(int *line, char *path, size_t capacity);

/// Closes every descriptor from `first` on in the program to be started. 0 or an error number.
int halftone_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

// MARK: What the system still gives

/// How many files the process can open now, counted up to `wanted`, which is 256 at most.
int halftone_free_descriptors(int wanted);

/// How many threads the process can have beside those it has, counted up to `wanted`, which is 256 at most. Starts them.
int halftone_startable_threads(int wanted);

/// Blocks of over 4 MB are given back to the system when they are freed, from now on. By default malloc keeps more and
/// more of them, in a heap of each thread: 24 feeds of 15 MB, read two at a time, left 490 MB behind, and leave 110 so.
void halftone_give_large_blocks_back(void);

/// Whether so much address space is left. Where that is limited, malloc reserves less of it from then on.
bool halftone_has_address_space(size_t bytes);

// MARK: Kinds of signals

/// What the program does about a signal.
typedef enum {
    /// A fault of the program: the terminal is restored before the handler that was there runs.
    HALFTONE_SIGNAL_CRASH,
    /// Ends the process by default: the main loop ends cleanly, then the process by the signal itself.
    HALFTONE_SIGNAL_END,
    /// Answered by the main loop, which goes on: a stop, a continuation, a new window size.
    HALFTONE_SIGNAL_NEWS,
    /// Ignored, so that the write that caused it returns an error instead.
    HALFTONE_SIGNAL_IGNORED,
    /// Left alone: by default it does nothing, or stops a process that is behind the job in front.
    HALFTONE_SIGNAL_HARMLESS,
    /// Not a signal that a program can handle: SIGKILL, SIGSTOP and those of the C library.
    HALFTONE_SIGNAL_OUT_OF_REACH,
} halftone_signal_kind;

/// The highest signal number.
int halftone_last_signal(void);

/// The kind of a signal, the only place where the program tells signals apart. Async-signal-safe.
halftone_signal_kind halftone_kind_of_signal(int signal);

/// Adds the signals of one kind to a set.
void halftone_add_signals(sigset_t *set, halftone_signal_kind kind);

/// Fills a set with what a thread blocks that takes no signals: a crash still has to restore the terminal from it.
void halftone_all_but_crashes(sigset_t *set);

/// Ignores the signals of writes that fail (SIGPIPE, SIGXFSZ), for the process.
void halftone_ignore_write_signals(void);

// MARK: Giving the terminal back

/// The longest restoring sequence.
enum { HALFTONE_RESTORE_CAPACITY = 1024 };

/// From now on a crash (HALFTONE_SIGNAL_CRASH) writes `bytes` to the terminal and sets its modes to `modes`, then goes on
/// to the handler that was there before, or dies of the signal.
///
/// While that happens `descriptor` leads to /dev/null, so that no other thread draws over what was restored.
/// Main thread. May be called again with other bytes. 0, or -1 and errno.
int halftone_restore_install(int descriptor, const uint8_t *bytes, size_t count, const struct termios *modes);

/// From now on a crash leaves the terminal alone. The handlers stay and only pass on.
void halftone_restore_disarm(void);

/// Restores the terminal now, once, if armed. Async-signal-safe.
void halftone_restore_now(void);

// MARK: Signals the main loop answers

/// Delivers the signals that end the process (HALFTONE_SIGNAL_END) and those that tell it something (HALFTONE_SIGNAL_NEWS)
/// as bytes, the signal's number, to the returned non-blocking descriptor. Those the process was started to ignore stay
/// ignored. -1 and errno on failure.
///
/// A second signal to end means that the main loop did not end after the first: it restores the terminal and kills the
/// process; a SIGHUP within three seconds of the first does not count. Main thread; later calls return the same descriptor.
int halftone_signals_watch(void);

/// Has the signals do again what they did before halftone_signals_watch. What came until then can still be read from its
/// descriptor. Main thread.
void halftone_signals_unwatch(void);

/// The first ending signal that has arrived, 0 for none.
int halftone_signals_ending(void);

/// Stops the process as Ctrl-Z would have, and returns when it is continued; at once where nothing could continue it
/// (an orphaned process group). No SIGCONT is reported for it.
void halftone_stop_self(void);

/// Ends the process by a signal's default action, so that a shell sees what happened.
_Noreturn void halftone_die_of(int signal);

// MARK: The main loop

/// Runs what is put on the main queue, and with it the main actor, on the calling thread, which must be the process's
/// main one. Never returns.
_Noreturn void halftone_run_main_queue(void);
