"""Broken HTTP responses to a request for a picture.

What holds for every row, beyond its own expectation: no signal, no hang, one clean sentence on stderr where something
failed, and the right pixels on standard output where nothing was complained about.
"""

import gzip
import signal
import time
import zlib
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require, shown

PICTURE = pictures.png(24, 24, seed=1)
OTHER = pictures.png(24, 24, seed=9)
JPEG = pictures.jpeg()
ESCAPES = "\x1b]0;PWNED\x07\x1b[31337m\x9b31337m\x00\x1b]52;c;UFdORUQ=\x07"
fails, shows, either = (2,), (0,), (0, 2)


@dataclass
class Response:
    """One row: its name, what is expected, and what the server sends."""

    name: str
    expects: str
    reply: Callable
    status: tuple = fails
    seconds: float = 15
    megabytes: float | None = 48  # above an idle run
    picture: bytes | None = PICTURE  # what must be shown where nothing is complained about; `None`: not compared
    interrupt: float | None = None  # the seconds after which Ctrl-C is pressed
    on_connect: Callable | None = None  # what is done before a request is read
    scheme: str = "http"


def cut(picture, part=2):
    return lambda c, r: c.answer(picture[: len(picture) // part]) or c.close()


def raw(*parts):
    """Sends these bytes and closes."""
    return lambda c, r: c.send(*parts)


def with_head(*headers, body=PICTURE, status="200 OK"):
    """Sends a right body under these headers, and closes."""
    return lambda c, r: (c.head(*headers, status=status), c.send(body)) and None


def to(location, status="302 Found"):
    return lambda c, r: c.head(f"Location: {location}", "Content-Length: 0", status=status)


def if_first(first, then):
    """Answers the first request in one way and later ones in another."""
    seen = []

    def reply(c, r):
        seen.append(r)
        return (first if len(seen) == 1 else then)(c, r)

    return reply


def range_lie(c, r):
    """The first half, and for the rest of it the half of another picture under another ETag."""
    if "range" in r.headers:
        start = len(PICTURE) // 2
        c.head(f"Content-Range: bytes {start}-{len(OTHER) - 1}/{len(OTHER)}", f"Content-Length: {len(OTHER) - start}",
               'ETag: "other"', status="206 Partial Content")
        c.send(OTHER[start:])
    else:
        c.head(f"Content-Length: {len(PICTURE)}", 'ETag: "one"', "Accept-Ranges: bytes", "Content-Type: image/png")
        c.send(PICTURE[: len(PICTURE) // 2])
        c.reset()


def gzip_bomb(c, r):
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    block = b"\0" * (1 << 20)
    c.head("Content-Type: image/png", "Content-Encoding: gzip")
    for _ in range(1000):
        c.send(packer.compress(block))
    c.send(packer.flush())


def endless_redirect(c, r):
    c.head(f"Location: /{time.monotonic_ns()}", "Content-Length: 0", status="302 Found")
    return True


def swallow(c):
    """Reads the request and hangs up with data unread, or goes on by what follows."""
    c.peer.recv(1)


def chunked(*chunks):
    return raw("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nTransfer-Encoding: chunked\r\n\r\n", *chunks)


def one_chunk(data):
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


END = b"0\r\n\r\n"
PNG_START = pictures.png_header(4000, 4000)
LENGTH = f"Content-Length: {len(PICTURE)}"
TYPE = "Content-Type: image/png"

ROWS = [
    # Bodies without end
    Response("body-without-end", "refused, in bounded memory", lambda c, r: (c.head(TYPE), c.send(PNG_START), c.endless(b"\0" * 4096)), seconds=30),
    Response("chunks-without-end", "refused, in bounded memory", lambda c, r: (c.head(TYPE, "Transfer-Encoding: chunked"), c.send(one_chunk(PNG_START)), c.endless(one_chunk(b"x" * 65536))), seconds=30),
    Response("tiny-chunks-without-end", "refused or ended by Ctrl-C, in bounded memory", lambda c, r: (c.head("Transfer-Encoding: chunked"), c.endless(b"1\r\nx\r\n")), seconds=20, interrupt=6),
    Response("picture-then-no-end", "the picture or an error, in bounded memory", lambda c, r: (c.head(TYPE), c.send(PICTURE), c.endless(b"\0" * 4096)), either, seconds=30),
    Response("text-without-end", "an error, in bounded memory", lambda c, r: (c.head("Content-Type: text/plain"), c.endless("all work and no play\n")), seconds=30),
    Response("error-page-without-end", "an error, in bounded memory", lambda c, r: (c.head(status="500 No"), c.endless("x" * 4096)), seconds=30),
    Response("redirect-with-endless-body", "an error or the picture, in bounded memory", lambda c, r: r.path == "/ok" and c.answer(PICTURE) or (c.head("Location: /ok", "Content-Type: text/html", status="302 Found"), c.endless("x" * 4096)), either, seconds=30),
    # Heads
    Response("headers-without-end", "an error", lambda c, r: (c.send("HTTP/1.1 200 OK\r\n"), c.endless("X: " + "x" * 1000 + "\r\n")), seconds=20),
    Response("header-of-10-megabytes", "an error", lambda c, r: (c.send("HTTP/1.1 200 OK\r\nX: ", "x" * 10_000_000), c.send("\r\n\r\n", PICTURE))),
    Response("header-line-without-end", "an error", lambda c, r: (c.send("HTTP/1.1 200 OK\r\nX: "), c.endless("x" * 4096))),
    Response("100000-headers", "an error", lambda c, r: (c.send("HTTP/1.1 200 OK\r\n", "A: b\r\n" * 100_000, LENGTH, "\r\n\r\n", PICTURE)), either),
    Response("100000-cookies", "an error or the picture", lambda c, r: (c.send("HTTP/1.1 200 OK\r\n", "".join(f"Set-Cookie: a{n}=b\r\n" for n in range(10_000)), LENGTH, "\r\n\r\n", PICTURE)), either),
    Response("nul-in-header", "an error or the picture, nothing of the NUL shown", with_head("X-Nul: a\0b", TYPE, LENGTH), either),
    Response("escapes-in-headers", "no escape in what is said", with_head(f"Content-Type: {ESCAPES}", f"Server: {ESCAPES}", f"Content-Disposition: attachment; filename=\"{ESCAPES}\"", LENGTH, body=b"no picture"), fails),
    Response("escapes-in-status", "no escape in what is said", raw(f"HTTP/1.1 404 {ESCAPES}\r\nContent-Length: 0\r\n\r\n")),
    Response("header-without-colon", "an error or the picture", with_head("no colon at all", LENGTH), either),
    Response("header-without-name", "an error or the picture", with_head(": value", LENGTH), either),
    Response("header-folded", "an error or the picture", with_head("X: a\r\n b\r\n\tc", LENGTH), either),
    Response("bare-line-feeds", "an error or the picture", raw(f"HTTP/1.1 200 OK\n{LENGTH}\n\n", PICTURE), either),
    Response("bare-carriage-returns", "an error", raw(f"HTTP/1.1 200 OK\r{LENGTH}\r\r", PICTURE), either),
    Response("header-not-utf8", "no wrong byte in what is said", with_head("Content-Type: \xff\xfe\x80", LENGTH, body=b"\xff\xfe no picture")),
    # Status lines
    Response("status-garbage", "an error", raw("\x00\x01\x02garbage\r\n\r\n", PICTURE)),
    Response("status-escapes", "an error without the escapes", raw(ESCAPES, "\r\n\r\n", PICTURE)),
    Response("status-http-0.9", "an error", raw(PICTURE)),
    Response("status-http-9", "an error", raw(f"HTTP/9.9 200 OK\r\n{LENGTH}\r\n\r\n", PICTURE), either),
    Response("status-000", "an error", raw(f"HTTP/1.1 000 No\r\n{LENGTH}\r\n\r\n", PICTURE)),
    Response("status-999", "an error", raw(f"HTTP/1.1 999 No\r\n{LENGTH}\r\n\r\n", PICTURE)),
    Response("status-negative", "an error", raw(f"HTTP/1.1 -200 OK\r\n{LENGTH}\r\n\r\n", PICTURE)),
    Response("status-huge", "an error", raw(f"HTTP/1.1 {'2' * 1000} OK\r\n{LENGTH}\r\n\r\n", PICTURE)),
    Response("status-100-without-end", "an error or ended by Ctrl-C", lambda c, r: c.endless("HTTP/1.1 100 Continue\r\n\r\n"), seconds=20, interrupt=6),
    Response("status-101", "an error", raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", PICTURE), seconds=20),
    Response("status-103-bomb", "the picture or an error", lambda c, r: c.send(*["HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"] * 2000, f"HTTP/1.1 200 OK\r\n{LENGTH}\r\n\r\n", PICTURE), either),
    Response("status-204-with-body", "an error", with_head(LENGTH, status="204 No Content")),
    Response("status-205-with-body", "an error or the picture", with_head(LENGTH, status="205 Reset"), either),
    Response("status-304-unasked", "an error", with_head('ETag: "x"', status="304 Not Modified", body=b"")),
    Response("status-304-with-body", "an error", with_head(LENGTH, status="304 Not Modified")),
    Response("status-206-unasked", "an error or the whole picture, nothing half", with_head("Content-Range: bytes 100-200/300", "Content-Length: 101", status="206 Partial Content", body=PICTURE[100:201])),
    Response("status-206-overflow", "an error", with_head("Content-Range: bytes 0-18446744073709551615/18446744073709551616", LENGTH, status="206 Partial Content"), either),
    Response("status-401-unknown-scheme", "an error", with_head(f"WWW-Authenticate: {ESCAPES} realm=\"{ESCAPES}\"", "Content-Length: 0", status="401 No", body=b"")),
    Response("status-401-broken-digest", "an error", with_head("WWW-Authenticate: Digest realm=\"", "Content-Length: 0", status="401 No", body=b"")),
    Response("status-401-challenge-bomb", "an error", with_head("WWW-Authenticate: " + ", ".join(["Digest realm=a, nonce=b"] * 2000), "Content-Length: 0", status="401 No", body=b"")),
    Response("status-407", "an error", with_head("Proxy-Authenticate: Basic realm=x", "Content-Length: 0", status="407 No", body=b"")),
    Response("status-503-retry-in-a-century", "an error soon", with_head("Retry-After: 99999999999999999999", "Content-Length: 0", status="503 No", body=b""), seconds=30),
    Response("status-503-retry-in-the-past", "an error soon, few requests", with_head("Retry-After: -1", "Content-Length: 0", status="503 No", body=b""), seconds=30),
    Response("status-503-retry-at-no-date", "an error soon", with_head("Retry-After: Fri, 99 Foo 99999 99:99:99 GMT", "Content-Length: 0", status="503 No", body=b""), seconds=30),
    Response("status-429-retry-at-once", "an error soon, few requests", with_head("Retry-After: 0", "Content-Length: 0", status="429 No", body=b""), seconds=30),
    # Lengths
    Response("length-too-long", "what came with a warning, or an error", with_head(TYPE, f"Content-Length: {len(PICTURE) + 1000}"), either, seconds=30),
    Response("length-too-short", "a truncated picture with a warning, or an error", with_head(TYPE, f"Content-Length: {len(PICTURE) // 2}"), either),
    Response("length-zero", "an error", with_head(TYPE, "Content-Length: 0")),
    Response("length-negative", "an error or the picture", with_head("Content-Length: -5"), either),
    Response("length-of-9-exabytes", "an error", with_head("Content-Length: 9223372036854775807"), seconds=30),
    Response("length-overflow", "an error or the picture", with_head("Content-Length: 99999999999999999999999999"), either, seconds=30),
    Response("length-twice", "an error or the picture", with_head("Content-Length: 3", LENGTH), either),
    Response("length-of-letters", "an error or the picture", with_head("Content-Length: abc"), either),
    Response("length-hexadecimal", "an error or the picture", with_head("Content-Length: 0x10"), either),
    Response("length-and-chunked", "the picture or an error", raw(f"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n", one_chunk(PICTURE), END), either),
    # Chunks
    Response("chunk-size-of-letters", "an error", chunked(b"zz\r\n", PICTURE, b"\r\n", END), seconds=30),
    Response("chunk-size-overflow", "an error", chunked(b"FFFFFFFFFFFFFFFFF\r\n", PICTURE), seconds=30),
    Response("chunk-size-huge", "an error or a truncated picture", chunked(b"7FFFFFFFFFFFFFFF\r\n", PICTURE), either, seconds=30),
    Response("chunk-size-negative", "an error", chunked(b"-1\r\n", PICTURE), seconds=30),
    Response("chunk-size-empty", "an error", chunked(b"\r\n", PICTURE, END), seconds=30),
    Response("chunk-without-last", "the picture with a warning, or an error", chunked(one_chunk(PICTURE)), either, seconds=30),
    Response("chunk-without-line-end", "an error or a truncated picture", chunked(f"{len(PICTURE):x}\r\n", PICTURE, END), either, seconds=30),
    Response("chunk-cut", "a truncated picture with a warning, or an error", chunked(f"{len(PICTURE):x}\r\n", PICTURE[: len(PICTURE) // 2]), either, seconds=30),
    Response("chunk-extension-without-end", "an error or ended by Ctrl-C", lambda c, r: (c.head("Transfer-Encoding: chunked"), c.send("5;"), c.endless("x=y;" * 1000)), seconds=25, interrupt=8),
    Response("chunk-trailers-without-end", "an error or ended by Ctrl-C", lambda c, r: (c.head("Transfer-Encoding: chunked"), c.send(one_chunk(PICTURE), b"0\r\n"), c.endless("X: y\r\n" * 1000)), either, seconds=25, interrupt=8),
    Response("encoding-nonsense", "an error or the picture", with_head("Transfer-Encoding: nonsense", LENGTH), either),
    # Packed bodies
    Response("gzip-bomb", "an error, in bounded memory", gzip_bomb, seconds=30),
    Response("gzip-cut", "an error or the picture", with_head("Content-Encoding: gzip", body=gzip.compress(PICTURE)[:-20]), either),
    Response("gzip-that-is-none", "an error or the picture", with_head("Content-Encoding: gzip", LENGTH), either),
    Response("gzip-unasked", "the picture", with_head("Content-Encoding: gzip", body=gzip.compress(PICTURE)), shows),
    Response("gzip-seven-times", "an error", with_head("Content-Encoding: " + ", ".join(["gzip"] * 7), body=gzip.compress(gzip.compress(PICTURE)))),
    Response("encoding-unknown", "an error or the picture", with_head("Content-Encoding: br, zstd, nonsense", LENGTH), either),
    # Time
    Response("silence-at-once", "timed out", lambda c, r: c.wait(), seconds=30),
    Response("silence-after-connect", "timed out", raw(), on_connect=lambda c: c.wait(), seconds=30),
    Response("silence-after-head", "timed out", lambda c, r: (c.head(TYPE, LENGTH), c.wait()), seconds=30),
    Response("silence-in-body", "a truncated picture with a warning, or timed out", lambda c, r: (c.head(TYPE, LENGTH), c.send(PICTURE[:-30]), c.wait()), either, seconds=30),
    Response("silence-in-status-line", "timed out", lambda c, r: (c.send("HTTP/1.1 2"), c.wait()), seconds=30),
    Response("drip-of-a-body", "ended by Ctrl-C at once", lambda c, r: (c.head(TYPE, "Content-Length: 100000"), c.drip(PICTURE, 0.2, 1000)), fails, seconds=12, interrupt=2),
    Response("drip-of-a-head", "ended by Ctrl-C at once", lambda c, r: c.drip(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 1000, 0.2), fails, seconds=12, interrupt=2),
    Response("drip-of-the-picture", "the picture", lambda c, r: (c.head(TYPE, LENGTH), c.drip(PICTURE, 0.0005)), shows, seconds=30),
    # Connections
    Response("reset-at-once", "an error", raw(), on_connect=lambda c: c.reset(), seconds=30),
    Response("close-at-once", "an error", raw(), on_connect=lambda c: c.close(), seconds=30),
    Response("close-after-a-byte", "an error", raw(), on_connect=lambda c: (swallow(c), c.close()), seconds=30),
    Response("reset-in-head", "an error", lambda c, r: (c.send("HTTP/1.1 200 OK\r\nX"), c.reset()), seconds=30),
    Response("reset-in-body", "a truncated picture with a warning, or an error", lambda c, r: (c.head(TYPE, LENGTH), c.send(PICTURE[:-30]), c.reset()), either, seconds=30),
    Response("answer-before-the-request", "the picture or an error", raw(), either, on_connect=lambda c: (c.send(f"HTTP/1.1 200 OK\r\n{LENGTH}\r\n\r\n", PICTURE), c.close())),
    Response("two-answers-to-one-request", "the picture, not the second one", lambda c, r: (c.answer(PICTURE), c.answer(OTHER)) and False, shows),
    Response("tls-alert-in-plain", "an error", raw(b"\x15\x03\x01\x00\x02\x02\x28")),
    Response("http2-in-plain", "an error", raw(b"\0\0\x12\4\0\0\0\0\0" + b"\0" * 18)),
    Response("https-of-a-plain-server", "an error", with_head(LENGTH), scheme="https"),
    # Redirects
    Response("redirect-to-nowhere", "an error", to("http:///ok")),
    Response("redirect-to-file", "refused, nothing read", to("file:///etc/passwd")),
    Response("redirect-to-ftp", "refused", to("ftp://127.0.0.1:1/x")),
    Response("redirect-to-gopher", "refused", to("gopher://127.0.0.1:1/_x")),
    Response("redirect-to-dict", "refused", to("dict://127.0.0.1:1/x")),
    Response("redirect-to-data", "refused", to("data:image/png;base64,iVBORw0KGgo=")),
    Response("redirect-to-javascript", "refused", to("javascript:alert(1)")),
    Response("redirect-to-itself", "an error", lambda c, r: to(r.target)(c, r) or True),
    Response("redirect-loop-of-two", "an error", lambda c, r: to("/b" if r.path == "/a" else "/a")(c, r) or True),
    Response("redirect-without-end", "an error after ten", endless_redirect),
    Response("redirect-without-location", "an error", with_head("Content-Length: 0", status="302 Found", body=b"")),
    Response("redirect-location-empty", "an error", to("")),
    Response("redirect-location-of-1-megabyte", "an error", to("/" + "x" * 90_000)),
    Response("redirect-to-port-0", "an error", to("http://127.0.0.1:0/")),
    Response("redirect-to-port-99999", "an error", to("http://127.0.0.1:99999/")),
    Response("redirect-with-escapes", "no escape in what is said", to(f"http://127.0.0.1:1/{ESCAPES}")),
    Response("redirect-to-unix-socket", "an error", to("http://[::unix]/x")),
    Response("redirect-304-loop", "an error", to("/x", status="304 Not Modified")),
    # Pictures
    Response("empty-body", "an error", lambda c, r: c.answer(b"")),
    Response("png-cut", "a truncated picture with a warning", cut(PICTURE), either),
    Response("jpeg-cut", "a truncated picture with a warning", cut(JPEG), either),
    Response("gif-cut", "a truncated picture with a warning, or an error", cut(pictures.gif(4)), either, picture=pictures.gif(4)),
    Response("webp-cut", "a truncated picture with a warning, or an error", cut(pictures.webp()), either),
    Response("png-of-one-byte", "an error", lambda c, r: c.answer(b"\x89")),
    Response("png-named-html", "the picture or an error", lambda c, r: c.answer(PICTURE, kind="text/html"), either),
    Response("html-named-png", "an error that says text or page", lambda c, r: c.answer(b"<!doctype html><title>Log in</title>")),
    Response("pdf-named-png", "an error", lambda c, r: c.answer(b"%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\n")),
    Response("jpeg-named-png", "the picture", lambda c, r: c.answer(JPEG), shows, picture=JPEG),
    Response("png-of-65535-squared", "refused, in bounded memory", lambda c, r: c.answer(pictures.png_header(65535, 65535))),
    Response("png-of-zero", "an error", lambda c, r: c.answer(pictures.png_header(0, 0))),
    Response("png-bomb", "refused or shown, in bounded memory", lambda c, r: c.answer(pictures.png_bomb()), either, seconds=40, picture=None),
    Response("png-text-bomb", "the picture or refused, in bounded memory", lambda c, r: c.answer(pictures.text_bomb(b"zTXt")), either, picture=None),
    Response("png-profile-bomb", "the picture or refused, in bounded memory", lambda c, r: c.answer(pictures.text_bomb(b"iCCP")), either, picture=None),
    Response("png-chunk-of-4-gigabytes", "an error", lambda c, r: c.answer(pictures.png_header(9, 9) + b"\xff\xff\xff\xffIDAT" + b"x" * 99)),
    Response("png-wrong-checksum", "an error, or shown with a warning", lambda c, r: c.answer(PICTURE[:60] + b"\0\0\0" + PICTURE[63:]), either, picture=None),
    Response("gif-of-20000-frames", "its first frame or refused, in bounded memory", lambda c, r: c.answer(pictures.gif(20_000, 2, 2), kind="image/gif"), either, seconds=40, picture=None),
    Response("bmp-cut", "an error", lambda c, r: c.answer(pictures.bmp(9, 9, data=b"x"))),
    Response("bmp-of-2147483647-squared", "refused, in bounded memory", lambda c, r: c.answer(pictures.bmp(2**31 - 1, -(2**31)))),
    Response("bmp-with-pixels-4-gigabytes-away", "an error", lambda c, r: c.answer(pictures.bmp(9, 9, pixels=2**32 - 1))),
    Response("bmp-bomb", "refused or shown, in bounded memory", lambda c, r: c.answer(pictures.bmp_bomb()), either, seconds=40, picture=None),
    Response("qoi-bomb", "refused or shown, in bounded memory", lambda c, r: c.answer(pictures.qoi_bomb()), either, seconds=40, picture=None),
    # Metadata of caches
    Response("etag-of-1-megabyte", "an error or the picture", with_head(f'ETag: "{"x" * 90_000}"', LENGTH), either),
    Response("etag-with-escapes", "the picture or an error", with_head(f"ETag: {ESCAPES}", LENGTH), either),
    Response("age-of-centuries", "the picture", with_head("Cache-Control: max-age=99999999999999999999, s-maxage=-1, foo", "Age: 1e999", "Expires: never", "Date: Fri, 99 Foo 99999 99:99:99 GMT", LENGTH), shows),
    Response("vary-bomb", "the picture or an error", with_head("Vary: " + ", ".join(f"x-{n}" for n in range(5000)), LENGTH), either),
    Response("vary-everything", "the picture", with_head("Vary: *", LENGTH), shows),
    Response("range-of-another-picture", "an error or a whole picture, never half of each", range_lie, either, seconds=30),
    Response("range-refused-for-ever", "an error or a truncated picture", if_first(lambda c, r: (c.head(LENGTH, 'ETag: "a"', "Accept-Ranges: bytes"), c.send(PICTURE[:-30]), c.reset()), with_head("Content-Range: bytes */1", "Content-Length: 0", status="416 No", body=b"")), either, seconds=30),
    Response("refresh-header", "the picture, no second page", with_head("Refresh: 0; url=file:///etc/passwd", LENGTH), shows),
    Response("alt-svc-to-a-closed-port", "the picture", with_head('Alt-Svc: h2="127.0.0.1:1", h3=":1"', "Strict-Transport-Security: max-age=99999999999", LENGTH), shows),
]


def attack(row):
    def case(tools):
        reply = row.reply
        server = tools.serve(lambda c, r: reply(c, r) is True)
        server_url = server.url("/a")
        if row.on_connect:
            server = tools_serve_early(tools, row)
            server_url = server.url("/a")
        begun = time.monotonic()

        def interrupt(pid):
            if time.monotonic() - begun < row.interrupt:
                return False
            import os
            os.kill(pid, signal.SIGINT)
            return True

        outcome = tools.run(
            "print", "--size", "8x4", "--timeout", "1", "--cache-dir", tools.path("D"),
            server_url.replace("http:", row.scheme + ":", 1), seconds=row.seconds, during=interrupt if row.interrupt else None)
        signals = (signal.SIGINT,) if row.interrupt else ()
        statuses = (*row.status, 130) if row.interrupt else row.status
        outcome.check(statuses, tools.bound(row.megabytes, "print"), signals)
        if outcome.signal is None and outcome.status != 130:
            judge(tools, row, outcome)
        require(len(server.requests()) <= 40, f"{len(server.requests())} requests for one picture")

    return case


def tools_serve_early(tools, row):
    from server import Server
    return Server(lambda c, r: row.reply(c, r) is True, tools.path("requests"), row.on_connect)


def judge(tools, row, outcome):
    """One sentence where something failed, and the right pixels where nothing did."""
    said = outcome.err.decode("utf-8", "replace").splitlines()
    if outcome.status != 0 or said:
        require(len(said) == 1 and said[0].startswith("halftone: "), f"expected one sentence: {shown(outcome.err)}")
        require("root:" not in said[0], "a local file was read")
    elif row.picture is not None:
        right = tools.print("--no-cache", tools.write("right", row.picture)).out
        require(outcome.out == right, f"other pixels than the picture's, without a warning: {shown(outcome.out, 120)}")


def gallery_of_all(tools):
    """Every broken response at once, in one gallery that is left by q."""
    rows = [row for row in ROWS if not row.on_connect and row.scheme == "http"]
    server = tools.serve(lambda c, r: rows[int(r.path.strip("/").partition("/")[0] or 0) % len(rows)].reply(c, r) is True
                         if r.path.strip("/").partition("/")[0].isdigit() else c.answer(PICTURE) or True)
    listed = tools.write("list.txt", "\n".join(server.url(f"/{n}") for n in range(len(rows))))
    gallery = tools.gallery("--timeout", "1", "--layout", "grid", listed, rows=30, columns=100)
    gallery.see(f"1/{len(rows)}")
    for _ in range(tools.pick(12, 60)):
        gallery.send(tools.random.choice([" ", "j", "l", "\x02", "G", "g", "r", "R"]))
        gallery.pump(0.5)
    gallery.quit((0,), seconds=10)


def cases():
    found = [Case(f"responses/{row.name}", row.expects, attack(row), row.seconds + 15) for row in ROWS]
    found.append(Case("responses/all-in-one-gallery", "keys are answered and q ends it with status 0", gallery_of_all, 90))
    return found
