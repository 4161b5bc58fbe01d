"""Hostile feeds, pages, lists and outlines, opened in the gallery.

What holds for every row: keys are answered, q ends the gallery with a status and no signal, memory stays bounded, the terminal
is restored, no foreign escape sequence is drawn, and no local file that a remote document names is opened.
"""

import ctypes
import gzip
import json
import os
import struct
import time
import zlib
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require, shown
from terminal import ESCAPE

ESCAPES = "\x1b]0;PWNED\x07\x1b[31337m\u009b31337m\x1b]52;c;UFdORUQ=\x07\x1bPPWNED\x1b\\\x90PWNED\x9c\x07\x08"
BIDI = "\u202eabc\u202d\u2066\u2067\u2068\u2069\u200f\u061c\u200b\u200d\ufeff"


@dataclass
class Feed:
    """One row: what `GET /feed` answers.

    `body` is bytes or text, a function that makes it in the server's process (so that its size does not count as
    memory of the program), a function of the case's tools, or one of the connection and the request.
    """

    name: str
    expects: str
    body: object
    kind: str = "application/rss+xml"
    shows: str | None = None  # what must be on the screen
    status: tuple = (0, 1, 2)
    megabytes: float = 96  # above an idle gallery
    seconds: float = 1.0  # how long it is looked at
    headers: tuple = ()


def rss(items="", head="", doctype="", encoding="UTF-8"):
    return (f'<?xml version="1.0" encoding="{encoding}"?>{doctype}<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/" '
            f'xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Feed</title>{head}{items}</channel></rss>')


def item(title="Good", address="/ok.png", more="", number=0):
    return f'<item><title>{title}</title><guid>{number}</guid><enclosure url="{address}" type="image/png" length="9"/>{more}</item>'


def entities(levels, width):
    body = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * width}">' for n in range(1, levels))
    return f'<!DOCTYPE rss [<!ENTITY e0 "ha">{body}]>'


def json_feed(*items, **more):
    return json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "Feed", "items": list(items), **more})


def opml(*outlines):
    return '<opml version="2.0"><head><title>Outline</title></head><body>' + "".join(outlines) + "</body></opml>"


def outline(address, title="One"):
    return f'<outline text="{title}" type="rss" xmlUrl="{address}"/>'


def local_addresses(form):
    """The canary's address in many spellings, each put into `form`."""
    ways = ["file://{0}", "file:{0}", "FILE://localhost{0}", "{0}", "../../../../../../..{0}", "file:///%2e%2e{0}", " file://{0}",
            "fi\nle://{0}", "view-source:file://{0}", "jar:file://{0}!/x", "//localhost{0}", "\\\\localhost{0}", "netdoc:{0}"]
    return lambda tools: "".join(form(way.format(tools.path("canary.png")), n) for n, way in enumerate(ways))


def endless(start, block):
    return lambda c, r: (c.head("Content-Type: application/rss+xml"), c.send(start), c.endless(block, 1 << 29))


def next_page(always):
    """A page of one item whose next page is `always(number)`."""
    def body(c, r):
        number = int(r.query or 0)
        link = f'<link rel="next" href="{always(number)}"/>'
        c.answer(f'<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title>{link}<entry><id>{number}</id><title>T{number}</title>'
                 f'<link rel="enclosure" type="image/png" href="/ok.png?{number}"/></entry></feed>'.encode(), kind="application/atom+xml")
        return True
    return body


def outline_tree(c, r):
    """Each outline names twenty more, for ever."""
    number = int(r.query or 0)
    c.answer(opml(*(outline(f"/feed?{number * 20 + n + 1}") for n in range(20))).encode(), kind="text/x-opml")
    return True


