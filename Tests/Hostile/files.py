"""Local files that are no ordinary pictures: FIFOs, devices, strange names, files that change."""

import os
import signal
import socket
import time
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require, shown
from terminal import ESCAPE

PICTURE = pictures.png(16, 16, seed=4)


@dataclass
class Odd:
    """One row: `make(tools)` returns the path that is printed and opened."""

    name: str
    expects: str
    make: Callable
    status: tuple = (2,)
    gallery_status: tuple = (0, 1, 2)


def fifo(tools):
    os.mkfifo(tools.path("fifo.png"))
    return tools.path("fifo.png")


def unix_socket(tools):
    tools.kept = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(tools.folder)
    tools.kept.bind("socket.png")
    os.chdir(here)
    return tools.path("socket.png")


def named(name):
    """A picture whose name is these bytes."""
    def make(tools):
        path = os.path.join(tools.folder.encode(), b"pictures", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(PICTURE)
        return path
    return make


def linked(target):
    def make(tools):
        os.symlink(target, tools.path("link.png"))
        return tools.path("link.png")
    return make


ROWS = [
    Odd("directory", "an error", lambda tools: tools.path("home")),
    Odd("socket", "an error", unix_socket),
    Odd("dev-zero", "an error, at once", lambda tools: "/dev/zero"),
    Odd("dev-random", "an error, at once", lambda tools: "/dev/urandom"),
    Odd("dev-tty", "an error, at once", lambda tools: "/dev/tty"),
    Odd("proc-mem", "an error", lambda tools: "/proc/self/mem"),
    Odd("link-to-itself", "an error", linked("link.png")),
    Odd("link-to-nothing", "an error", linked("/nothing/there")),
    Odd("empty", "an error", lambda tools: tools.write("empty.png", b"")),
    Odd("name-of-4096-bytes", "an error", lambda tools: "/" + "x" * 4096),
    Odd("path-of-100000-bytes", "an error", lambda tools: "/x" * 50_000),
    Odd("name-not-utf8", "printed and shown", named(b"bad\xff\xfe.png"), (0,), (0,)),
    Odd("name-of-latin-1", "printed and shown", named("\u00e9t\u00e9.png".encode("latin-1")), (0,), (0,)),
    Odd("name-with-escapes", "printed, no escape shown", named(b"a\x1b]0;PWNED\x07\x1b[31337m\xc2\x9b31337m.png"), (0,), (0,)),
    Odd("name-with-bidi-controls", "printed, no control shown", named("\u202egnp.exe\u2066\u200f.png".encode()), (0,), (0,)),
    Odd("name-with-line-ends", "printed and shown", named(b"a\nb\rc\td.png"), (0,), (0,)),
    Odd("name-of-spaces", "printed and shown", named(b"  .png"), (0,), (0,)),
    Odd("name-like-an-address", "printed and shown", named(b"http:"), (0, 2)),
    Odd("name-like-a-pattern", "printed and shown", named(b"[a-z]*?.png"), (0,), (0,)),
    Odd("name-of-255-bytes", "printed and shown", named(b"x" * 251 + b".png"), (0,), (0,)),
]


def attack(row):
    def case(tools):
        path = row.make(tools)
        outcome = tools.print("--no-cache", "--title", "%f %b", path, status=row.status, seconds=8, megabytes=48)
        if outcome.status == 0:
            require(outcome.out.count(b"\x1b[0m") >= 4, "no picture was printed")
        else:
            require(outcome.err.startswith(b"halftone: ") and outcome.err.count(b"\n") == 1, f"expected one sentence: {shown(outcome.err)}")
        gallery = tools.gallery(path, cache=False)
        look(gallery, row)
        place = os.path.dirname(path)
        if row.status == (0,) and isinstance(place, bytes):
            # The folder that has it shows it as well.
            gallery = tools.gallery(place, cache=False)
            gallery.see("1/1", 5)
            look(gallery, row)

    return case


def look(gallery, row):
    gallery.settle(2)
    for key in ("d", "\r", "d", "m", "y", ESCAPE):
        gallery.send(key)
        gallery.pump(0.05)
    gallery.quit(row.gallery_status, seconds=8)


def fifo_ended_by(how):
    """`print FIFO` waits for a writer as `cat` does; Ctrl-C and --timeout end it."""
    def case(tools):
        begun = time.monotonic()

        def interrupt(pid):
            if time.monotonic() - begun < 0.5:
                return False
            os.kill(pid, how)
            return True

        if how is None:
            outcome = tools.run("print", "--timeout", "1", fifo(tools), seconds=10)
            outcome.check((2,))
            require(outcome.err.startswith(b"halftone: "), f"expected one sentence: {outcome.describe()}")
        else:
            tools.run("print", fifo(tools), seconds=10, during=interrupt).check((2, 128 + how), signals=(how,))
    return case


def fifo_of_a_picture(tools):
    """A writer that gives a whole picture, in two parts."""
    path = fifo(tools)
    if os.fork() == 0:
        end = os.open(path, os.O_WRONLY)
        os.write(end, PICTURE[:50])
        time.sleep(0.3)
        os.write(end, PICTURE[50:])
        os._exit(0)
    outcome = tools.run("print", "--size", "8x4", path, seconds=10)
    outcome.check((0, 2))


def fifo_that_falls_silent(tools):
    path = fifo(tools)
    writer = os.open(path, os.O_RDWR)
    os.write(writer, PICTURE[:50])
    outcome = tools.run("print", "--timeout", "1", path, seconds=10)
    outcome.check((0, 2))


def fifo_in_a_gallery(tools):
    """A folder and a list that have a FIFO: the other rows are shown, q ends it."""
    os.mkdir(tools.path("pictures"))
    os.mkfifo(tools.path("pictures", "a.png"))
    tools.write("pictures/b.png", PICTURE)
    for source in (tools.path("pictures"), tools.write("list.txt", tools.path("pictures", "a.png") + "\n" + tools.path("pictures", "b.png"))):
        gallery = tools.gallery("--timeout", "1", source, cache=False)
        gallery.settle(2)
        gallery.send("jr\r")
        gallery.pump(0.3)
        gallery.quit((0, 1), seconds=5)


def fifo_as_a_source(tools):
    gallery = tools.gallery("--timeout", "1", fifo(tools), cache=False)
    gallery.pump(0.5)
    gallery.send("j")
    gallery.quit((0, 1, 2), seconds=5)


def changing(tools):
    """Pictures that are cut, replaced and removed while they are shown."""
    os.mkdir(tools.path("pictures"))
    names = [f"pictures/{number}.png" for number in range(12)]
    for name in names:
        tools.write(name, pictures.png(64, 64, seed=len(name)))
    gallery = tools.gallery("--layout", "grid", tools.path("pictures"), cache=False)
    gallery.settle(1, 0.1)
    for turn in range(tools.pick(60, 1000)):
        path = tools.path(tools.random.choice(names))
        kind = tools.random.randrange(5)
        if os.path.isdir(path):
            os.rmdir(path)
        elif kind == 0 and os.path.exists(path):
            os.truncate(path, tools.random.randrange(100))
        elif kind == 1 and os.path.exists(path):
            os.remove(path)
        elif kind == 2:
            if os.path.exists(path):
                os.remove(path)
            os.mkdir(path)
        elif not os.path.isdir(path):
            with open(path, "wb") as file:
                file.write(pictures.png(64, 64, seed=turn))
        gallery.send(tools.random.choice(["R", "r", "j", "l", "G", "g", "\r", "\x1b", "v"]))
        gallery.pump(0.02)
    for _ in range(3):
        gallery.send(ESCAPE)
        gallery.pump(0.1)
    gallery.quit((0, 1))


OTHERS = [
    Case("files/fifo-and-ctrl-c", "ended by Ctrl-C", fifo_ended_by(signal.SIGINT), 30),
    Case("files/fifo-and-sigterm", "ended by SIGTERM", fifo_ended_by(signal.SIGTERM), 30),
    Case("files/fifo-and-timeout", "ended by --timeout, with an error", fifo_ended_by(None), 30),
    Case("files/fifo-of-a-picture", "printed, or an error", fifo_of_a_picture, 30),
    Case("files/fifo-that-falls-silent", "ended by --timeout", fifo_that_falls_silent, 30),
    Case("files/fifo-in-a-gallery", "the other pictures are shown, q ends it", fifo_in_a_gallery, 40),
    Case("files/fifo-as-a-source", "q ends it", fifo_as_a_source, 30),
    Case("files/changing", "q ends it", changing, 60),
]


def cases():
    return [Case(f"files/{row.name}", row.expects, attack(row), 40) for row in ROWS] + OTHERS
