#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

int halftone_memory_file(const char *name) { return memfd_create(name, MFD_CLOEXEC); }

int halftone_open_name(const char *path) { return open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC); }

int halftone_rename_new(const char *from, const char *to) {
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
    if (link(from, to) == 0) return unlink(from);
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS && errno != EMLINK) return -1;
    // Shared folders and servers of files often have neither way: the name is taken by an empty file, and replaced.
    int reserved = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (reserved < 0) return -1;
    close(reserved);
    if (rename(from, to) == 0) return 0;
    int code = errno;
    unlink(to);
    errno = code;
    return -1;
}

int halftone_window_size(int descriptor, struct winsize *size) { return ioctl(descriptor, TIOCGWINSZ, size); }

int halftone_set_window_size(int descriptor, const struct winsize *size) { return ioctl(descriptor, TIOCSWINSZ, size); }

int halftone_take_terminal(int descriptor) { return ioctl(descriptor, TIOCSCTTY, 0); }

int halftone_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int halftone_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_CLOEXEC); }

int halftone_open_terminal(int *line, char *path, size_t capacity) {
    int emulator = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (emulator < 0) return -1;
    if (grantpt(emulator) == 0 && unlockpt(emulator) == 0 && ptsname_r(emulator, path, capacity) == 0 &&
        (*line = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)) >= 0)
        return emulator;
    int code = errno;
    close(emulator);
    errno = code;
    return -1;
}

int halftone_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
