"""Opens the gallery through ssh in a pseudo-terminal, waits for a picture, ends it, and checks what is left.

    gallery.py COLORS END TERM COMMAND...

COLORS is what the picture is drawn in: palette (256 colors, in a terminal that answers no query), direct (24 bit, in one
that says it has them) or none. END is how the gallery ends: key (q) or hangup (the connection breaks).
"""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

ROWS, COLUMNS = 30, 100
SEQUENCE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]|\x1b[(][B0]|\x0f")
LOADED = re.compile(r"× \d+, [A-Za-z]+, \d".encode())  # the row of a picture that is loaded: "× 480, JPEG, 45 KB"
HALF_BLOCK = re.compile("▀|▄|█".encode())
PALETTE = re.compile(rb"[34]8;5;(\d+)")
DIRECT = re.compile(rb"[34]8;2;(?!1;2;3m)(\d+;\d+;\d+)")  # without the color of the query
COLOR_QUERY, COLOR_REPLY = b"\x1bP$qm\x1b\\", b"\x1bP1$r0;48:2::1:2:3m\x1b\\\x1b[?62c"


def fail(message, output):
    sys.exit(f"{message}; the last output was {bytes(output[-400:])!r}")


class Session:
    def __init__(self, colors, term, command):
        self.colors, self.output, self.has_replied = colors, bytearray(), False
        self.deadline = time.monotonic() + 60
        environment = {name: os.environ[name] for name in ("HOME", "PATH", "LC_ALL") if name in os.environ}
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
            os.execvpe(command[0], command, environment | {"TERM": term})

    def read(self):
        """Reads what has arrived, waiting for it for a second. Returns whether the connection is still open."""
        if time.monotonic() > self.deadline:
            os.kill(self.process, signal.SIGKILL)
            fail("the time is over", self.output)
        if not select.select([self.terminal], [], [], 1)[0]:
            return True
        try:
            self.output += os.read(self.terminal, 1 << 16)
        except OSError:  # the other end is closed
            return False
        if self.colors == "direct" and not self.has_replied and COLOR_QUERY in self.output:
            os.write(self.terminal, COLOR_REPLY)
            self.has_replied = True
        return True

    def shows_picture(self):
        # A placeholder has fewer half blocks and two colors.
        if not LOADED.search(SEQUENCE.sub(b"", self.output)) or len(HALF_BLOCK.findall(self.output)) < 300:
            return False
        palette, direct = set(PALETTE.findall(self.output)), set(DIRECT.findall(self.output))
        return {"palette": len(palette) > 20, "direct": len(direct) > 100, "none": True}[self.colors]

    def check_colors(self):
        unwanted = {"palette": [DIRECT], "direct": [], "none": [DIRECT, PALETTE]}[self.colors]
        for pattern in unwanted:
            if match := pattern.search(self.output):
                fail(f"{match[0]!r} is a color that this terminal may not have", self.output)


def main():
    colors, end, term, *command = sys.argv[1:]
    session = Session(colors, term, command)
    while not session.shows_picture():
        if not session.read():
            fail("no picture came", session.output)
    session.check_colors()
    if end == "hangup":
        os.kill(session.process, signal.SIGKILL)
        os.waitpid(session.process, 0)
        return
    shown = len(session.output)
    os.write(session.terminal, b"q")
    while session.read():
        pass
    # Without an alternate screen, a terminal's screen is cleared.
    has_alternate_screen = b"\x1b[?1049h" in session.output
    if has_alternate_screen != (colors != "none"):
        fail("the alternate screen is not as the terminal's description says", session.output)
    if (b"\x1b[?1049l" if has_alternate_screen else b"\x1b[H\x1b[J") not in session.output[shown:]:
        fail("the screen was not given back", session.output)
    status = os.waitstatus_to_exitcode(os.waitpid(session.process, 0)[1])
    if status != 0:
        fail(f"the exit status was {status}", session.output)


main()
