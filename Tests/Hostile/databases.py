"""Databases of the disk cache that are corrupted, foreign, planted, or no files at all.

Every row is met by `print` and by the gallery: the picture is shown right, the gallery ends with status 0, both within
seconds, and what the row guards is as it was.
"""

import os
import socket
import sqlite3
import stat
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require

PICTURE = pictures.png(24, 24, seed=5)
FOREIGN = "keepsake of another program"


@dataclass
class Planted:
    """One row: `plant(tools, path)` puts something at the path of the database.

    It may return a function that checks afterwards what it guards. `filled` rows begin with a database of the program.
    """

    name: str
    expects: str
    plant: Callable
    filled: bool = False


def link_to(target):
    """A link; what it leads to must be the same afterwards."""
    def plant(tools, path):
        where = tools.path("elsewhere")
        target(where)
        before = read(where)
        os.symlink(where, path)
        return lambda: require(read(where) == before, "what the link leads to was changed")
    return plant


def hard_link_to(target):
    """Another name of a file that others may read; its bytes and rights must be the same afterwards."""
    def plant(tools, path):
        where = tools.path("elsewhere")
        target(where)
        return guard_hard_link(where, path)
    return plant


def hard_link_to_ours(tools, path):
    """The database of the program with another name, as a backup by hard links gives it one."""
    where = tools.path("elsewhere")
    os.rename(path, where)
    return guard_hard_link(where, path)


def guard_hard_link(where, path):
    os.chmod(where, 0o644)
    before = read(where)
    os.link(where, path)

    def check():
        require(read(where) == before, "the file of the other name was changed")
        mode = os.stat(where).st_mode & 0o777
        require(mode == 0o644, f"the rights of the other name are {mode:o} now")
    return check


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        return error.errno


def foreign_database(path, mark=0, version=7):
    with sqlite3.connect(path) as database:
        database.execute(f"PRAGMA application_id = {mark}")
        database.execute(f"PRAGMA user_version = {version}")
        database.execute("CREATE TABLE entry (id INTEGER PRIMARY KEY, keepsake TEXT)")
        database.execute("INSERT INTO entry VALUES (1, ?)", (FOREIGN,))
    database.close()


def foreign(**marks):
    """A database of another program: it may be set aside, but what it holds is still there."""
    def plant(tools, path):
        foreign_database(path, **marks)

        def check():
            folder = os.path.dirname(path)
            kept = [name for name in os.listdir(folder) if FOREIGN.encode() in (read(os.path.join(folder, name)) if os.path.isfile(os.path.join(folder, name)) else b"")]
            require(kept, "the other program's database is gone")
        return check
    return plant


def text(content):
    def plant(tools, path):
        with open(path, "wb") as file:
            file.write(content(tools) if callable(content) else content)
    return plant


def special(kind):
    def plant(tools, path):
        if kind == "fifo":
            os.mkfifo(path)
        elif kind == "socket":
            # Its address has a bound, so it is bound by a relative path.
            here = os.getcwd()
            os.chdir(os.path.dirname(path))
            tools.kept = socket.socket(socket.AF_UNIX)
            tools.kept.bind(os.path.basename(path))
            os.chdir(here)
        elif kind == "directory":
            os.mkdir(path)
            with open(os.path.join(path, "kept"), "w") as file:
                file.write(FOREIGN)
            return lambda: require(os.path.exists(os.path.join(path, "kept")) or any(
                os.path.exists(os.path.join(os.path.dirname(path), n, "kept")) for n in os.listdir(os.path.dirname(path))), "the directory was emptied")
        elif os.geteuid() == 0:
            os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
        else:
            os.symlink("/dev/zero", path)  # only root makes devices
    return plant