def changing_kind(c, r):
    body, kind = [(rss(item()), "application/rss+xml"), (opml(outline("/feed")), "text/x-opml"), ("<html><img src=/ok.png>", "text/html"),
                  (json_feed(), "application/feed+json"), ("/ok.png\n", "text/plain")][time.monotonic_ns() // 1000 % 5]
    c.answer(body.encode(), kind=kind)
    return True


def drip(c, r):
    c.head("Content-Type: application/rss+xml")
    c.drip(rss(item() * 100).encode(), 0.2)


def zipped(text):
    return gzip.compress(text if isinstance(text, bytes) else text.encode())


def gzip_bomb(c, r):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    c.head("Content-Type: application/rss+xml", "Content-Encoding: gzip")
    c.send(packer.compress(b"<rss><channel>"))
    block = b"<item><title>x</title></item>" * 40_000
    for _ in range(1000):
        c.send(packer.compress(block))


HUGE = "9" * 400
GOOD = "Good"
JSON = "application/feed+json"
PAGE = "text/html"
TEXT = "text/plain"

ROWS = [
    # XML
    Feed("billion-laughs", "refused or cut, in bounded memory", rss(item("&e9;"), doctype=entities(10, 10))),
    Feed("quadratic-entities", "refused or cut, in bounded memory", lambda: rss(item("&e;" * 20_000), doctype=f'<!DOCTYPE rss [<!ENTITY e "{"x" * 50_000}">]>')),
    Feed("entity-loop", "an error", rss(item("&a;"), doctype='<!DOCTYPE rss [<!ENTITY a "&b;"><!ENTITY b "&a;">]>')),
    Feed("external-entity", "the file is not opened", lambda tools: rss(item("&e;"), doctype=f'<!DOCTYPE rss [<!ENTITY e SYSTEM "file://{tools.path("canary.png")}">]>')),
    Feed("external-entity-of-the-network", "nothing is fetched", rss(item("&e;"), doctype='<!DOCTYPE rss [<!ENTITY e SYSTEM "/forbidden">]>')),
    Feed("external-dtd", "nothing is opened", lambda tools: rss(item(), doctype=f'<!DOCTYPE rss SYSTEM "file://{tools.path("canary.png")}">')),
    Feed("parameter-entities", "nothing is opened", lambda tools: rss(item("&x;"), doctype=f'<!DOCTYPE rss [<!ENTITY % p SYSTEM "file://{tools.path("canary.png")}"> %p;]>')),
    Feed("xinclude", "nothing is opened", lambda tools: rss(f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://{tools.path("canary.png")}" parse="text"/>' + item())),
    Feed("stylesheet", "nothing is opened", lambda tools: f'<?xml-stylesheet href="file://{tools.path("canary.png")}"?>' + rss(item()).partition("?>")[2]),
    Feed("deep-nesting", "refused, no crash", lambda: rss("<a>" * 300_000)),
    Feed("deep-nesting-closed", "refused, no crash", lambda: rss("<a>" * 100_000 + "</a>" * 100_000 + item())),
    Feed("100000-attributes", "refused or cut, in bounded time", lambda: rss("<item " + " ".join(f"a{n}='b'" for n in range(100_000)) + "/>" + item())),
    Feed("attribute-of-10-megabytes", "refused or cut", lambda: rss(item(more=f'<media:content url="/{"x" * 10_000_000}"/>')), megabytes=96),
    Feed("element-name-of-1-megabyte", "refused or passed over", lambda: rss(f"<{'x' * 1_000_000}/>" + item())),
    Feed("50000-namespaces", "refused or passed over", lambda: rss("<a " + " ".join(f"xmlns:n{n}='u:{n}'" for n in range(50_000)) + "/>" + item())),
    Feed("comment-of-12-megabytes", "the feed or an error", lambda: rss(f"<!--{'x' * 12_000_000}-->" + item())),
    Feed("cdata-bomb", "the feed or an error", lambda: rss("<![CDATA[" + "<item>" * 100_000 + "]]>" + item())),
    Feed("cdata-never-closed", "the feed or an error", rss(item() + "<![CDATA[")),
    Feed("items-without-end", "an error or the first 10,000, in bounded memory", endless("<rss><channel>", item() * 100), megabytes=128, seconds=6),
    Feed("title-without-end", "an error, in bounded memory", endless("<rss><channel><item><title>", "x" * 4096), seconds=4),
    Feed("cut-in-an-element", "what came, or an error", rss(item() * 3 + "<item><tit")[:-20]),
    Feed("one-guid-for-20000-items", "one item or all, in bounded memory", lambda: rss(item() * 20_000), megabytes=128),
    Feed("20000-pictures-in-one-item", "the item, in bounded memory", lambda: rss(item(more="".join(f'<media:content url="/{n}.png"/>' for n in range(20_000)))), megabytes=128),
    # Text that is shown
    Feed("escapes-raw", "no escape is drawn", rss(item(ESCAPES))),
    Feed("escapes-as-references", "no escape is drawn", rss(item("&#27;]0;PWNED&#7;&#x9b;31337m&#155;31337m&#x90;PWNED") + item())),
    Feed("escapes-in-cdata", "no escape is drawn", rss(item(f"<![CDATA[{ESCAPES}]]>"))),
    Feed("escapes-doubly-escaped", "no escape is drawn", rss(item("&amp;#27;]0;PWNED&amp;#7;&amp;#155;31337m"))),
    Feed("escapes-in-json", "no escape is drawn", json_feed({"id": "1", "title": ESCAPES, "image": "/ok.png", "url": f"http://127.0.0.1:1/{ESCAPES}"}), JSON, shows="PWNED"),
    Feed("escapes-in-a-page", "no escape is drawn", f"<title>{ESCAPES}&#27;]0;PWNED&#7;</title><img src=/ok.png alt='{ESCAPES}&#27;[31337m'>", PAGE),
    Feed("escapes-in-addresses", "no escape is drawn", rss(item("A", f"http://127.0.0.1:1/&#x9b;31337m%1b]0;PWNED%07") + item("B", "/%1b[31337m.png"))),
    Feed("bidi-controls", "no control is drawn", rss(item(BIDI + "end"))),
    Feed("bidi-in-json", "no control is drawn", json_feed({"id": "1", "title": BIDI + "Good", "image": "/ok.png"}), JSON, shows=GOOD),
    Feed("10000-combining-marks", "drawn in bounded width", rss(item("Good" + "\u0301\u0489" * 5000)), shows=GOOD),
    Feed("wide-and-private-characters", "drawn without a shift", rss(item("\U0001f468\u200d\U0001f469\u200d\U0001f467\ufe0f\U000e0001\U0010ffff\ue000Good"))),
    Feed("title-of-5-megabytes", "cut", lambda: rss(item("Good " * 1_000_000)), shows=GOOD),
    Feed("title-of-line-ends", "one line", rss(item("\r\n\t\v\f\u2028\u2029\x85" .replace("\v", "").replace("\f", "") + "Good"))),
    # Addresses
    Feed("local-files-in-enclosures", "none is opened", lambda tools: rss(local_addresses(lambda a, n: item(f"T{n}", a, number=n))(tools)), seconds=3),
    Feed("local-files-in-json", "none is opened", lambda tools: json_feed(*json.loads("[" + local_addresses(lambda a, n: json.dumps({"id": f"{n}", "image": a, "banner_image": a}) + ",")(tools)[:-1] + "]")), JSON, seconds=3),
    Feed("local-files-in-a-page", "none is opened", lambda tools: local_addresses(lambda a, n: f'<img src="{a}"><picture><source srcset="{a} 1x"></picture>')(tools), PAGE, seconds=3),
    Feed("local-files-in-a-list", "none is opened", lambda tools: local_addresses(lambda a, n: a.replace("\n", "") + "\n")(tools) + "/ok.png\n", TEXT, seconds=3),
    Feed("local-files-in-opml", "none is opened", lambda tools: opml(local_addresses(lambda a, n: outline(a))(tools)), "text/x-opml", seconds=3),
    Feed("base-of-local-files", "none is opened", lambda tools: f'<base href="file://{tools.folder}/"><img src="canary.png">', PAGE),
    Feed("xml-base-of-local-files", "none is opened", lambda tools: f'<feed xmlns="http://www.w3.org/2005/Atom" xml:base="file://{tools.folder}/"><entry><id>1</id><title>x</title><link rel="enclosure" type="image/png" href="canary.png"/></entry></feed>', "application/atom+xml"),
    Feed("schemes-of-all-kinds", "an error in each row", rss("".join(item(s, f"{s}:x") for s in ("javascript", "gopher", "dict", "ldap", "smb", "tel", "about", "blob", "chrome", "mailto", "scp", "tftp", "rtsp")))),
    Feed("data-address-of-1-megabyte", "a picture or an error", lambda: rss(item("D", "data:image/png;base64," + "A" * 1_000_000))),
    Feed("address-of-1-megabyte", "an error in the row", lambda: rss(item("L", "/" + "x" * 1_000_000) + item()), megabytes=128),
    Feed("20000-parent-folders", "an error in the row", lambda: rss(item("U", "/" + "../" * 20_000 + "ok.png") + item())),
    Feed("broken-percents-and-ports", "an error in each row", rss("".join(item("P", a) for a in ("/%zz%", "/%00", "http://[::1%25lo]:1/", "http://127.0.0.1:-1/", "http://127.0.0.1:65536/", "http://", "http://:80/", "http://[", "http://a b/", "//", "?", "#", "http://\u0430\u0440\u0440\u04cf\u0435.test/", "http://127.1:1/", "http://0x7f.1:1/")))),
    # Numbers, dates and encodings
    Feed("huge-numbers", "no trap", rss(item(more=f'<media:content url="/ok.png" width="{HUGE}" height="-{HUGE}" fileSize="{HUGE}" duration="1e999"/><media:content url="/b.png" width="NaN" height="0x7fffffff"/>') + item()), shows=GOOD),
    Feed("wild-dates", "no trap", rss("".join(item(more=f"<pubDate>{d}</pubDate>") for d in ("Fri, 99 Foo 99999999999 99:99:99 +9999", "0000-00-00T00:00:00Z", "292277026596-12-04T15:30:08Z", "-9999999-01-01T00:00:00Z", HUGE, "Mon, 31 Feb 2024 25:61:61 +0000", "1e400"))), shows=GOOD),
    Feed("broken-utf8", "what came, or an error", rss(item("Good\\xff\\xfe")).encode().replace(b"\\xff\\xfe", b"\xff\xfe\xc0\x80\xed\xa0\x80\xf5\x80\x80\x80")),
    Feed("encoding-unknown", "what came, or an error", rss(item(), encoding="nonsense-9")),
    Feed("encoding-utf7", "what came, or an error", rss(item("+ADw-script+AD4-"), encoding="UTF-7")),
    Feed("encoding-lies", "what came, or an error", rss(item(), encoding="UTF-16")),
    Feed("utf16-cut-in-a-unit", "what came, or an error", rss(item(), encoding="UTF-16").encode("utf-16")[:-1]),
    Feed("utf32", "what came, or an error", rss(item(), encoding="UTF-32").encode("utf-32")),
    Feed("nul-bytes", "what came, or an error", rss(item("a\0b") + "\0" * 1000 + item())),
    Feed("nothing", "an error or an empty list", b""),
    Feed("only-a-byte-order-mark", "an error or an empty list", b"\xef\xbb\xbf"),
    Feed("random-bytes", "an error", lambda tools: tools.random.randbytes(200_000)),
    # JSON
    Feed("json-nested-1000000-deep", "refused, no crash", lambda: '{"version":"https://jsonfeed.org/version/1","items":' + "[" * 1_000_000, JSON),
    Feed("json-objects-nested-200000-deep", "refused, no crash", lambda: '{"version":"https://jsonfeed.org/version/1","items":' + '{"a":' * 200_000 + "1" + "}" * 200_000 + "}", JSON),
    Feed("json-huge-numbers", "no trap", lambda: '{"version":"https://jsonfeed.org/version/1","title":"Feed","items":[{"id":1e999,"title":"Good","image":"/ok.png","size_in_bytes":-' + HUGE + ',"duration_in_seconds":1e-999,"x":' + "1" * 1_000_000 + "}]}", JSON),
    Feed("json-wrong-types", "what can be read, or an error", json_feed({"id": {}, "title": ["x"], "image": {"url": 7}, "tags": 7, "attachments": "x", "authors": [[[]]]}, 7, None, [], "x", {"id": "g", "title": "Good", "image": "/ok.png"}, next_url={"a": 1}), JSON),
    Feed("json-lone-surrogates", "no trap", '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"\\ud800\\udfff\\udc00 Good","image":"/ok.png"}]}', JSON),
    Feed("json-string-without-end", "an error, in bounded memory", lambda c, r: (c.head(f"Content-Type: {JSON}"), c.send('{"version":"https://jsonfeed.org/version/1","title":"'), c.endless("x" * 4096)), JSON, seconds=4),
    Feed("json-one-key-100000-times", "no quadratic time", lambda: '{"version":"https://jsonfeed.org/version/1","items":[],' + ",".join(['"title":"x"'] * 100_000) + "}", JSON),
    # Pages and loops
    Feed("next-page-is-this-page", "read once", next_page(lambda n: "/feed")),
    Feed("next-pages-in-a-circle", "each read once", next_page(lambda n: f"/feed?{(n + 1) % 3}")),
    Feed("next-pages-without-end", "ended by the limit, q works meanwhile", next_page(lambda n: f"/feed?{n + 1}"), megabytes=128, seconds=4),
    Feed("opml-of-itself", "read once", opml(outline("/feed"), outline("/feed"), outline("/ok.png")), "text/x-opml"),
    Feed("opml-of-two", "each read once", lambda c, r: c.answer(opml(outline("/feed?b" if r.query == "a" else "/feed?a")).encode(), kind="text/x-opml") or True),
    Feed("opml-tree-without-end", "bounded, q works meanwhile", outline_tree, megabytes=128, seconds=4),
    Feed("opml-nested-100000-deep", "refused, no crash", lambda: opml('<outline text="x">' * 100_000)),
    Feed("another-kind-each-time", "some source or an error", changing_kind),
    # HTML
    Feed("page-nested-300000-deep", "no crash", lambda: "<table><tr><td><div><b>" * 60_000 + "<img src=/ok.png>", PAGE),
    Feed("page-of-100000-candidates", "in bounded time", lambda: '<img srcset="' + ",".join(f"/{n}.png {n}w" for n in range(1, 100_000)) + '">', PAGE),
    Feed("page-of-unclosed-everything", "no trap", lambda: "<!--<script><style><img src='" + "<" * 100_000 + "\"'>", PAGE),
    Feed("page-of-100000-feeds", "in bounded time", lambda: "".join(f'<link rel=alternate type=application/rss+xml href="/{n}">' for n in range(50_000)) + "<img src=/ok.png>", PAGE),
    Feed("page-that-refreshes-to-itself", "read once", '<meta http-equiv=refresh content="0;url=/feed"><img src=/ok.png>', PAGE),
    Feed("page-of-frames-of-itself", "read once", '<iframe src="/feed"></iframe>' * 1000 + "<img src=/ok.png>", PAGE),
    # Lists
    Feed("list-without-line-ends", "an error or nothing, in bounded memory", lambda c, r: (c.head("Content-Type: text/plain"), c.endless("x" * 4096)), TEXT, seconds=4),
    Feed("list-of-nul-bytes", "an error or nothing", lambda: b"\0" * 1_000_000, TEXT),
    Feed("list-of-itself", "errors in the rows, no loop", "/feed\n" * 1000, TEXT),
    Feed("list-with-escapes", "no escape is drawn", f"/ok.png\n{ESCAPES}\n/{ESCAPES}.png\n{BIDI}\n", TEXT),
    # Transport
    Feed("gzip-bomb", "an error, in bounded memory", gzip_bomb, seconds=4),
    Feed("drip", "q ends it at once", drip),
    Feed("silence", "q ends it at once", lambda c, r: c.wait()),
    Feed("named-on-another-private-host", "not fetched", lambda c, r: c.answer(rss(item("Good", f"http://localhost:{c.port}/forbidden")).encode(), kind="application/rss+xml") or True, shows="Good"),
    Feed("redirect-to-a-file", "nothing is opened", lambda tools: lambda c, r: c.head(f"Location: file://{tools.path('canary.png')}", "Content-Length: 0", status="302 Found")),
]


class Canary:
    """A file that says whether it was opened, through inotify."""

    def __init__(self, tools):
        self.path = tools.write("canary.png", pictures.png(8, 8, seed=66))
        library = ctypes.CDLL(None, use_errno=True)
        self.watch = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        library.inotify_add_watch(self.watch, self.path.encode(), 0x20 | 0x1)  # IN_OPEN, IN_ACCESS
        require(self.watch >= 0, "inotify is not there")

    def was_opened(self):
        try:
            data = os.read(self.watch, 4096)
        except BlockingIOError:
            return False
        return len(data) >= struct.calcsize("iIII")


def attack(row):
    def case(tools):
        canary = Canary(tools)
        body = row.body
        if callable(body) and body.__code__.co_argcount == 1:
            body = body(tools)
        makes = callable(body) and body.__code__.co_argcount == 0

        def reply(c, r):
            if r.path != "/feed":
                c.answer(pictures.png(16, 16))
                return True
            if callable(body) and not makes:
                return body(c, r) is True
            whole = body() if makes else body
            c.answer(whole if isinstance(whole, bytes) else whole.encode(), *row.headers, kind=row.kind)
            return True

        server = tools.serve(reply)
        gallery = tools.gallery("--timeout", "5", "--opener", "/bin/false", server.url("/feed"), rows=24, columns=80)
        gallery.see(lambda: any(r["target"].startswith("/feed") for r in server.requests()))
        gallery.pump(row.seconds / 2)
        if row.shows:
            gallery.see(row.shows, 10)
        for key in ("j", "\r", "d", "d", ESCAPE, "G", "f", "is:text\r", "L", ESCAPE, ESCAPE):  # its details, the last, texts, feeds
            gallery.send(key)
            gallery.pump(row.seconds / 12)
        gallery.quit(row.status, megabytes=tools.bound(row.megabytes, "gallery"))
        require(not canary.was_opened(), "the local file was opened")
        require("/forbidden" not in [r["target"] for r in server.requests()], "an entity, or what another private host has, was fetched")

    return case


def cases():
    return [Case(f"feeds/{row.name}", row.expects, attack(row), 45) for row in ROWS]
