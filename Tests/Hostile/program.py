"""Starts the program in a child process and measures how it ends."""

import ctypes
import os
import resource
import select
import signal
import time
from dataclasses import dataclass, field

import screen

_libc = ctypes.CDLL(None, use_errno=True)
_kept = 8 << 20  # bytes of output that are looked at


@dataclass
class Outcome:
    """How one run ended."""

    status: int | None = None  # the exit status, `None` if a signal ended it
    signal: int | None = None
    hung: bool = False  # it was killed because its time was over
    seconds: float = 0
    megabytes: float = 0  # peak resident memory, from wait4
    out: bytes = b""
    err: bytes = b""  # of a program that hung in a terminal: the last screen
    complaints: list = field(default_factory=list)  # what a terminal says of its state afterwards

    def describe(self):
        how = "hung" if self.hung else f"status {self.status}" if self.signal is None \
            else f"signal {signal_name(self.signal)}"
        from case import shown
        return f"{how} after {self.seconds:.1f} s, {self.megabytes:.0f} MB, stderr: {shown(self.err) or 'nothing'}"

    def check(self, status, megabytes=None, signals=()):
        """Raises `Failed` unless the run ended by one of these statuses or signals, in bounds, with clean output."""
        from case import require
        require(not self.hung, f"still running when its time was over: {self.describe()}")
        if self.signal is not None:
            require(self.signal in signals, f"ended by a signal: {self.describe()}")
        else:
            require(self.status in status, f"expected status {sorted(status)}: {self.describe()}")
        require(megabytes is None or self.megabytes <= megabytes, f"expected at most {megabytes:.0f} MB: {self.describe()}" if megabytes else "")
        for name, text in (("output", self.out), ("stderr", self.err)):
            leaks = screen.leaks(text)
            require(not leaks, f"{name} has {'; '.join(leaks[:3])}")
        require(not self.complaints, "; ".join(self.complaints) + f" ({self.describe()})")


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"{number}"


def die_with(parent):
    """Lets the kernel kill this process when its parent ends, so that no run outlives the pass."""
    _libc.prctl(1, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before
        os._exit(1)


def fork_unsignaled():
    """Forks with all signals blocked in the child: one that comes before `become` is met by the program's defaults."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    pid = os.fork()
    if pid != 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    return pid


def become(parent, arguments, environment, folder, limits=(), user=None, directories=()):
    """Turns this forked process into the program; never returns."""
    try:
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        for number in range(1, signal.NSIG):
            if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
                signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        if user is not None:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        die_with(parent)
        for name, value in limits:
            resource.setrlimit(name, (value, resource.getrlimit(name)[1] if name == resource.RLIMIT_CPU else value))
        os.execve(arguments[0], arguments, environment)
    except BaseException as error:  # also what a limit does to this very process
        try:
            os.write(2, f"could not start: {error!r}\n".encode())
        except OSError:
            pass
    os._exit(127)


def run_program(arguments, environment, folder, seconds=20, stdin=None, stdout=None, during=None, closed=(), **options):
    """Runs a program without a terminal until it ends.

    `stdin` is bytes or a descriptor; `stdout` a descriptor in place of the pipe that is read. `during(pid)` runs as
    soon as the program was started and then every 20 ms, until it returns true. `closed` are descriptors that the
    program does not have. Other options are those of `become`.
    """
    out_end, out = os.pipe()
    err_end, err = os.pipe()
    in_end, feeding = None, None
    if isinstance(stdin, bytes):
        in_end, feeding = os.pipe()
        os.set_blocking(feeding, False)
    start = time.monotonic()
    parent, pid = os.getpid(), fork_unsignaled()
    if pid == 0:
        os.setsid()
        source = in_end if in_end is not None else stdin if stdin is not None else os.open("/dev/null", os.O_RDONLY)
        os.dup2(source, 0)
        os.dup2(out if stdout is None else stdout, 1)
        os.dup2(err, 2)
        os.closerange(3, 256)
        for number in closed:
            os.close(number)
        become(parent, arguments, environment, folder, **options)
    for end in (out, err, in_end):
        if end is not None:
            os.close(end)
    outcome, status = Outcome(), None
    ended = os.pidfd_open(pid)
    texts = {out_end: bytearray(), err_end: bytearray()}
    left = memoryview(stdin) if feeding is not None else None
    open_ends = {out_end, err_end}
    deadline = start + seconds
    try:
        while status is None:
            if feeding is not None and not left:
                os.close(feeding)
                feeding = None
            wait = 0.02 if during else max(0, deadline - time.monotonic())
            ready, writable, _ = select.select(
                [*open_ends, ended], [feeding] if feeding is not None else [], [], min(wait, 0.5))
            if during and during(pid):
                during = None
            for end in open_ends & set(ready):
                read(end, texts[end], open_ends)
            if writable:
                try:
                    left = left[os.write(feeding, left[:65536]):]
                except OSError:
                    left = memoryview(b"")
            if ended in ready:
                _, status, usage = os.wait4(pid, 0)
            elif time.monotonic() > deadline:
                outcome.hung = True
                os.kill(pid, signal.SIGKILL)
                _, status, usage = os.wait4(pid, 0)
    except BaseException:
        if status is None:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        raise
    finally:
        if status is not None:
            for end in (out_end, err_end):
                os.set_blocking(end, False)
                while end in open_ends and read(end, texts[end], open_ends):
                    pass
        for end in (out_end, err_end, ended, feeding):
            if end is not None:
                os.close(end)
    outcome.seconds = time.monotonic() - start
    outcome.out, outcome.err = bytes(texts[out_end]), bytes(texts[err_end])
    finish(outcome, status, usage.ru_maxrss)
    return outcome


def finish(outcome, status, peak):
    """Adds what wait4 said."""
    outcome.megabytes = peak / 1024
    if os.WIFSIGNALED(status):
        outcome.signal = os.WTERMSIG(status)
    else:
        outcome.status = os.WEXITSTATUS(status)


def read(end, text, open_ends):
    """Appends what can be read now; returns how much it was."""
    try:
        data = os.read(end, 1 << 16)
    except BlockingIOError:
        return 0
    except OSError:
        data = b""
    if not data:
        open_ends.discard(end)
    elif len(text) < _kept:
        text += data
    return len(data)