def companion(suffix, kind):
    """Something in place of a companion of the database."""
    def plant(tools, path):
        other = path + suffix
        if os.path.exists(other):
            os.remove(other)
        if kind == "link":
            guarded = tools.write("guarded", FOREIGN)
            os.symlink(guarded, other)
            return lambda: require(read(guarded) == FOREIGN.encode(), "what the link leads to was changed")
        if kind == "fifo":
            os.mkfifo(other)
        elif kind == "directory":
            os.mkdir(other)
        else:
            with open(other, "wb") as file:
                file.write(tools.random.randbytes(100_000))
    return plant


def truncated(part):
    def plant(tools, path):
        size = os.path.getsize(path)
        os.truncate(path, int(size * part) if part < 1 else int(part))
    return plant


def flipped(count, first=0, last=None):
    def plant(tools, path):
        data = bytearray(read(path))
        for _ in range(count):
            data[tools.random.randrange(first, min(last or len(data), len(data)))] ^= 1 << tools.random.randrange(8)
        text(bytes(data))(tools, path)
    return plant


def changed(*statements):
    """A database of ours in which statements of SQL were run."""
    def plant(tools, path):
        with sqlite3.connect(path) as database:
            for statement in statements:
                database.execute(statement)
        database.close()
    return plant


def locked(tools, path):
    """Another program holds the write lock all the time."""
    tools.kept = sqlite3.connect(path, isolation_level=None)
    tools.kept.execute("BEGIN EXCLUSIVE")


def folder(kind):
    """Something in place of the folder of the cache."""
    def plant(tools, path):
        place = os.path.dirname(path)
        for name in os.listdir(place):
            os.remove(os.path.join(place, name))
        os.rmdir(place)
        if kind == "file":
            tools.write("D", FOREIGN)
        elif kind == "fifo":
            os.mkfifo(place)
        elif kind == "dangling":
            os.symlink(tools.path("nothing"), place)
        elif kind == "loop":
            os.symlink(place, place)
    return plant


