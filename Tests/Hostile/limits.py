"""Limits of the system: few descriptors, processes, little address space, small files.

What is needed to start is checked first and refused with one line and status 2; what fails later is an error of that
load. No run ends by a signal, hangs, or leaves the terminal changed.
"""

import os
import resource
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require, shown

PICTURE = pictures.png(40, 40)


@dataclass
class Limit:
    """One row: limits of the process, by their names in `resource`, and where they apply."""

    name: str
    expects: str
    limits: tuple
    other_user: bool = False  # limits of processes do not hold for root
    status: tuple = (0, 1, 2)


def descriptors(count):
    return Limit(f"{count}-descriptors", "runs, or is refused with one line", ((resource.RLIMIT_NOFILE, count),))


def processes(count):
    return Limit(f"{count}-processes", "runs, or is refused with one line", ((resource.RLIMIT_NPROC, count),), other_user=True)


def address_space(megabytes):
    return Limit(f"{megabytes}-megabytes-of-addresses", "runs, or is refused with one line", ((resource.RLIMIT_AS, megabytes << 20),))


ROWS = [
    *map(descriptors, (4, 6, 8, 10, 11, 12, 13, 14, 16, 18, 20, 24, 32, 48)),
    *map(processes, (1, 2, 3, 4, 5, 6, 8, 12)),
    *map(address_space, (60, 80, 100, 120, 150, 180, 200, 220, 250, 300, 400)),
    Limit("stack-of-256-kilobytes", "runs, or is refused with one line", ((resource.RLIMIT_STACK, 256 << 10),)),
    Limit("data-of-40-megabytes", "runs, or is refused with one line", ((resource.RLIMIT_DATA, 40 << 20),)),
]


def check(outcome, status, what):
    if outcome.status == 127 and b"error while loading shared libraries" in outcome.err:
        return  # the limit was too low for the loader: nothing of the program has run
    outcome.check(status)
    said = outcome.err.decode("utf-8", "replace")
    require("install the package" not in said, f"{what}: advises to install what is installed: {shown(said)}")
    require("Fatal error" not in said, f"{what}: {shown(said)}")
    if outcome.status == 2:
        lines = [line for line in said.splitlines() if line.strip()]
        require(lines and all(line.startswith("halftone: ") for line in lines), f"{what}: refused with {shown(said)}")


def attack(row):
    def case(tools):
        options = limited(row, tools)
        server = tools.serve(lambda c, r: c.answer(PICTURE) or True)
        addresses = [server.url(f"/{n}.png") for n in range(20)]
        tools.write("local.png", PICTURE)
        check(tools.run("print", "--size", "8x4", "--timeout", "2", "--cache-dir", tools.path("D"), *addresses[:4], tools.path("local.png"), seconds=12, **options), row.status, "print")
        listed = tools.write("list.txt", "\n".join(addresses + [tools.path("local.png")]))
        gallery = tools.gallery("--layout", "grid", "--timeout", "2", listed, answers=True, **options)
        gallery.settle(3, 0.4)
        for key in "jG\rdQ":
            gallery.send(key)
            gallery.pump(0.05)
        outcome = gallery.wait(8)
        check(outcome, row.status, "the gallery")

    return case


def attack_without_screen(row):
    """The commands that only write lines."""
    def case(tools):
        server = tools.serve(lambda c, r: c.answer(PICTURE) or True)
        tools.print("--trace", tools.path("trace"), server.url("/a.png"))
        place = ("--cache-dir", tools.path("D"))
        options = limited(row, tools)
        for command in (("doctor", *place), ("cache", "info", *place), ("cache", "trim", *place), ("trace", tools.path("trace")),
                        ("config",)):
            check(tools.run(*command, seconds=12, **options), row.status, command[0])
        # where the limits let no load pass, checks fail
        check(tools.run("lab", "--scenario", "reuse", *place, seconds=70, **options), (*row.status, 1), "lab")
    return case


def limited(row, tools):
    """The options of a run under the limits of a row."""
    if not row.other_user:
        return {"limits": row.limits}
    if os.geteuid() == 0:
        # Root is above limits of processes, so such a run has a user of its own.
        user = 61_000 + os.getpid() % 4_000
        give(tools.folder, user)
        return {"limits": row.limits, "user": user}
    running = sum(1 for name in os.listdir("/proc") if name.isdigit() and os.stat(f"/proc/{name}").st_uid == os.getuid())
    return {"limits": tuple((name, value + running) for name, value in row.limits)}


def give(folder, user):
    """Makes all in a folder the user's own."""
    for place, folders, files in os.walk(folder):
        for path in (place, *(os.path.join(place, name) for name in files)):
            os.chown(path, user, -1)


# MARK: Sizes of files

