#pragma once

// A jail for a process that decodes foreign bytes: what exists only as macros, variadic functions or raw system calls.
// Linux.

#include <stdbool.h>
#include <spawn.h>
#include <stdint.h>

/// What a jailed process may use.
typedef struct {
    /// Bytes of address space; 0 leaves the limit as it is.
    uint64_t address_space;
    /// Seconds of processor time, after which SIGXCPU ends the process.
    uint64_t cpu_seconds;
    /// Folders whose files can still be opened for reading, ending with NULL: fonts. Only where the kernel has Landlock;
    /// without it, no file can be opened. NULL if opening a file ends the process.
    const char *const *readable_folders;
} cjail_limits;

/// Locks the process in, for good: from now on it reads and writes its open descriptors, uses memory and threads, and
/// any other system call ends it with SIGSYS. Returns false, and errno, if the kernel cannot do that, or with EBUSY if
/// there are folders and other threads of the process do not end.
bool cjail_lock(const cjail_limits *limits);

/// Ends this process when the other end of a socket is closed, in the middle of a decode too. The kernel sends SIGIO then,
/// but also for data, and late: the handler polls the socket. 0, or -1 and errno.
int cjail_end_with(int socket);

/// Returns freed memory to the system, which the C library would keep for later.
void cjail_return_memory(void);

/// Returns whether the kernel has Landlock.
bool cjail_has_landlock(void);

/// Creates two connected stream sockets, closed on exec. 0, or -1 and errno.
int cjail_socket_pair(int ends[2]);

/// Sends bytes without SIGPIPE if the other end is gone, and without waiting. The number of bytes, or -1 and errno.
long cjail_send(int socket, const void *bytes, unsigned long count);

/// Receives bytes without waiting. The number of bytes, 0 at the end, or -1 and errno.
long cjail_receive(int socket, void *bytes, unsigned long count);

/// Adds the closing of every descriptor from `first` on to the actions of a program to be started.
int cjail_spawn_close_from(posix_spawn_file_actions_t *actions, int first);
