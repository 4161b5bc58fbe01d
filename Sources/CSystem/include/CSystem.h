#pragma once

// System calls that exist only as macros, variadic functions or signal handlers. Linux.

#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <termios.h>

/// Creates a file in memory, closed on exec; -1 and errno on failure.
int halftone_memory_file(const char *name);

/// Opens the name of a file, not the file itself (O_PATH): it neither follows links nor reads nor blocks. -1 and errno
/// on failure.
int halftone_open_name(const char *path);

/// Renames a file, unless a file of the new name exists. 0, or -1 and errno.
int halftone_rename_new(const char *from, const char *to);

/// Reads the size of a terminal in cells and, if it reports that, in pixels. 0, or -1 and errno.
int halftone_window_size(int descriptor, struct winsize *size);

/// Sets the size of a terminal, as its emulator would. 0, or -1 and errno.
int halftone_set_window_size(int descriptor, const struct winsize *size);

/// Makes a terminal the controlling terminal of the calling session leader. 0, or -1 and errno.
int halftone_take_terminal(int descriptor);

// Descriptors that are closed on exec from their creation: a program that another thread starts between two calls would
// keep its copy open.

/// Creates a pipe: `ends[0]` is for reading, `ends[1]` for writing. 0, or -1 and errno.
int halftone_pipe(int ends[2]);

/// Returns the next connection of a listening socket; -1 and errno if there is none.
int halftone_accept(int listener);

/// Opens a pseudo-terminal: returns the emulator's end, which is non-blocking, and sets `line` to the end for programs
/// and `path` to its path. -1 and errno on failure.
int halftone_open_terminal(int *line, char *path, size_t capacity);

/// Adds the closing of every descriptor from `first` on to the actions of a program to be started. Returns 0 or an
/// error number.
int halftone_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

// MARK: Available resources

/// Returns how many files the process can open now, counted up to `wanted`, which is 256 at most.
int halftone_free_descriptors(int wanted);

/// Returns how many more threads the process can start, counted up to `wanted`, which is 256 at most. Starts them to
/// find out.
int halftone_startable_threads(int wanted);

/// Makes malloc return freed blocks of over 4 MB to the system from now on. By default it keeps more and more of them,
/// in a heap of each thread: 24 feeds of 15 MB, read two at a time, left 490 MB behind, and leave 110 with this.
void halftone_give_large_blocks_back(void);

/// Returns whether `bytes` of address space are available. Where address space is limited, malloc reserves less of it
/// from then on.
bool halftone_has_address_space(size_t bytes);

// MARK: Kinds of signals

/// The program's handling of a signal.
typedef enum {
    /// A fault of the program: the terminal is restored before the previous handler runs.
    HALFTONE_SIGNAL_CRASH,
    /// Ends the process by default: the main loop ends cleanly, then the process by the signal itself.
    HALFTONE_SIGNAL_END,
    /// Handled by the main loop, which continues: a stop, a continuation, a new window size.
    HALFTONE_SIGNAL_NEWS,
    /// Ignored, so that the write that caused it returns an error instead.
    HALFTONE_SIGNAL_IGNORED,
    /// Not changed: by default it does nothing, or stops a background process.
    HALFTONE_SIGNAL_HARMLESS,
    /// Not a signal that a program can handle: SIGKILL, SIGSTOP and signals of the C library.
    HALFTONE_SIGNAL_OUT_OF_REACH,
} halftone_signal_kind;

/// Returns the highest signal number.
int halftone_last_signal(void);

/// Returns the kind of a signal; all distinctions between signals are made here. Async-signal-safe.
halftone_signal_kind halftone_kind_of_signal(int signal);

/// Fills a set with the signals that a thread without signal handling blocks: all but crashes, for which the terminal
/// must be restored.
void halftone_all_but_crashes(sigset_t *set);

/// Ignores the signals of failed writes (SIGPIPE, SIGXFSZ) for the whole process.
void halftone_ignore_write_signals(void);

// MARK: Restoring the terminal

/// Maximum length of the restore sequences in bytes.
enum { HALFTONE_RESTORE_CAPACITY = 1024 };

/// Installs crash handlers: from now on a crash (HALFTONE_SIGNAL_CRASH) writes `bytes` to the terminal and sets its
/// modes to `modes`, then continues with the previous handler, or ends the process by the signal.
///
/// Meanwhile `descriptor` refers to /dev/null, so that no other thread draws over the restored terminal. Main thread.
/// May be called again with other bytes. 0, or -1 and errno.
int halftone_restore_install(int descriptor, const uint8_t *bytes, size_t count, const struct termios *modes);

/// Disarms the crash handlers: from now on a crash does not change the terminal. The handlers remain and only pass the
/// signal on.
void halftone_restore_disarm(void);

/// Sets the modes of the terminal, as `tcsetattr`, but never over a restore: a crash of another thread waits for the end
/// of this call, and after one this does not return. Main thread.
bool halftone_set_modes(int descriptor, int when, const struct termios *modes);

/// Writes to the terminal, as `write`, but never after a restore. Main thread.
ssize_t halftone_write_terminal(int descriptor, const void *bytes, size_t count);

/// Writes all bytes to a terminal whose descriptor may be non-blocking, waiting at most `milliseconds` altogether, but
/// never after a restore. Returns false if the time ran out or the descriptor is gone.
bool halftone_write_bounded(int descriptor, const uint8_t *bytes, size_t count, int milliseconds);

/// Restores the terminal now, once, if armed; the caller then ends the process. Async-signal-safe.
void halftone_restore_now(void);

// MARK: Signals for the main loop

/// Delivers ending signals (HALFTONE_SIGNAL_END) and signals that the main loop handles (HALFTONE_SIGNAL_NEWS) as
/// bytes, which are the signals' numbers, to the returned non-blocking descriptor. Signals that the process was started
/// to ignore remain ignored. -1 and errno on failure.
///
/// A second ending signal means that the main loop did not end after the first: it restores the terminal and kills the
/// process; a SIGHUP within three seconds of the first does not count. Main thread; later calls return the same
/// descriptor.
int halftone_signals_watch(void);

/// Restores the signals' effects before halftone_signals_watch. Signals that were caught can still be read from its
/// descriptor. Main thread.
void halftone_signals_unwatch(void);

/// Returns the first ending signal that has arrived; 0 for none.
int halftone_signals_ending(void);

/// From now on an ending signal restores the terminal and kills the process at once, also one that has arrived; or no
/// longer. Main thread.
void halftone_signals_end_at_once(bool at_once);

/// Stops the process as Ctrl-Z does, and returns when it is continued; at once if no process could continue it (an
/// orphaned process group). No SIGCONT is reported for this.
void halftone_stop_self(void);

/// Ends the process by a signal's default action, so that a shell sees the cause.
_Noreturn void halftone_die_of(int signal);

// MARK: The main loop

/// Returns the descriptor that is readable while the main queue, and with it the main actor, has work.
int halftone_main_queue_descriptor(void);

/// Does the work of the main queue on the calling thread, which must be the process's main thread; never waits.
void halftone_run_main_queue(void);
