"""Addresses with a password, of every kind: `SEKRET` is nowhere in state, cache, trace, output or on screen.

The server asks for the password, so a row also fails if it is not sent on the way to where it belongs.
"""

import base64
import json
import os
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require, shown
from terminal import ESCAPE

PASSWORD = "SEKRET"
WORD = base64.b64encode(f"bob:{PASSWORD}".encode()).decode()
PICTURE = pictures.png(24, 24, seed=3)


@dataclass
class Secret:
    """One row: `source(tools, host)` gives the arguments; `host` is the server's `127.0.0.1:port`."""

    name: str
    expects: str
    source: Callable
    is_sent: bool = True  # the server must have got the password
    standard_input: Callable | None = None
    keys: tuple = ("j", "k")
    status: tuple = (0, 1, 2)


def reply(c, r):
    """Everything behind a password; documents name pictures with the password, too."""
    def feed(*addresses):
        items = "".join(f"<item><title>T{n}</title><guid>{n}</guid><link>{a}</link><enclosure url=\"{a}\" type=\"image/png\"/></item>" for n, a in enumerate(addresses))
        return f"<rss version='2.0'><channel><title>Feed</title><link>{secret}/</link>{items}</channel></rss>"
    secret = f"http://bob:{PASSWORD}@{c.address}"
    if r.path.startswith("/open"):
        pass  # without a password
    elif r.headers.get("authorization") != f"Basic {WORD}":
        c.head('WWW-Authenticate: Basic realm="x"', "Content-Length: 0", status="401 No")
        return True
    name = r.path.rpartition("/")[2]
    documents = {
        "feed.xml": (feed("/1.png", f"{secret}/2.png"), "application/rss+xml"),
        "secrets.xml": (feed(f"{secret}/1.png", f"{secret}/2.png", f"{secret}/gone.txt"), "application/rss+xml"),
        "page.html": (f'<title>Page</title><link rel=alternate type=application/rss+xml href="{secret}/feed.xml"><img src="{secret}/1.png" alt=A><img src="/2.png">', "text/html"),
        "list.txt": (f"{secret}/1.png\n{secret}/2.png\n", "text/plain"),
        "feeds.opml": (f'<opml version="2.0"><body><outline text="F" type="rss" xmlUrl="{secret}/feed.xml"/></body></opml>', "text/x-opml"),
        "feed.json": (f'{{"version":"https://jsonfeed.org/version/1.1","title":"Feed","items":[{{"id":"1","title":"T","url":"{secret}/p","image":"{secret}/1.png"}}]}}', "application/feed+json"),
    }
    # Words that no picture or link is made of, so that only the look at the bytes can find the password.
    def hidden(address):
        return f"<rss version='2.0'><channel><title>Feed</title><item><title>T</title><description>{address}</description><enclosure url='/open/1.png' type='image/png'/></item></channel></rss>"
    host = c.address
    documents.update({
        "escaped.xml": (documents["secrets.xml"][0].replace("@", "&#64;"), "application/rss+xml"),
        "apostrophe.xml": (hidden(f"http://bob:it's{PASSWORD}@{host}/"), "application/rss+xml"),
        "slash.xml": (hidden(f"http://bob:a/{PASSWORD}@{host}/"), "application/rss+xml"),
        "one-slash.xml": (hidden(f"http:/bob:{PASSWORD}@{host}/"), "application/rss+xml"),
        "odd.txt": (f"http://{host}/open/1.png\n" + "".join(f"{line}\n" for line in (
            f"\\\\bob:{PASSWORD}@{host}/2.png", f'"http://bob:{PASSWORD}@{host}/2.png"', f"<http://bob:{PASSWORD}@{host}/2.png>",
            f"- http://bob:{PASSWORD}@{host}/2.png", f"url=http://bob:{PASSWORD}@{host}/2.png")), "text/plain"),
        "quotes.xml": (hidden(f"http://bob:1'{PASSWORD}@{host}/ &lt;a href=&quot;http://bob'{PASSWORD}@{host}&quot;&gt;"), "application/rss+xml"),
    })
    if name in documents:
        text, kind = documents[name]
        c.answer(text.encode(), 'ETag: "a"', "Cache-Control: max-age=100", kind=kind)
    elif name == "heads.png":
        c.answer(PICTURE, f'ETag: "{secret}/x"', f"Last-Modified: {secret}", f"Vary: Accept, {secret}/vary", f'Server: "//{PASSWORD}@{host}/"',
                 "Cache-Control: max-age=100", kind=f"image/png; x={secret}/")
    elif name == "heads.xml":
        c.answer(documents["feed.xml"][0].replace(f"{secret}", "/open").encode(), f'ETag: W/"{secret}/x"', "Cache-Control: max-age=100",
                 kind=f'application/rss+xml; x="{secret}/"')
    elif name == "away.png":
        c.head(f"Location: {secret}/1.png", "Content-Length: 0", status="302 Found")
    elif name.endswith(".png"):
        c.answer(PICTURE, 'ETag: "a"')
    else:
        c.head("Content-Length: 0", status="404 No")
    return True


