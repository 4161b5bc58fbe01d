"""Bodies and documents that are larger than the memory they may take."""

import os
import resource
import struct
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require
from program import die_with

START = pictures.png_header(4000, 4000)


@dataclass
class Load:
    """One row: sources that ask for much memory, and the peak that the run may have above an idle one."""

    name: str
    expects: str
    attack: Callable
    seconds: float = 60


def endless(c, r):
    c.head("Content-Type: image/png")
    c.send(START)
    c.endless(b"\0" * 4096)


def many_endless_pictures(tools):
    server = tools.serve(endless)
    listed = tools.write("list.txt", "\n".join(server.url(f"/{n}.png") for n in range(40)))
    gallery = tools.gallery(
        "--timeout", "5", "--layout", "grid", "--load-delay", "0", listed, rows=50, columns=160)
    gallery.see("1/40")
    gallery.pump(tools.pick(6, 40))
    outcome = gallery.quit((0,))
    require(outcome.megabytes <= 96, f"expected at most 96 MB: {outcome.describe()}")


def many_endless_pictures_printed(tools):
    server = tools.serve(endless)
    outcome = tools.run("print", "--size", "8x4", "--grid", "8", "--timeout", "5", "--no-cache",
                        *(server.url(f"/{n}.png") for n in range(tools.pick(8, 40))), seconds=100)
    outcome.check((2,), 96)


def long_pictures(tools, kinds, length, megabytes):
    """Right pictures with so many bytes behind their ends, from the network and then from the disk cache."""
    def reply(c, r):
        picture = getattr(pictures, r.path.rpartition(".")[2])()
        c.head(f"Content-Type: image/{r.path.rpartition('.')[2]}", f"Content-Length: {length}",
               "Cache-Control: max-age=3600", 'ETag: "1"')
        c.send(picture)
        block = b"\0" * (1 << 20)
        rest = length - len(picture)
        while rest > 0:
            c.send(block[:rest])
            rest -= len(block)
        tools.write("sent" + r.path.replace("/", "-"), "")
    server = tools.serve(reply)
    names = [f"/{number}.{kind}" for number, kind in enumerate(kinds)]
    listed = tools.write("list.txt", "\n".join(server.url(name) for name in names))
    for source in ("from the network", "from disk"):
        gallery = tools.gallery(listed, rows=50, columns=160)
        gallery.see("▀", 60)
        # The pictures are shown before the rest has come.
        require(gallery.sees(lambda: all(os.path.exists(tools.path("sent" + name.replace("/", "-"))) for name in names), 60),
                f"not fetched {source}")
        gallery.pump(tools.pick(6, 20))
        outcome = gallery.quit((0,), seconds=30)
        require(outcome.megabytes <= megabytes, f"{source}: expected at most {megabytes} MB: {outcome.describe()}")
    require([r["target"] for r in server.requests()].count(names[0]) == 1, "the disk cache was not used")


def streamed_pictures(tools):
    # The cache has room for two of them.
    long_pictures(tools, ["png", "jpeg"], 180 << 20, 128)


def mapped_picture(path):
    """A right picture of a format that is decoded from a mapped file, from the network and then from the disk cache.

    Pages of a mapped file are taken back when memory is short, so the memory that counts is the anonymous one: about 8 MB of
    an idle run, 8 MB until a file is begun, and the bytes that are on their way into it.
    """
    def case(tools):
        length, block = 180 << 20, b"\0" * (1 << 20)
        comment = b"!\xfe" + (b"\xff" + b"\0" * 255) * 4096 + b"\0"
        gif = pictures.gif(frames=3)
        head = gif.index(b"!\xf9")
        webp = pictures.webp()[8:]
        # Zeros behind the end, a playing animation behind a comment, and EXIF data.
        files = {
            "/end.gif": (gif, [block] * 180, b""),
            "/frames.gif": (gif[:head], [comment] * 170, gif[head:]),
            "/exif.webp": (b"RIFF" + struct.pack("<I", len(webp) + 8 + length) + webp + b"EXIF" + struct.pack("<I", length), [block] * 180, b""),
        }
        def reply(c, r):
            start, middle, end = files[r.path]
            count = len(start) + sum(map(len, middle)) + len(end)
            c.head(f"Content-Type: image/{r.path.rpartition('.')[2]}", f"Content-Length: {count}",
                   "Cache-Control: max-age=3600", 'ETag: "1"')
            for piece in (start, *middle, end):
                c.send(piece)
            tools.write("sent", "")
        server = tools.serve(reply)
        listed = tools.write("list.txt", server.url(path))
        for source in ("from the network", "from disk"):
            gallery = tools.gallery(listed, rows=50, columns=160)
            peak = 0
            def is_shown():
                nonlocal peak
                peak = max(peak, anonymous_megabytes(gallery.pid))
                # The first frame is shown before the rest has come.
                return "▀" in gallery.screen.text() and os.path.exists(tools.path("sent"))
            require(gallery.sees(is_shown, 60), f"not shown {source}")
            for _ in range(40):
                gallery.pump(0.05)
                peak = max(peak, anonymous_megabytes(gallery.pid))
            gallery.quit((0,), seconds=30)
            require(peak <= 48, f"{source}: expected at most 48 MB of anonymous memory: {peak:.0f} MB")
        require([r["target"] for r in server.requests()] == [path], "the disk cache was not used")
    return case


def anonymous_megabytes(pid):
    with open(f"/proc/{pid}/status") as file:
        return next((int(line.split()[1]) / 1024 for line in file if line.startswith("RssAnon")), 0)


