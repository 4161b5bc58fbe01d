#define _GNU_SOURCE
#include "SystemCalls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// A filter is a program of the classic BPF machine, of which each rule here is a few instructions: "if it is this call,
// …". A call that no rule names ends the process.

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

enum { CAPACITY = 256 };

struct program {
    struct sock_filter code[CAPACITY];
    unsigned short count;
};

static void add(struct program *program, unsigned short code, unsigned char yes, unsigned char no, unsigned value) {
    if (program->count < CAPACITY) program->code[program->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct program *program, size_t offset) { add(program, BPF_LD | BPF_W | BPF_ABS, 0, 0, (unsigned)offset); }

static void answer(struct program *program, unsigned value) { add(program, BPF_RET | BPF_K, 0, 0, value); }

/// If it is the call, then the answer.
static void on_call(struct program *program, long call, unsigned value) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, (unsigned)call);
    answer(program, value);
}

/// If it is the call, then it is allowed if that argument has just the `wanted` ones of the bits of `mask`.
static void on_call_with(struct program *program, long call, int argument, unsigned mask, unsigned wanted, unsigned otherwise) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 5, (unsigned)call);
    load(program, offsetof(struct seccomp_data, args) + 8 * (size_t)argument); // its low half: these are little-endian
    add(program, BPF_ALU | BPF_AND | BPF_K, 0, 0, mask);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 1, wanted);
    answer(program, SECCOMP_RET_ALLOW);
    answer(program, otherwise);
}

/// If it is the call, then it is allowed if that argument is one of the values; otherwise it fails with EPERM.
static void on_call_with_any(struct program *program, long call, int argument, const int *values, unsigned char count) {
    add(program, BPF_JMP | BPF_JEQ | BPF_K, 0, (unsigned char)(2 * count + 2), (unsigned)call);
    load(program, offsetof(struct seccomp_data, args) + 8 * (size_t)argument);
    for (unsigned char index = 0; index < count; index++) on_call(program, values[index], SECCOMP_RET_ALLOW);
    answer(program, SECCOMP_RET_ERRNO | EPERM);
}

/// Calls without a condition: descriptors that are open, memory, threads, and the end.
static const int allowed[] = {
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_lseek, SYS_close, SYS_fstat,
    SYS_ppoll,
#ifdef SYS_poll
    SYS_poll,
#endif
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk,
    SYS_futex, SYS_set_robust_list, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity, SYS_gettid, SYS_getpid,
    SYS_clock_gettime, SYS_getrandom, SYS_sysinfo, // `qsort` asks for the size of memory
    SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_exit, SYS_exit_group,
};

/// Calls that look for a file without opening it.
static const int lookups[] = {
    SYS_statx, SYS_faccessat, SYS_faccessat2,
#ifdef __x86_64__
    SYS_stat, SYS_lstat, SYS_access,
#endif
};

/// What may be done with an open file. Not F_SETOWN, F_SETSIG and O_ASYNC, which have the kernel send any signal to any
/// process of the user.
static const int file_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};

bool cjail_restrict_calls(cjail_files files) {
#ifdef ARCHITECTURE
    struct program program = {.count = 0};
    load(&program, offsetof(struct seccomp_data, arch));
    add(&program, BPF_JMP | BPF_JEQ | BPF_K, 1, 0, ARCHITECTURE);
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    load(&program, offsetof(struct seccomp_data, nr));
    for (size_t index = 0; index < sizeof allowed / sizeof allowed[0]; index++)
        on_call(&program, allowed[index], SECCOMP_RET_ALLOW);
    // No memory whose content could be run.
    on_call_with(&program, SYS_mmap, 2, PROT_EXEC, 0, SECCOMP_RET_KILL_PROCESS);
    on_call_with(&program, SYS_mprotect, 2, PROT_EXEC, 0, SECCOMP_RET_KILL_PROCESS);
    // Threads, but no processes. The flags of clone3 are behind a pointer: without it, the C library uses clone.
    on_call_with(&program, SYS_clone, 0, CLONE_THREAD, CLONE_THREAD, SECCOMP_RET_KILL_PROCESS);
    on_call(&program, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    // Names of threads and of memory are worth nothing here; abort signals itself.
    on_call(&program, SYS_prctl, SECCOMP_RET_ERRNO | EPERM);
    on_call_with(&program, SYS_tgkill, 0, ~0u, (unsigned)getpid(), SECCOMP_RET_KILL_PROCESS);
    // `fstat` is this call with an empty path. The path is behind a pointer, so that it can be any: whether a file exists,
    // its size and its times can be asked for, though no file opened.
    const unsigned otherwise = files == cjail_deadly ? SECCOMP_RET_KILL_PROCESS
        : files == cjail_refused ? SECCOMP_RET_ERRNO | EACCES : SECCOMP_RET_ALLOW;
    on_call_with(&program, SYS_newfstatat, 3, AT_EMPTY_PATH, AT_EMPTY_PATH, otherwise);
    if (files == cjail_readable)
        on_call_with(&program, SYS_openat, 2, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY, SECCOMP_RET_ERRNO | EACCES);
    if (files != cjail_deadly) {
        on_call_with_any(&program, SYS_fcntl, 1, file_commands, sizeof file_commands / sizeof file_commands[0]);
        on_call(&program, SYS_openat, SECCOMP_RET_ERRNO | EACCES);
        for (size_t index = 0; index < sizeof lookups / sizeof lookups[0]; index++)
            on_call(&program, lookups[index], otherwise);
    }
    answer(&program, SECCOMP_RET_KILL_PROCESS);
    if (program.count == CAPACITY) {
        errno = E2BIG;
        return false;
    }
    struct sock_fprog filter = {.len = program.count, .filter = program.code};
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0;
#else
    (void)files;
    errno = ENOSYS;
    return false;
#endif
}