def address(path, scheme="http"):
    return lambda tools, host: [f"{scheme}://bob:{PASSWORD}@{host}{path}"]


def written(name, text):
    """A local file whose text is made from the server's address."""
    return lambda tools, host: [tools.write(name, text(f"http://bob:{PASSWORD}@{host}"))]


HIDDEN = ("apostrophe.xml", "slash.xml", "one-slash.xml", "odd.txt", "quotes.xml")

EVERYTHING = ("d", "d", "\r", "d", "d", "y", "o", "w", "m", ESCAPE, "M", "y", "?", "?", "r", "R", "f", "is:text\r", "L", ESCAPE, ESCAPE)

ROWS = [
    *[Secret(f"open-{name}", "the document is shown and not kept", lambda tools, host, name=name: [f"http://{host}/open/{name}"], is_sent=False, keys=EVERYTHING) for name in HIDDEN],
    Secret("heads-of-a-picture", "the picture is shown and kept, the headers are not", lambda tools, host: [f"http://{host}/open/heads.png"], is_sent=False, keys=EVERYTHING),
    Secret("heads-of-a-feed", "the feed is shown and kept, the headers are not", lambda tools, host: [f"http://{host}/open/heads.xml"], is_sent=False, keys=EVERYTHING),
    Secret("picture", "sent, and found nowhere", address("/1.png"), keys=EVERYTHING),
    Secret("feed", "sent, and found nowhere", address("/feed.xml"), keys=EVERYTHING),
    Secret("feed-of-passwords", "sent, and found nowhere, its body not in the cache", address("/secrets.xml"), keys=EVERYTHING),
    Secret("open-feed-of-passwords", "found nowhere, its body not in the cache", lambda tools, host: [f"http://{host}/open/secrets.xml"], keys=EVERYTHING),
    Secret("json-feed", "sent, and found nowhere", address("/feed.json"), keys=EVERYTHING),
    Secret("open-escaped-feed", "found nowhere, its body not in the cache", lambda tools, host: [f"http://{host}/open/escaped.xml"], keys=EVERYTHING),
    Secret("open-json-feed", "found nowhere", lambda tools, host: [f"http://{host}/open/feed.json"], keys=EVERYTHING),
    Secret("page", "sent, and found nowhere", address("/page.html"), keys=EVERYTHING),
    Secret("open-page", "found nowhere", lambda tools, host: [f"http://{host}/open/page.html"], keys=EVERYTHING),
    Secret("remote-list", "sent, and found nowhere", address("/list.txt"), keys=EVERYTHING),
    Secret("opml", "sent, and found nowhere", address("/feeds.opml"), keys=EVERYTHING),
    Secret("open-opml", "found nowhere", lambda tools, host: [f"http://{host}/open/feeds.opml"], keys=EVERYTHING),
    Secret("local-list", "sent, and found nowhere else", written("a.txt", lambda secret: f"{secret}/1.png\n{secret}/2.png\n"), keys=EVERYTHING),
    Secret("local-feed", "sent, and found nowhere else", written("a.xml", lambda secret: f'<rss version="2.0"><channel><title>F</title><item><title>T</title><enclosure url="{secret}/1.png" type="image/png"/></item></channel></rss>'), keys=EVERYTHING),
    Secret("local-opml", "sent, and found nowhere else", written("a.opml", lambda secret: f'<opml version="2.0"><body><outline text="F" type="rss" xmlUrl="{secret}/feed.xml"/></body></opml>'), keys=EVERYTHING),
    Secret("two-pictures", "sent, and found nowhere", lambda tools, host: [f"http://bob:{PASSWORD}@{host}/{n}.png" for n in (1, 2)], keys=EVERYTHING),
    Secret("redirect", "sent, and found nowhere", address("/away.png"), keys=EVERYTHING),
    Secret("open-redirect", "found nowhere", lambda tools, host: [f"http://{host}/open/away.png"], is_sent=False, keys=EVERYTHING),
    Secret("not-there", "an error without the password", address("/gone.png.txt"), is_sent=False, keys=EVERYTHING),
    Secret("wrong-password", "an error without the password", lambda tools, host: [f"http://eve:{PASSWORD}@{host}/1.png"], is_sent=False),
    Secret("token-as-user", "an error without the token", lambda tools, host: [f"http://{PASSWORD}@{host}/1.png"], is_sent=False),
    Secret("password-with-marks", "an error without the password", lambda tools, host: [f"http://bob:a%40{PASSWORD}%3A%2F@{host}/1.png"], is_sent=False),
    Secret("no-server", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD}@127.0.0.1:1/1.png"], is_sent=False),
    Secret("no-server-for-a-feed", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD}@127.0.0.1:1/feed.xml"], is_sent=False),
    Secret("unknown-host", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD}@no-such-host.invalid/1.png"], is_sent=False),
    Secret("https-of-a-plain-server", "an error without the password", address("/1.png", "https"), is_sent=False),
    Secret("no-port", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD}@127.0.0.1:99999/1.png"], is_sent=False),
    Secret("port-of-letters", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD}@127.0.0.1:none/1.png"], is_sent=False),
    Secret("broken-host", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD}@[::/1.png"], is_sent=False),
    Secret("password-with-a-space", "an error without the password", lambda tools, host: [f"http://bob:{PASSWORD} x@{host}/1.png"], is_sent=False),
    Secret("upper-case-scheme", "found nowhere", lambda tools, host: [f"HTTP://bob:{PASSWORD}@{host}/1.png"], is_sent=False),
    Secret("ftp", "an error without the password", address("/1.png", "ftp"), is_sent=False),
    Secret("without-a-scheme", "an error without the password", lambda tools, host: [f"//bob:{PASSWORD}@{host}/1.png"], is_sent=False),
    Secret("without-slashes", "an error without the password", lambda tools, host: [f"bob:{PASSWORD}@{host}/1.png"], is_sent=False),
    Secret("one-slash", "an error without the password", lambda tools, host: [f"http:/bob:{PASSWORD}@{host}/1.png"], is_sent=False),
]


def print_row(tools, row, arguments):
    """The same arguments to `print`, with everything that says much."""
    outcomes = [tools.run(*command, seconds=15) for command in (
        ["print", "--verbose", "--timeout", "2", "--trace", tools.path("trace-print"), "--title", "%f %b", "--size", "8x4", "--cache-dir", tools.path("D"), *arguments],
        ["trace", tools.path("trace-print")], ["cache", "info", "--verbose", "--cache-dir", tools.path("D")])]
    for outcome in outcomes:
        outcome.check((0, 1, 2))
    return b"\n".join(o.out + o.err for o in outcomes)


def attack(row):
    def case(tools):
        server = tools.serve(reply)
        inputs = set(os.listdir(tools.folder))
        arguments = row.source(tools, server.address)
        sources = set(os.listdir(tools.folder)) - inputs
        opener = tools.write("opener", f'#!/bin/sh\necho "$@" >> {tools.path("opened")}\n')
        os.chmod(opener, 0o755)
        said = print_row(tools, row, arguments)
        seen = []
        # With the cache and the state of the first time, the second one shows what was remembered.
        for turn in range(2):
            gallery = tools.gallery("--verbose", "--timeout", "2", "--opener", opener, "--save-dir", tools.path("home"),
                                    "--trace", tools.path(f"trace{turn}"), *arguments, rows=30, columns=140)
            gallery.settle(3, 0.2)
            for key in row.keys if turn == 0 else ("j", "d", "d"):
                gallery.send(key)
                gallery.pump(0.05)
                seen.append(gallery.screen.text())
            gallery.send(gallery.quit_key)
            outcome = gallery.wait(8)
            outcome.check(row.status)
            said += bytes(gallery.output) + "\n".join(seen).encode() + b"\n".join(copied(gallery))
            run = tools.run("trace", tools.path(f"trace{turn}"))
            said += run.out + run.err
        look(tools, said, sources | {"requests", "opener"})
        if row.is_sent:
            require(any(r["headers"].get("authorization") == f"Basic {WORD}" for r in server.requests()), "the password was not sent where it belongs")

    return case


def copied(gallery):
    """What was put on the clipboard."""
    found = []
    for value in gallery.screen.clipboard:
        try:
            found.append(base64.b64decode(value.partition(";")[2]))
        except ValueError:
            found.append(value.encode())
    return found


def look(tools, said, sources):
    """Fails if the password is in what was said or in a file, by its name or in Base64, or if others can read a file."""
    found = []
    words = (PASSWORD.encode(), WORD.encode().rstrip(b"="))
    for word in words:
        place = said.find(word)
        if place >= 0:
            found.append(f"{word.decode()} was shown {said.count(word)} times: …{shown(said[max(0, place - 60):place + 40])}…")
    for folder, _, names in os.walk(tools.folder):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.relpath(path, tools.folder) in sources:
                continue
            with open(path, "rb") as file:
                content = file.read()
            content += content.replace(b"\0", b"")
            if any(word in content or word in name.encode() for word in words):
                found.append(f"the password is in {os.path.relpath(path, tools.folder)}")
            mode = os.stat(path).st_mode & 0o777
            if mode & 0o077 and (name == "state.json" or name.startswith("images.sqlite")):
                found.append(f"others can read {name} ({mode:o})")
    require(not found, "; ".join(found))


def wrong_places(tools):
    """Addresses where a file, a folder or a word is wanted: what is wrong is said without the password."""
    address = f"http://bob:{PASSWORD}@127.0.0.1:1/x"
    config = tools.write("config.json", json.dumps({"theme": address}))
    said = b""
    for arguments in (
        ["--trace", address, "x.png"], ["--config", address, "x.png"], ["--theme", address, "x.png"],
        ["--config", config, "x.png"], ["--colors", address, "x.png"], ["--size", address, "x.png"],
        ["--cache-dir", address, "x.png"], [address + "x", "--no-such-option=" + address], ["trace", address],
        ["cache", "info", "--cache-dir", address], ["lab", "--scenario", address],
        ["print", "--transition", address], ["doctor", address], ["cache", address],
    ):
        outcome = tools.run(*arguments, seconds=15)
        outcome.check((0, 1, 2))
        require(outcome.err or outcome.out, f"nothing was said to {arguments}")
        said += outcome.out + outcome.err
    look(tools, said, {"config.json"})


def list_on_standard_input(tools):
    """Addresses that come through a pipe, with keys from the terminal."""
    server = tools.serve(reply)
    reading, writing = os.pipe()
    os.write(writing, f"http://bob:{PASSWORD}@{server.address}/1.png\nhttp://bob:{PASSWORD}@{server.address}/2.png\n".encode())
    os.close(writing)
    gallery = tools.gallery("--trace", tools.path("trace"), "-", stdin=reading)
    gallery.settle(2)
    for key in ("j", "m", "d", "d", "y"):
        gallery.send(key)
        gallery.pump(0.1)
    seen = gallery.screen.text()
    gallery.quit((0, 1))
    look(tools, bytes(gallery.output) + seen.encode() + b"\n".join(copied(gallery)), {"requests"})


def modes(tools):
    """Files of state and cache are for their owner alone, in new folders as in old ones."""
    server = tools.serve(lambda c, r: c.answer(PICTURE, 'ETag: "a"') or True)
    os.umask(0o022)
    gallery = tools.gallery(tools.write("list.txt", "\n".join(server.url(f"/{n}.png?key=1") for n in range(4))), cache=False)
    gallery.see("1/4")
    gallery.send("j")
    gallery.pump(0.5)
    gallery.quit((0,))
    wide, found = [], set()
    for place in ("state", "cache"):
        for folder, _, names in os.walk(tools.path(place, "halftone")):
            found.update(names)
            for name in names:
                mode = os.stat(os.path.join(folder, name)).st_mode & 0o777
                if mode & 0o077:
                    wide.append(f"{name} ({mode:o})")
    require(not wide, "others can read " + ", ".join(wide))
    require({"state.json", "images.sqlite"} <= found, f"no place or no picture was kept, but {found}")


def cases():
    return [Case(f"passwords/{row.name}", row.expects, attack(row), 60) for row in ROWS] + [
        Case("passwords/list-on-standard-input", "found nowhere", list_on_standard_input),
        Case("passwords/wrong-places", "told without the password", wrong_places),
        Case("passwords/modes", "places and the database are 0600", modes)]