def huge_exif(tools):
    """A right WebP with an EXIF chunk that is as large as a picture may be, with all memory and with little."""
    length = 180 << 20
    picture = pictures.webp()[8:]
    head = b"RIFF" + struct.pack("<I", len(picture) + 8 + length) + picture + b"EXIF" + struct.pack("<I", length)
    path = tools.path("huge.webp")
    with open(path, "wb") as file:
        file.write(head)
        file.truncate(len(head) + length)
    # The peak of a run counts what this process had when it began it: nothing so large is built here.
    tools.print("--no-cache", path, megabytes=200, seconds=30)
    def reply(c, r):
        c.head("Content-Type: image/webp", f"Content-Length: {len(head) + length}")
        c.send(head)
        c.endless(b"\0" * (1 << 20), length)
    server = tools.serve(reply)
    for _ in range(2):
        outcome = tools.run("print", "--size", "8x4", "--cache-dir", tools.path("D"), server.url("/1.webp"),
                            seconds=30, limits=((resource.RLIMIT_AS, 480 << 20),))
        outcome.check((0, 2))


def list_of_lines(tools, source):
    """A list of 100 MB opened in the gallery."""
    gallery = tools.gallery(source, environment=tools.environment())
    gallery.pump(tools.pick(6, 20))
    gallery.send("G")
    gallery.pump(1)
    gallery.quit((0, 1, 2), megabytes=tools.bound(48, "gallery"))


def remote_list(tools):
    def reply(c, r):
        c.head("Content-Type: text/plain")
        c.endless("/" + "x" * 1000 + ".png\n", 100 << 20)
    list_of_lines(tools, tools.serve(reply).url("/list.txt"))


def local_list(tools):
    path = tools.path("list.txt")
    with open(path, "wb") as file:
        for _ in range(100):
            file.write((b"/nothing/" + b"x" * 1000 + b".png\n") * 1000)
    list_of_lines(tools, path)


def list_in_one_line(tools):
    path = tools.path("list.txt")
    with open(path, "wb") as file:
        for _ in range(250):
            file.write(b"x" * (1 << 20))
    gallery = tools.gallery(path)
    gallery.pump(4)
    gallery.quit((0, 1, 2), megabytes=tools.bound(48, "gallery"))


def many_large_feeds(tools):
    """As many feeds as are fetched at once, by several names of one host, each as large as one may be."""
    hosts = ("127.0.0.1", "localhost", "127.1", "127.0.1")
    item = "<item><title>T{0}</title><description>" + "x" * 30_000 + "</description><enclosure url='/{0}.png' type='image/png'/></item>"
    body = "<rss version='2.0'><channel><title>Feed</title>" + "".join(item.format(n) for n in range(500)) + "</channel></rss>"
    def reply(c, r):
        if r.path.endswith(".png"):
            c.answer(pictures.png())
        else:
            c.answer(body.encode(), kind="application/rss+xml")
    server = tools.serve(reply)
    port = server.url("").rpartition(":")[2].strip("/")
    listed = tools.write("feeds.opml", '<opml version="2.0"><body>' + "".join(
        f'<outline text="{n}" type="rss" xmlUrl="http://{hosts[n % 4]}:{port}/{n}.xml"/>' for n in range(24)) + "</body></opml>")
    gallery = tools.gallery(listed)
    gallery.see("12000", 60)
    gallery.quit((0,), seconds=20, megabytes=tools.bound(160, "gallery"))


def sparse_picture(tools):
    path = tools.path("sparse.png")
    with open(path, "wb") as file:
        file.write(START)
        file.truncate(1 << 40)
    tools.print("--no-cache", path, status=(0, 2), megabytes=48, seconds=30)


def standard_input(tools):
    def feed(path):
        reading, writing = os.pipe()
        parent = os.getpid()
        if os.fork() == 0:
            die_with(parent)
            os.close(reading)
            try:
                while True:
                    os.write(writing, START + b"\0" * 65536)
            finally:
                os._exit(0)
        os.close(writing)
        return reading
    outcome = tools.run("print", "--size", "8x4", "-", stdin=feed(tools), seconds=40)
    outcome.check((0, 2), tools.bound(48, "print"))


ROWS = [
    Load("40-endless-pictures", "keys are answered and the peak is at most 96 MB", many_endless_pictures),
    Load("endless-pictures-on-a-sheet", "errors, and the peak is at most 96 MB", many_endless_pictures_printed, 120),
    Load("pictures-of-180-megabytes", "shown, kept and shown again, and the peak is at most 128 MB", streamed_pictures, 150),
    *[Load(f"180-megabytes-of-{path.strip('/')}", "shown, kept and shown again, at most 48 MB of anonymous memory", mapped_picture(path), 150)
      for path in ("/end.gif", "/frames.gif", "/exif.webp")],
    Load("remote-list-of-100-megabytes", "shown or refused, at most 48 MB above idle", remote_list),
    Load("local-list-of-100-megabytes", "shown or refused, at most 48 MB above idle", local_list),
    Load("local-list-of-one-line", "shown or refused, at most 48 MB above idle", list_in_one_line),
    Load("webps-with-exif-of-180-megabytes", "shown, or an error, and no end by a signal", huge_exif, 100),
    Load("24-large-feeds", "all shown, at most 160 MB above idle", many_large_feeds, 100),
    Load("sparse-picture-of-a-terabyte", "an error, at most 48 MB above idle", sparse_picture),
    Load("endless-standard-input", "an error, at most 48 MB above idle", standard_input),
]


def cases():
    return [Case(f"memory/{row.name}", row.expects, row.attack, row.seconds) for row in ROWS]
