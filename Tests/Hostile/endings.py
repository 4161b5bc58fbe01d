"""Commands that end while threads of a transfer, of name resolution or of decoding still run."""

import os
import signal
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require, shown

PICTURE = pictures.png()


@dataclass
class Ending:
    """One row: a run that is repeated, how often in the two passes, and the statuses it may have."""

    name: str
    expects: str
    arguments: Callable  # of the tools and the server, to the arguments of the program
    status: tuple
    short: int = 60
    long: int = 1000
    during: Callable | None = None  # of the process and the generator, once it was started
    signals: tuple = ()


def serve(c, r):
    if r.path == "/nowhere":
        c.head("Location: http:///ok", "Content-Length: 0", status="302 Found")
    elif r.path == "/unknown":
        c.head("Location: http://no-such-host.invalid/ok", "Content-Length: 0", status="302 Found")
    elif r.path == "/gone":
        c.head("Content-Length: 0", status="404 No")
    elif r.path == "/endless":
        c.head(status="500 No")
        c.endless("x" * 4096)
    elif r.path == "/hang":
        c.head("Content-Type: image/png", f"Content-Length: {len(PICTURE)}")
        c.send(PICTURE[:40])
        c.wait()
    else:
        c.answer(PICTURE)
    return True


def printing(*paths):
    return lambda tools, server: ["print", "--size", "4x2", "--timeout", "1", "--cache-dir", tools.path("D"), *(server.url(p) for p in paths)]


def later(number, most):
    """Sends a signal at a random moment of the first `most` seconds."""
    def begin(generator):
        import time
        at = time.monotonic() + generator.random() * most

        def during(pid):
            if time.monotonic() < at:
                return False
            os.kill(pid, number)
            return True
        return during
    return begin


ROWS = [
    Ending("redirect-to-nowhere", "each run ends with status 2, none by a signal", printing("/nowhere"), (2,), 120, 3000),
    Ending("redirect-to-an-unknown-host", "each run ends with status 2, none by a signal", printing("/unknown"), (2,), 60, 3000),
    Ending("unknown-host", "each run ends with status 2, none by a signal", lambda tools, server: ["print", "--timeout", "2", "--no-cache", "http://no-such-host.invalid/x.png"], (2,), 24, 500),
    Ending("an-endless-error-page", "each run ends with status 2, none by a signal", printing("/endless"), (2,), 40, 1000),
    Ending("a-hanging-picture-among-others", "each run ends with status 0 or 1", printing("/a", "/hang", "/nowhere", "/b"), (0, 1), 4, 100),
    Ending("interrupted", "ended by the signal or before it", printing("/a", "/hang", "/b"), (0, 1, 130), 30, 500, later(signal.SIGINT, 0.1), (signal.SIGINT,)),
    Ending("terminated", "ended by the signal or before it", printing("/a", "/hang", "/b"), (0, 1, 143), 30, 500, later(signal.SIGTERM, 0.1), (signal.SIGTERM,)),
    Ending("usage", "status 2", lambda tools, server: ["print", "--nope"], (2,), 3, 20),
    Ending("version", "status 0", lambda tools, server: ["--version"], (0,), 3, 20),
    Ending("doctor", "status 0", lambda tools, server: ["doctor"], (0,), 3, 20),
]


def attack(row):
    def case(tools):
        server = tools.serve(serve)
        count = tools.pick(row.short, row.long)

        def attempt(number, generator):
            during = row.during(generator) if row.during else None
            outcome = tools.run(*row.arguments(tools, server), seconds=25, during=during)
            ended = outcome.signal in row.signals if outcome.signal is not None else outcome.status in row.status
            return outcome.describe() if outcome.hung or not ended else None

        wrong = tools.at_once(count, attempt)
        require(not wrong, f"{len(wrong)} of {count} runs: {'; '.join(wrong[:2])}")

    return case


def closed_output(tools):
    """The reader of standard output goes after the first byte."""
    reading, writing = os.pipe()
    os.close(reading)
    outcome = tools.run("print", "--size", "80x40", tools.write("a.png", PICTURE), stdout=writing)
    outcome.check((0, 1, 2), signals=(signal.SIGPIPE,))


def full_output(tools):
    outcome = tools.run("print", tools.write("a.png", PICTURE), stdout=os.open("/dev/full", os.O_WRONLY))
    outcome.check((1, 2))
    require(outcome.err, "nothing was said of output that could not be written")


def closed_descriptors(tools):
    """Without descriptors 0 to 2, no file that is opened may be taken for one of them."""
    path = tools.write("a.png", PICTURE)
    server = tools.serve(serve)
    for closed in ((0,), (1,), (2,), (0, 1), (0, 1, 2)):
        outcome = tools.run("print", "--cache-dir", tools.path("D"), path, server.url("/a.png"), "/no/such", closed=closed)
        require(not outcome.hung and outcome.signal is None, f"without {closed}: {outcome.describe()}")
        with open(tools.path("D", "images.sqlite"), "rb") as file:
            require(file.read(15) == b"SQLite format 3", f"without {closed}, output went into the database")
        with open(path, "rb") as file:
            require(file.read() == PICTURE, f"without {closed}, output went into the picture")


def cases():
    return [Case(f"endings/{row.name}", row.expects, attack(row), 120) for row in ROWS] + [
        Case("endings/closed-output", "ends, by SIGPIPE or with a status", closed_output),
        Case("endings/full-output", "an error and a status that tells it", full_output),
        Case("endings/closed-descriptors", "no file is taken for standard output", closed_descriptors),
    ]
