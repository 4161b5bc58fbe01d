"""`kill -9` in the middle of cache writes: every entry that is left reads back right, and nothing is orphaned."""

import os
import random
import signal
import sqlite3
import time
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require
from server import number_in

COUNT = 24


def picture(number):
    """20 to 200 KB that follow from the number."""
    generator = random.Random(number)
    return pictures.noise_png(generator, 80 + number * 7 % 170, 90 + number * 13 % 170)


def reply(c, r):
    number = number_in(r.path)
    c.answer(picture(number), f'ETag: "{number}"', "Accept-Ranges: bytes", "Cache-Control: max-age=1000")
    return True


def faults(path, where):
    """What is wrong with a database of ours; `where` names the part of an address that is left out."""
    found = []
    with sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=20) as database:
        answer = database.execute("PRAGMA integrity_check").fetchall()
        if answer != [("ok",)]:
            found.append(f"integrity: {answer[:3]}")
        if not database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            return found  # killed before the tables were made
        for source, content in database.execute("SELECT source, bytes FROM entry LEFT JOIN content USING (id)"):
            if content is None:
                found.append(f"{source} has no bytes")
            elif source.startswith(where) and content != picture(number_in(source[len(where):])):
                found.append(f"{source} has other bytes")
        for what, query in {
            "content without an entry": "SELECT count(*) FROM content WHERE id NOT IN (SELECT id FROM entry)",
            "usage without an entry": "SELECT count(*) FROM usage WHERE id NOT IN (SELECT id FROM entry)",
            "entries without usage": "SELECT count(*) FROM entry WHERE id NOT IN (SELECT id FROM usage)",
            "a wrong total": "SELECT count(*) FROM total WHERE count != (SELECT count(*) FROM entry) OR bytes != (SELECT coalesce(sum(size), 0) FROM entry)",
        }.items():
            if database.execute(query).fetchone()[0]:
                found.append(what)
    return found


@dataclass
class Kill:
    """One row: what is killed, by its arguments, and how many rounds there are in the two passes."""

    name: str
    expects: str
    commands: Callable  # of the tools and the addresses, to a list of commands that run at once
    reply: Callable = reply
    short: int = 12
    long: int = 200
    longest: float = 0.5  # seconds until the kill, at most


def printing(tools, addresses):
    return [["print", "--size", "8x4", "--grid", "6", "--cache-dir", tools.path("D"), *addresses]]


def shuffled(tools, addresses):
    return [["print", "--size", "8x4", "--cache-dir", tools.path("D"), *tools.random.sample(addresses, len(addresses))]]


def two_at_once(tools, addresses):
    return shuffled(tools, addresses) * 2


def clearing(tools, addresses):
    return [*shuffled(tools, addresses), ["cache", "clear", "--cache-dir", tools.path("D")]]


ROWS = [
    Kill("a-sheet", "every entry reads back right after each kill", printing),
    Kill("two-programs", "every entry reads back right, whichever is killed", two_at_once, short=8),
    Kill("while-clearing", "every entry reads back right, the totals too", clearing, short=8, longest=0.2),
]


def attack(row):
    def case(tools):
        server = tools.serve(row.reply)
        addresses = [server.url(f"/{n}.png") for n in range(COUNT)]
        database = tools.path("D", "images.sqlite")
        for turn in range(tools.pick(row.short, row.long)):
            kill(tools, row.commands(tools, addresses), tools.random.random() * row.longest)
            if os.path.exists(database) and turn % 2:
                # Every other time the program is the first to open what the kill has left.
                wrong = faults(database, server.url(""))
                require(not wrong, f"after kill {turn + 1}: {'; '.join(wrong[:4])}")
        read_back(tools, addresses)
        wrong = faults(database, server.url(""))
        require(not wrong, "at the end: " + "; ".join(wrong[:4]))

    return case


def kill(tools, commands, delay):
    """Starts the commands, and kills all of them after the same delay."""
    at = time.monotonic() + delay
    children = []
    for command in commands:
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            from program import become
            silence = os.open("/dev/null", os.O_RDWR)
            for number in range(3):
                os.dup2(silence, number)
            become(parent, [tools.program, *command], tools.environment(), tools.folder)
        children.append(pid)
    time.sleep(max(0, at - time.monotonic()))
    for pid in children:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def read_back(tools, addresses):
    """Every picture printed with the cache is the one that is printed without."""
    for address in addresses:
        kept = tools.print(address)
        fresh = tools.run("print", "--size", "8x4", tools.write("fresh.png", picture(number_in(address.rpartition("/")[2]))), "--no-cache")
        require(kept.out == fresh.out, f"{address} reads back wrong")
        require(not kept.err, f"{address}: {kept.describe()}")


def killed_gallery(tools):
    server = tools.serve(reply)
    listed = tools.write("list.txt", "\n".join(server.url(f"/{n}.png") for n in range(COUNT)))
    for turn in range(tools.pick(6, 60)):
        gallery = tools.gallery("--layout", "grid", "--load-delay", "0", listed)
        gallery.pump(tools.random.random() * 0.8)
        gallery.signal(signal.SIGKILL)
        outcome = gallery.wait(5)
        require(outcome.signal == signal.SIGKILL, outcome.describe())
        if os.path.exists(tools.path("D", "images.sqlite")):
            wrong = faults(tools.path("D", "images.sqlite"), server.url(""))
            require(not wrong, f"after kill {turn + 1}: {'; '.join(wrong[:4])}")
    read_back(tools, [server.url(f"/{n}.png") for n in range(COUNT)])
    gallery = tools.gallery(listed)
    gallery.see("list.txt")
    gallery.quit((0,))


def cases():
    return [Case(f"kills/{row.name}", row.expects, attack(row), 90) for row in ROWS] + [
        Case("kills/a-gallery", "every entry reads back right, and the next gallery opens", killed_gallery, 90)]
