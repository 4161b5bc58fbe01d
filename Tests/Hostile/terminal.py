"""A pseudo-terminal with the program in its foreground, under a leader that does what a shell does.

The leader owns the session, so stops and `fg` work as in a shell, and tells what became of the program through a pipe.
"""

import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import termios
import time

from program import Outcome, become, die_with, finish, fork_unsignaled
from screen import Screen

_kept = 64 << 20

# Esc as kitty's protocol names it. An ESC alone becomes Alt when the machine is so slow that the next key comes with it.
ESCAPE = "\x1b[27u"


class Terminal:
    """A terminal of so many cells. `answers` says whether it answers queries; `rate` is in bytes a second."""

    def __init__(self, arguments, environment, folder, rows=24, columns=80, answers=True, rate=None, closed=(),
                 stdin=None, stdout=None, **options):
        # The gallery goes back from an open picture by q.
        self.quit_key = b"q" if "lab" in arguments else b"Q"
        self.controller, self.line = pty.openpty()
        self.set_size(rows, columns)
        self.before = termios.tcgetattr(self.line)
        self.output, self.fed = bytearray(), 0
        self.pending = b""
        self.rate, self.budget, self.last = rate, 0.0, time.monotonic()
        self.shown = Screen(rows, columns, self.reply if answers else None)
        self.outcome, self.stopped = None, False
        self.ever_stopped = 0
        self.start = time.monotonic()
        events, told = os.pipe()
        orders, ordered = os.pipe()
        parent, self.leader = os.getpid(), os.fork()
        if self.leader == 0:
            try:
                self.lead(parent, arguments, environment, folder, told, orders, closed, stdin, stdout, options)
            finally:
                os._exit(1)
        os.close(told)
        os.close(orders)
        self.events, self.orders = events, ordered
        self.event_text = b""
        self.pid = None
        deadline = time.monotonic() + 10
        while self.pid is None and time.monotonic() < deadline:
            self.pump(0.005)

    # MARK: The leader's process

    def lead(self, parent, arguments, environment, folder, told, orders, closed, stdin, stdout, options):
        os.setsid()
        die_with(parent)
        fcntl.ioctl(self.line, termios.TIOCSCTTY, 0)
        for number in (signal.SIGTTOU, signal.SIGTTIN, signal.SIGTSTP, signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        os.close(self.controller)
        leader, pid = os.getpid(), fork_unsignaled()
        if pid == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(self.line, os.getpid())
            os.dup2(self.line if stdin is None else stdin, 0)
            os.dup2(self.line if stdout is None else stdout, 1)
            os.dup2(self.line, 2)
            os.closerange(3, 256)
            for number in closed:
                os.close(number)
            become(leader, arguments, environment, folder, **options)
        self.tell(told, pid=pid)
        while True:
            _, status, usage = os.wait4(pid, os.WUNTRACED)
            try:
                os.tcsetpgrp(self.line, os.getpid())
            except OSError:
                pass  # the terminal was closed
            if not os.WIFSTOPPED(status):
                self.tell(told, status=status, peak=usage.ru_maxrss)
                os._exit(0)
            self.tell(told, stopped=os.WSTOPSIG(status))
            if not os.read(orders, 1):
                os.kill(pid, signal.SIGKILL)
                continue
            os.tcsetpgrp(self.line, pid)
            os.kill(pid, signal.SIGCONT)

    @staticmethod
    def tell(pipe, **event):
        os.write(pipe, json.dumps(event).encode() + b"\n")

    # MARK: Time passes

    def pump(self, seconds):
        """Reads what the program writes, answers queries and sends what is pending, for that long at most."""
        end = time.monotonic() + seconds
        while self.outcome is None:
            now = time.monotonic()
            if now >= end:
                return
            reading = [self.events]
            amount = 1 << 16
            if self.rate is not None:
                self.budget = min(self.budget + (now - self.last) * self.rate, self.rate / 4)
                self.last = now
                amount = int(self.budget)
            if self.controller is not None and amount > 0:
                reading.append(self.controller)
            writing = [self.controller] if self.pending and self.controller is not None else []
            step = 0.02 if self.rate is not None else end - now
            ready, writable, _ = select.select(reading, writing, [], min(step, end - now))
            if self.controller in ready:
                self.receive(amount)
            if writable:
                sent = os.write(self.controller, self.pending[:1024])
                self.pending = self.pending[sent:]
            if self.events in ready:
                self.hear()

    def receive(self, amount):
        try:
            data = os.read(self.controller, min(amount, 1 << 16))
        except OSError:
            return
        self.budget -= len(data)
        if len(self.output) < _kept:
            self.output += data
        # Queries are answered at once; everything else is drawn when the screen is looked at.
        if self.shown.answer and b"\x1b" in data:
            self.screen

    def hear(self):
        data = os.read(self.events, 4096)
        self.event_text += data
        *lines, self.event_text = self.event_text.split(b"\n")
        for line in lines:
            event = json.loads(line)
            if "pid" in event:
                self.pid = event["pid"]
            elif "stopped" in event:
                self.stopped = True
                self.ever_stopped += 1
            else:
                self.close(event["status"], event["peak"])
        if not data and self.outcome is None:
            self.close(0, 0)

    def close(self, status, peak):
        """The program has ended: reads the rest of its output and looks at what it left."""
        self.outcome = Outcome(seconds=time.monotonic() - self.start)
        finish(self.outcome, status, peak)
        if self.controller is not None:
            os.set_blocking(self.controller, False)
            while True:
                try:
                    data = os.read(self.controller, 1 << 16)
                except OSError:
                    break
                if not data:
                    break
                self.output += data
            self.outcome.complaints = self.complaints()
        self.outcome.out = bytes(self.output)
        self.outcome.err = self.message()
        os.waitpid(self.leader, 0)
        for end in (self.events, self.orders, self.controller, self.line):
            if end is not None:
                os.close(end)
        self.controller = None

    def complaints(self):
        found = self.screen.complaints()
        after = termios.tcgetattr(self.line)
        if after != self.before:
            names = ("input modes", "output modes", "control modes", "local modes", "input speed", "output speed", "keys")
            found.append("termios: " + ", ".join(n for n, a, b in zip(names, after, self.before) if a != b) + " changed")
        return found

    def message(self):
        """What was written once the alternate screen had been left: the error messages, as a reader sees them."""
        text = bytes(self.output).rpartition(b"\x1b[?1049l")[2]
        return re.sub(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[=>]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\r\x18\x0e\x0f]|\x1b[\\(][B0]?", b"", text)

    # MARK: What a case does

    @property
    def screen(self):
        if self.fed < len(self.output):
            # A character whose bytes have not all come waits for the rest.
            end = len(self.output)
            for back in range(1, min(4, end - self.fed) + 1):
                if self.output[end - back] & 0xC0 != 0x80:
                    if self.output[end - back] >= 0xC0:
                        end -= back
                    break
            data = bytes(self.output[self.fed:end])
            self.fed = end
            self.shown.feed(data.decode("utf-8", "replace"))
        return self.shown

    def reply(self, text):
        self.pending += text.encode()

    def send(self, data):
        self.pending += data if isinstance(data, bytes) else data.encode()
        self.pump(0.001)

    def set_size(self, rows, columns):
        fcntl.ioctl(self.line, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, rows, columns):
        self.set_size(rows, columns)
        self.screen
        self.shown.rows, self.shown.columns = max(rows, 1), max(columns, 1)

    def sees(self, what, seconds=10):
        """Waits until the screen has a text, or until a function is true; returns whether that came."""
        condition = what if callable(what) else lambda: what in self.screen.text()
        end = time.monotonic() + seconds
        while not condition():
            if self.outcome is not None or time.monotonic() > end:
                return False
            self.pump(0.05)
        return True

    def see(self, what, seconds=10):
        from case import require, shown
        if not self.sees(what, seconds):
            how = self.outcome.describe() if self.outcome else "on screen: " + shown(self.screen.text(), 400)
            require(False, f"waited for {what if isinstance(what, str) else 'a condition'} in vain: {how}")

    def settle(self, seconds=5, quiet=0.3):
        """Waits until nothing was written for a while."""
        end = time.monotonic() + seconds
        while self.outcome is None and time.monotonic() < end:
            count = len(self.output)
            self.pump(quiet)
            if len(self.output) == count:
                return

    def signal(self, number):
        if self.outcome is None and self.pid:
            with contextlib.suppress(ProcessLookupError):  # it ended a moment ago
                os.kill(self.pid, number)

    def stops(self, seconds):
        """Waits for a stop and for what was written before it; returns whether it came."""
        if not self.sees(lambda: self.stopped, seconds):
            return False
        self.pump(0.05)
        return True

    def resume(self):
        """What `fg` does, once a stop was told."""
        self.stops(2)
        if self.stopped:
            self.stopped = False
            os.write(self.orders, b"f")

    def hang_up(self):
        """Closes the terminal as a window does."""
        os.close(self.controller)
        self.controller = None

    def wait(self, seconds=10):
        """Waits for the end; afterwards the program is killed and counts as hung, with its last screen as `err`."""
        end = time.monotonic() + seconds
        while self.outcome is None and time.monotonic() < end:
            self.pump(min(0.5, max(0.001, end - time.monotonic())))
            if self.stopped:  # by a signal that was still on its way
                self.resume()
        if self.outcome is None:
            last_screen = self.screen.text()
            self.signal(signal.SIGKILL)
            if self.stopped:
                self.resume()
            last = time.monotonic() + 5
            while self.outcome is None and time.monotonic() < last:
                self.pump(0.5)
            if self.outcome is None:
                self.outcome = Outcome()
            self.outcome.hung, self.outcome.err = True, last_screen.encode()
        return self.outcome

    def quit(self, status=(0,), seconds=10, megabytes=None, signals=(), keys=None):
        """Presses the key that quits and checks how the program ends."""
        if self.outcome is None:
            self.send(keys or self.quit_key)
        outcome = self.wait(seconds)
        outcome.check(status, megabytes, signals)
        return outcome