def file_sizes(kilobytes):
    """The cache grows beyond what a file may have: SIGXFSZ is ignored, the write's error is told."""
    def case(tools):
        options = {"limits": ((resource.RLIMIT_FSIZE, kilobytes << 10),)}
        picture = pictures.noise_png(tools.random, 120, 90)
        server = tools.serve(lambda c, r: c.answer(picture) or True)
        listed = tools.write("list.txt", "\n".join(server.url(f"/{n}.png") for n in range(12)))
        gallery = tools.gallery("--layout", "grid", "--load-delay", "0", listed, **options)
        gallery.pump(2)
        gallery.quit((0, 1))
        outcome = tools.run("print", "--size", "8x4", "--cache-dir", tools.path("D"), server.url("/a.png"), **options)
        outcome.check((0, 1))
        require(b"\x1b[0m" in outcome.out, "the picture was not printed")
    return case


def trace_size(tools):
    server = tools.serve(lambda c, r: c.answer(PICTURE) or True)
    outcome = tools.run("print", "--size", "8x4", "--trace", tools.path("trace"), "--no-cache", *(server.url(f"/{n}.png") for n in range(40)),
                        limits=((resource.RLIMIT_FSIZE, 4096),))
    outcome.check((1,))
    require(b"trace" in outcome.err, f"nothing was said of the trace: {outcome.describe()}")
    require(outcome.out.count(b"\x1b[0m") >= 160, "not all pictures were printed")


def frame_size(kilobytes):
    """A frame may be larger than a file may be: it is drawn whole all the same, or the start refused with one line."""
    def case(tools):
        path = tools.path("home", "pictures")
        os.mkdir(path)
        for number in range(6):
            tools.write(f"home/pictures/{number}.png", pictures.noise_png(tools.random, 120, 90))
        gallery = tools.gallery("--layout", "grid", "--load-delay", "0", path, cache=False, rows=40, columns=120,
                                limits=((resource.RLIMIT_FSIZE, kilobytes << 10),))
        if gallery.sees("5.png", 5):
            gallery.settle(2)
            require("5.png" in gallery.screen.text(), "the last row is not drawn")
            require(all(line.strip() for line in gallery.screen.text().split("\n")[1:6]), "the first rows are not drawn")
        elif gallery.outcome is None:
            require(False, f"not drawn: {shown(gallery.screen.text(), 200)!r} of {len(gallery.output)} bytes")
        check(gallery.quit((0, 1, 2)), (0, 1, 2), "the gallery")
    return case


def output_size(tools):
    path = tools.write("a.png", PICTURE)
    file = os.open(tools.path("out"), os.O_CREAT | os.O_WRONLY)
    outcome = tools.run("print", "--size", "200x100", path, stdout=file, limits=((resource.RLIMIT_FSIZE, 4096),))
    outcome.check((1, 2))
    require(outcome.err.startswith(b"halftone: "), f"expected one sentence: {outcome.describe()}")


def processor_time(tools):
    """SIGXCPU ends the gallery with the terminal restored."""
    import signal
    path = tools.write("a.gif", pictures.gif(200, 64, 64, delay=2))
    gallery = tools.gallery("--layout", "grid", path, path, path, quiet=False, cache=False, rows=60, columns=200, limits=((resource.RLIMIT_CPU, 1),))
    gallery.send("\r")
    end = 25
    while gallery.outcome is None and end > 0:
        gallery.send("vP")
        gallery.pump(0.05)
        end -= 0.05
    if gallery.outcome is None:
        gallery.send(gallery.quit_key)
    gallery.wait(5).check((0, 128 + signal.SIGXCPU), signals=(signal.SIGXCPU,))


def full_folder(tools):
    """A cache, a state and a trace in places that cannot be written."""
    server = tools.serve(lambda c, r: c.answer(PICTURE) or True)
    environment = tools.environment(XDG_STATE_HOME="/proc/1", XDG_CACHE_HOME="/proc/self")
    gallery = tools.gallery(tools.write("list.txt", server.url("/a.png")), environment=environment, cache=False)
    gallery.see("1/1")
    gallery.send("j")
    gallery.quit((0,))
    outcome = tools.run("print", "--trace", "/dev/full", server.url("/a.png"))
    outcome.check((0, 1, 2))


def cases():
    return [Case(f"limits/{row.name}", row.expects, attack(row), 40) for row in ROWS] + [
        Case(f"limits/small-commands-with-{row.name}", row.expects, attack_without_screen(row), 60) for row in ROWS] + [
        Case("limits/files-of-100-kilobytes", "goes on without a cache, with a warning", file_sizes(100), 40),
        Case("limits/files-of-64-kilobytes", "goes on without a cache, with a warning", file_sizes(64), 40),
        Case("limits/trace-of-4-kilobytes", "all are printed, and it says that the trace is cut", trace_size, 40),
        Case("limits/files-smaller-than-a-frame", "drawn whole, or refused with one line", frame_size(4), 40),
        Case("limits/files-of-no-byte", "drawn whole, or refused with one line", frame_size(0), 40),
        Case("limits/output-of-4-kilobytes", "an error and a status that tells it", output_size, 40),
        Case("limits/a-second-of-processor-time", "ends by SIGXCPU with the terminal restored", processor_time, 60),
        Case("limits/places-that-cannot-be-written", "goes on with a warning", full_folder, 40),
    ]
