"""Random keys, pastes, mouse reports and sizes, from a seed that is printed."""

import os
import random
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, Failed, require
from terminal import ESCAPE

PLAIN = [chr(code) for code in range(32, 127) if chr(code) not in "qQ"]
SPECIAL = ["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1bOA", "\x1bOB", "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1bOP", "\x1b[Z",
           "\r", "\t", "\x7f", "\x02", "\x06", "\x0c", "\x12", "\x1b", "\x1b\x1b", "\x1b[I", "\x1b[O", "\u00e9", "\U0001f600", "\x01", "\x0e", "\x15"]


@dataclass
class Monkey:
    """One row: what is opened, and which keys are not pressed there."""

    name: str
    expects: str
    arguments: Callable
    short: int = 2
    long: int = 40
    keys: int = 250


def key(generator):
    kind = generator.random()
    if kind < 0.55:
        return generator.choice(PLAIN)
    if kind < 0.85:
        return generator.choice(SPECIAL)
    if kind < 0.95:
        row, column = generator.randrange(1, 60), generator.randrange(1, 180)
        return f"\x1b[<{generator.choice([0, 0, 2, 32, 64, 65, 66])};{column};{row}{generator.choice('Mm')}"
    if kind < 0.98:
        return "\x1b[200~" + "".join(generator.choices(PLAIN, k=generator.randrange(60))) + "\x1b[201~"
    return "".join(generator.choices(SPECIAL, k=4))


def folder(tools):
    place = tools.path("pictures")
    if not os.path.exists(place):
        os.mkdir(place)
        for number in range(30):
            tools.write(f"pictures/picture {number}.png", pictures.png(48, 32, seed=number))
        tools.write("pictures/animation.gif", pictures.gif(12, 24, 24))
        tools.write("pictures/broken.png", pictures.png()[:60])
    return [place]


def feed(tools):
    items = "".join(f'<item><title>Title {n}</title><guid>{n}</guid><link>/page/{n}</link><enclosure url="/{n}.png" type="image/png"/></item>' for n in range(40))

    def reply(c, r):
        if r.path == "/feed":
            c.answer(f"<rss version='2.0'><channel><title>F</title>{items}</channel></rss>".encode(), kind="application/rss+xml")
        elif r.path.endswith("7.png"):
            c.head("Content-Length: 0", status="500 No")
        else:
            c.answer(pictures.png(32, 24, seed=len(r.path)), 'ETag: "a"')
        return True

    return ["--timeout", "2", tools.serve(reply).url("/feed")]


ROWS = [
    Monkey("folder", "quits in the end, with the terminal restored", folder),
    Monkey("grid", "quits in the end, with the terminal restored", lambda tools: ["--layout", "grid", *folder(tools)]),
    Monkey("feed", "quits in the end, with the terminal restored", feed),
    Monkey("lab", "quits in the end, with the terminal restored", lambda tools: ["lab"]),
]


def attack(row):
    def case(tools):
        arguments = row.arguments(tools)
        for turn in range(tools.pick(row.short, row.long)):
            seed = tools.seed * 1_000 + turn
            try:
                press(tools, row, arguments, random.Random(seed))
            except Failed as failure:
                raise Failed(f"with the keys of seed {seed} (turn {turn + 1}): {failure}")

    return case


def press(tools, row, arguments, generator):
    is_lab = arguments[:1] == ["lab"]
    options = [] if is_lab else ["--opener", "/bin/true", "--save-dir", tools.path("home")]
    head = arguments[:1] if is_lab else []
    gallery = tools.gallery(*head, *options, *arguments[len(head):], rows=30, columns=100, quiet=not is_lab, cache=not is_lab)
    gallery.settle(1, 0.1)
    for _ in range(row.keys):
        gallery.send(key(generator))
        if generator.random() < 0.02:
            gallery.resize(generator.randrange(2, 60), generator.randrange(4, 180))
        gallery.pump(generator.random() * 0.01)
        require(gallery.outcome is None, f"ended by itself: {gallery.outcome and gallery.outcome.describe()}")
    # Whatever is open is closed first; what is being saved is not waited for after the second q.
    # An Esc that met an X, as Alt-X, has begun a control string: ST ends it.
    gallery.send("\x1b[201~\x1b\\")
    gallery.pump(0.4)
    # A command that was run waits for Enter, and a prompt for one runs it at the first.
    for _ in range(2):
        gallery.send("\r")
        gallery.pump(0.4)
    for _ in range(6):
        gallery.send(ESCAPE)
        gallery.pump(0.12)
    gallery.send(gallery.quit_key)
    gallery.pump(0.5)
    if gallery.outcome is None:
        gallery.send(gallery.quit_key)
    gallery.wait(8).check((0, 1), tools.bound(128, "gallery"))


def cases():
    return [Case(f"keys/{row.name}", row.expects, attack(row), 60) for row in ROWS]