ROWS = [
    Planted("fifo", "shown without a disk cache, at once", special("fifo")),
    Planted("socket", "shown without a disk cache", special("socket")),
    Planted("directory", "shown without a disk cache, the directory is kept", special("directory")),
    Planted("device", "shown without a disk cache", special("device")),
    Planted("link-to-a-database", "the other database is not changed", link_to(foreign_database)),
    Planted("link-to-an-empty-file", "the file stays empty", link_to(lambda path: open(path, "w").close())),
    Planted("link-to-a-text", "the text is not changed", link_to(lambda path: print(FOREIGN, file=open(path, "w")))),
    Planted("hard-link-to-a-database", "neither the other database nor its rights are changed", hard_link_to(foreign_database)),
    Planted("hard-link-to-a-text", "neither the text nor its rights are changed", hard_link_to(lambda path: print(FOREIGN, file=open(path, "w")))),
    Planted("hard-link-to-ours", "shown right, the rights of the other name are not changed", hard_link_to_ours, True),
    Planted("link-to-nothing", "nothing is made there", link_to(lambda path: None)),
    Planted("link-to-itself", "shown without a disk cache", lambda tools, path: os.symlink(path, path)),
    Planted("link-to-a-device", "shown without a disk cache", lambda tools, path: os.symlink("/dev/zero", path)),
    Planted("foreign-database", "set aside or left, not converted", foreign()),
    Planted("foreign-with-our-mark", "set aside or left, nothing lost", foreign(mark=0x4854696D, version=2)),
    Planted("foreign-with-our-old-version", "set aside or left, nothing lost", foreign(mark=0x4854696D, version=1)),
    Planted("future-version", "set aside or left, nothing lost", foreign(mark=0x4854696D, version=99)),
    Planted("empty", "used", text(b"")),
    Planted("one-byte", "set aside", text(b"S")),
    Planted("random-bytes", "set aside", text(lambda tools: tools.random.randbytes(300_000))),
    Planted("nul-bytes", "set aside", text(b"\0" * 300_000)),
    Planted("only-a-header", "set aside", text(b"SQLite format 3\0" + b"\0" * 84)),
    Planted("wild-header", "set aside", text(lambda tools: b"SQLite format 3\0" + tools.random.randbytes(84) + b"\0" * 65_536)),
    Planted("text-file", "set aside", text((FOREIGN * 1000).encode())),
    Planted("truncated-by-half", "read again", truncated(0.5), True),
    Planted("truncated-in-the-header", "read again", truncated(50), True),
    Planted("truncated-by-a-byte", "read again", truncated(0.9999), True),
    Planted("a-bit-in-the-header", "read again", flipped(1, 0, 100), True),
    Planted("bits-in-the-schema", "read again", flipped(20, 100, 32_768), True),
    Planted("bits-everywhere", "read again", flipped(200), True),
    Planted("1-bit-in-20-places", "read again", flipped(20, 32_768), True),
    Planted("garbage-wal", "shown right", companion("-wal", "garbage"), True),
    Planted("fifo-wal", "shown right, at once", companion("-wal", "fifo"), True),
    Planted("directory-wal", "shown right", companion("-wal", "directory"), True),
    Planted("link-wal", "what it leads to is not changed", companion("-wal", "link"), True),
    Planted("fifo-shm", "shown right, at once", companion("-shm", "fifo"), True),
    Planted("link-shm", "what it leads to is not changed", companion("-shm", "link"), True),
    Planted("garbage-journal", "shown right", companion("-journal", "garbage"), True),
    Planted("fifo-journal", "shown right, at once", companion("-journal", "fifo"), True),
    Planted("negative-sizes", "shown right", changed("UPDATE entry SET size = -9223372036854775808", "UPDATE total SET count = -5, bytes = 9223372036854775807"), True),
    Planted("wild-times", "shown right", changed("UPDATE entry SET stored = 1e308", "UPDATE usage SET accessed = -1e308"), True),
    Planted("wrong-types", "shown right", changed("UPDATE entry SET stored = 'x', etag = x'ff00', modified = x'00', response = 'x', extended = 7"), True),
    Planted("wild-metadata", "shown right", changed("UPDATE entry SET response = randomblob(200), extended = randomblob(200)"), True),
    Planted("etag-with-line-ends", "no header is smuggled", changed("UPDATE entry SET etag = '\"a' || char(13) || char(10) || 'X-Smuggled: 1'", "UPDATE entry SET response = NULL"), True),
    Planted("bytes-are-gone", "read again", changed("DELETE FROM content"), True),
    Planted("bytes-are-garbage", "an error or read again", changed("UPDATE content SET bytes = randomblob(500)"), True),
    Planted("bytes-are-empty", "an error or read again", changed("UPDATE content SET bytes = x''"), True),
    Planted("a-table-is-gone", "shown right", changed("DROP TABLE content"), True),
    Planted("a-view-as-a-table", "shown right", changed("DROP TABLE entry", "CREATE VIEW entry AS SELECT 1 AS id, 'x' AS source, '' AS variant, 9 AS size, 0 AS stored, NULL AS etag, NULL AS modified, NULL AS response, NULL AS extended"), True),
    Planted("an-evil-trigger", "shown right", changed("CREATE TRIGGER evil AFTER UPDATE ON usage BEGIN DELETE FROM entry; INSERT INTO usage SELECT NULL, 1, randomblob(1000000); END"), True),
    Planted("an-endless-view", "shown right, at once", changed("DROP TABLE usage", "CREATE VIEW usage AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id, 0.0 AS accessed, 9 AS size FROM n"), True),
    Planted("locked-all-the-time", "shown right, within seconds", locked, True),
    Planted("read-only", "shown right", lambda tools, path: os.chmod(path, 0o400), True),
    Planted("folder-is-a-file", "shown without a disk cache", folder("file")),
    Planted("folder-is-a-fifo", "shown without a disk cache, at once", folder("fifo")),
    Planted("folder-is-a-dangling-link", "shown", folder("dangling")),
    Planted("folder-is-a-loop", "shown without a disk cache", folder("loop")),
]


def reply(c, r):
    c.answer(PICTURE, 'ETag: "a"', "Cache-Control: max-age=0")
    return True


