#define _GNU_SOURCE
#include "CJail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "SystemCalls.h"

int cjail_socket_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

long cjail_send(int socket, const void *bytes, unsigned long count) {
    return send(socket, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
}

long cjail_receive(int socket, void *bytes, unsigned long count) { return recv(socket, bytes, count, MSG_DONTWAIT); }

static int watched_socket = -1;

static void end_if_closed(int signal) {
    (void)signal;
    const int error = errno;
    struct pollfd connection = {.fd = watched_socket, .events = 0};
    if (poll(&connection, 1, 0) > 0) _exit(0);
    errno = error;
}

int cjail_end_with(int socket) {
    watched_socket = socket;
    struct sigaction action = {.sa_handler = end_if_closed, .sa_flags = SA_RESTART};
    if (sigaction(SIGIO, &action, NULL) != 0 || fcntl(socket, F_SETOWN, getpid()) != 0) return -1;
    if (fcntl(socket, F_SETFL, O_ASYNC) != 0) return -1;
    const int flags = fcntl(socket, F_GETFL);
    if (flags >= 0 && flags & O_ASYNC) return 0;
    if (flags >= 0) errno = ENOTSOCK; // a file that has no such signal ignores the flag
    return -1;
}

int cjail_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

void cjail_return_memory(void) { malloc_trim(0); }

bool cjail_has_landlock(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) >= 1;
}

/// Lowers a limit. `room`: by how much the process may exceed it before it is killed without a signal of its own.
static bool limit(__rlimit_resource_t resource, rlim_t value, rlim_t room) {
    struct rlimit limit;
    if (getrlimit(resource, &limit) != 0) return false;
    if (value + room < limit.rlim_max) limit.rlim_max = value + room;
    if (value < limit.rlim_cur) limit.rlim_cur = value;
    return setrlimit(resource, &limit) == 0;
}

/// Counts the threads of the process; 0 if that cannot be found out.
static int count_threads(void) {
    DIR *folder = opendir("/proc/self/task");
    if (folder == NULL) return 0;
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/// Waits for the end of threads that libraries have started, at most a second. Returns false if others are left.
static bool is_alone(void) {
    const struct timespec moment = {.tv_nsec = 200000};
    int count = count_threads();
    for (int rounds = 0; count > 1 && rounds < 5000; rounds++) {
        nanosleep(&moment, NULL);
        count = count_threads();
    }
    if (count != 1) errno = EBUSY;
    return count == 1;
}

/// Leaves the process no files but those in some folders, for reading.
static bool restrict_files(const char *const *folders) {
    // Only the calling thread is restricted, and those that it starts later.
    if (folders && !is_alone()) return false;
    // Those of the first version: a kernel with Landlock knows them all.
    struct landlock_ruleset_attr rules = {.handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    const int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
    if (ruleset < 0) return false;
    for (; folders && *folders; folders++) {
        struct landlock_path_beneath_attr path = {
            .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE,
            .parent_fd = open(*folders, O_PATH | O_CLOEXEC),
        };
        if (path.parent_fd < 0) continue; // a folder that is not there
        syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &path, 0);
        close(path.parent_fd);
    }
    const bool is_done = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return is_done;
}

/// Removes the handlers of crashes, which would read files to tell where.
static void reset_handlers(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT, SIGSYS};
    for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++) signal(signals[index], SIG_DFL);
}

/// Has the kernel end this process first when memory is short, not the program that started it.
static void offer_memory(void) {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    if (write(file, "1000", 4) != 4) errno = 0; // then the kernel chooses
    close(file);
}

bool cjail_lock(const cjail_limits *limits) {
    reset_handlers();
    offer_memory();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    if (!limit(RLIMIT_CORE, 0, 0) || !limit(RLIMIT_CPU, limits->cpu_seconds, 1)) return false;
    if (limits->address_space > 0 && !limit(RLIMIT_AS, limits->address_space, 0)) return false;
    cjail_files files = limits->readable_folders ? cjail_refused : cjail_deadly;
    if (cjail_has_landlock()) {
        if (!restrict_files(limits->readable_folders)) return false;
        if (limits->readable_folders) files = cjail_readable;
    }
    return cjail_restrict_calls(files);
}