def attack(row):
    def case(tools):
        server = tools.serve(reply)
        path = tools.path("D", "images.sqlite")
        right = tools.print("--no-cache", tools.write("right.png", PICTURE)).out
        addresses = [server.url(f"/{n}.png") for n in range(6)]
        if row.filled:
            tools.print(*addresses)
            clean_companions(path)
        check = row.plant(tools, path)
        # The picture counts: a cache that cannot be kept is told, and leaves the status 0.
        for turn in range(2):
            outcome = tools.print(addresses[0], seconds=12, megabytes=64)
            require(outcome.out == right, f"other pixels than the picture's in run {turn + 1}: {outcome.describe()}")
        listed = tools.write("list.txt", "\n".join(addresses))
        gallery = tools.gallery("--load-delay", "0", listed)
        gallery.see("1/6")
        gallery.settle(1)
        gallery.quit((0,), megabytes=tools.bound(64, "gallery"))
        require(not any("x-smuggled" in r["headers"] for r in server.requests()), "a header was smuggled")
        if check:
            check()

    return case


def clean_companions(path):
    """Takes what is in the write-ahead log into the database, so that only the planted thing is wrong."""
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()


def told_of(plant):
    """What `cache info` and a scenario of the Lab do with something in place of the database."""
    def case(tools):
        path = tools.path("D", "images.sqlite")
        plant(tools, path)
        outcome = tools.run("cache", "info", "--cache-dir", tools.path("D"))
        outcome.check((2,))
        lines = outcome.err.decode().splitlines()
        require(len(lines) == 1 and " is not used: images.sqlite is " in lines[0] and not outcome.out, f"expected one clear sentence: {outcome.describe()}")
        outcome = tools.run("lab", "--size", "60x20", "--scenario", "reuse", "--cache-dir", tools.path("D"))
        outcome.check((0,))
        require(b" is not used: images.sqlite is " in outcome.err, f"the trouble was not told: {outcome.describe()}")
    return case


def modes(tools):
    """The database and its companions are 0600 in a folder that was there, while it is used and afterwards."""
    os.chmod(tools.path("D"), 0o755)
    os.umask(0o022)
    server = tools.serve(lambda c, r: reply(c, r))
    gallery = tools.gallery("--load-delay", "0", tools.write("list.txt", "\n".join(server.url(f"/{n}.png") for n in range(6))))
    gallery.see("1/6")
    gallery.sees(lambda: os.path.exists(tools.path("D", "images.sqlite-wal")), 5)
    wide = open_files(tools)
    gallery.quit((0,))
    wide |= open_files(tools)
    require(not wide, "others can read " + ", ".join(sorted(wide)))


def open_files(tools):
    return {f"{name} ({os.stat(tools.path('D', name)).st_mode & 0o777:o})" for name in os.listdir(tools.path("D"))
            if os.stat(tools.path("D", name)).st_mode & 0o077}


def shared_folder(tools):
    """A link that another user planted in a shared folder is not followed, and its target not made."""
    os.chmod(tools.path("D"), 0o1777)
    victim = tools.path("home", "victim")
    for suffix in ("", "-wal", "-shm", "-journal"):
        os.symlink(victim + suffix, tools.path("D", "images.sqlite" + suffix))
    server = tools.serve(reply)
    tools.print(server.url("/a.png"))
    made = [name for name in os.listdir(tools.path("home")) if name.startswith("victim")]
    require(not made, f"made through links: {made}")


def cases():
    return [Case(f"databases/{row.name}", row.expects, attack(row), 60) for row in ROWS] + [
        Case("databases/fifo-told", "one sentence, and status 0 of a scenario", told_of(special("fifo"))),
        Case("databases/dangling-link-told", "one sentence, and status 0 of a scenario", told_of(link_to(lambda path: None))),
        Case("databases/modes", "the database and its companions are 0600 in an existing folder", modes),
        Case("databases/links-in-a-shared-folder", "nothing is made where they lead", shared_folder)]
