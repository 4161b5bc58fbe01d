"""Terminals of all kinds: types, sizes, slow ones, closed ones, and ones that answer what was not asked."""

import os
from dataclasses import dataclass, field
from typing import Callable

import pictures
from case import Case, require
from terminal import ESCAPE

REFUSED = (0, 1, 2)


@dataclass
class Setting:
    """One row: how the terminal differs from an ordinary one."""

    name: str
    expects: str
    environment: dict = field(default_factory=dict)
    rows: int = 24
    columns: int = 80
    options: dict = field(default_factory=dict)
    status: tuple = (0,)
    during: Callable | None = None  # of the tools and the open gallery
    ends: bool = False  # the gallery ends by itself, without q
    arguments: tuple = ()
    any_bytes: bool = False  # the output is not UTF-8


def type_of(name, **more):
    return Setting(f"TERM-{name}", "runs, or is refused with one line", {"TERM": name}, status=REFUSED, any_bytes=True, **more)


def keep_sending(*parts, times=200):
    """Sends what no terminal should, while the gallery is used."""
    def during(tools, gallery):
        for _ in range(times):
            gallery.send(tools.random.choice(parts) if len(parts) > 1 else parts[0])
            gallery.pump(0.002)
        # A paste or a sequence that never ended is ended here.
        gallery.send("\x1b[201~\x1b\\")
        gallery.pump(0.3)
        for _ in range(3):
            gallery.send(ESCAPE)
            gallery.pump(0.15)
    return during


def random_bytes(tools, gallery):
    for _ in range(60):
        gallery.send(bytes(b for b in tools.random.randbytes(40) if b not in b"\x03\x1a\x1c\x11\x13qQwWoO"))
        gallery.pump(0.005)
    # Escape ends what is open, and Enter the wait after a command that was typed by chance.
    for key in (ESCAPE, ESCAPE, "\r", ESCAPE, ESCAPE):
        gallery.send("\x1b[201~\x1b\\" + key)
        gallery.pump(0.2)


def hang_up(tools, gallery):
    gallery.hang_up()


def slow(tools, gallery):
    for key in "jjjGgvv ":
        gallery.send(key)
        gallery.pump(0.2)
    # Afterwards it reads fast again, so that the end does not wait for the line.
    gallery.rate = None


def stalled(tools, gallery):
    """Reads nothing for a while, as after Ctrl-S."""
    gallery.rate = 1
    for key in "vjvjGg":
        gallery.send(key)
        gallery.pump(0.25)
    gallery.rate = None


ROWS = [
    *(type_of(name) for name in (
        "xterm", "xterm-256color", "xterm-direct", "vt100", "vt52", "vt220", "linux", "screen", "screen-256color",
        "tmux-256color", "ansi", "rxvt", "cons25", "hurd", "sun", "wsvt25", "dumb", "unknown", "no-such-terminal",
        "../../../etc/passwd", "x" * 10_000, "a\x1b]0;PWNED\x07", "%s%n%s", "xterm\nvt100")),
    Setting("TERM-empty", "runs, or is refused with one line", {"TERM": ""}, status=REFUSED, any_bytes=True),
    Setting("TERM-unset", "runs, or is refused with one line", {"TERM": None}, status=REFUSED, any_bytes=True),
    Setting("TERMINFO-is-garbage", "runs or is refused", {"TERMINFO": "garbage"}, status=REFUSED),
    Setting("locale-C", "runs", {"LC_ALL": "C"}, any_bytes=True),
    Setting("locale-unknown", "runs", {"LC_ALL": "xx_YY.nonsense"}, any_bytes=True),
    Setting("no-home", "runs", {"HOME": None, "XDG_CACHE_HOME": None, "XDG_STATE_HOME": None, "XDG_CONFIG_HOME": None}, status=(0, 1)),
    Setting("home-is-a-device", "runs", {"HOME": "/dev/null", "XDG_CACHE_HOME": None, "XDG_STATE_HOME": None, "XDG_CONFIG_HOME": None}, status=(0, 1)),
    Setting("wild-COLUMNS", "runs", {"COLUMNS": "-99999999999999999999", "LINES": "1e9"}),
    # Sizes
    *(Setting(f"size-{columns}x{rows}", "runs, q ends it", rows=rows, columns=columns) for columns, rows in (
        (0, 0), (1, 1), (2, 1), (1, 2), (3, 3), (200, 1), (1, 200), (10, 2), (500, 5), (400, 150), (65535, 1), (1, 65535), (1000, 1000))),
    # Lines
    Setting("line-of-20000-bytes", "keys are answered, q ends it", options={"rate": 20_000}, during=slow),
    Setting("line-that-stalls", "q ends it once the line is back", during=stalled),
    Setting("closed-while-open", "ends by itself", during=hang_up, ends=True, status=(0, 1, 2, 129)),
    Setting("no-standard-input", "runs or is refused", options={"closed": (0,)}, status=REFUSED),
    Setting("no-standard-output", "runs or is refused", options={"closed": (1,)}, status=REFUSED),
    Setting("no-standard-error", "runs or is refused", options={"closed": (2,)}, status=REFUSED),
    Setting("no-descriptors", "refused, or ends by itself", options={"closed": (0, 1, 2)}, status=REFUSED),
    # What it sends
    Setting("answers-unasked", "ignored", during=keep_sending("\x1b[?62;22c", "\x1b[1;1R", "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "\x1b[?2026;2$y", "\x1bP>|x\x1b\\", "\x1b[6;99999;99999t")),
    Setting("answers-of-huge-numbers", "ignored", during=keep_sending("\x1b[6;99999999999999999999;0t", "\x1b[99999999999999999999;-1R", "\x1b]11;rgb:99999999999999999999/g/\x1b\\", "\x1b[?99999999999999999999c", "\x1b[6;0;0t")),
    Setting("answer-without-end", "keys work afterwards", during=keep_sending("\x1b]11;" + "f" * 500, times=100)),
    Setting("control-string-without-end", "keys work afterwards", during=keep_sending("\x1bP" + "x" * 500, times=100)),
    Setting("paste-without-end", "keys work afterwards", during=keep_sending("\x1b[200~" + "x" * 500, times=100)),
    Setting("sequence-of-parameters-without-end", "keys work afterwards", during=keep_sending("\x1b[" + "1;" * 300, times=100)),
    Setting("mouse-outside", "ignored", during=keep_sending("\x1b[<0;99999;99999M", "\x1b[<64;-1;0M", "\x1b[<99999999999999999999;1;1M", "\x1b[<0;0;0m", "\x1b[M\xff\xff\xff")),
    Setting("nul-bytes", "ignored", during=keep_sending("\0" * 100)),
    Setting("broken-utf8", "ignored", during=keep_sending(b"\xff\xfe\xc3\xc3\xe2\x82\xf0\x9f")),
    Setting("random-bytes", "keys work afterwards", during=random_bytes),
]


def attack(row):
    def case(tools):
        changes = dict(row.environment)
        if changes.get("TERMINFO") == "garbage":
            os.makedirs(tools.path("terminfo", "x"))
            tools.write("terminfo/x/xterm-256color", b"\x1a\x01" + tools.random.randbytes(4000))
            changes["TERMINFO"] = tools.path("terminfo")
        os.mkdir(tools.path("pictures"))
        for number in range(6):
            tools.write(f"pictures/{number}.png", pictures.png(64, 48, seed=number))
        gallery = tools.gallery("--opener", "/bin/true", "--save-dir", tools.path("home"), *row.arguments, tools.path("pictures"),
                                environment=tools.environment(**changes), rows=row.rows, columns=row.columns, **row.options)
        gallery.settle(2, 0.2)
        if row.during:
            row.during(tools, gallery)
        else:
            for key in ("j", "\r", ESCAPE, "v", "G"):
                gallery.send(key)
                gallery.pump(0.05)
        if not row.ends and gallery.outcome is None:
            gallery.send(gallery.quit_key)
        outcome = gallery.wait(8)
        said = outcome.err.strip()
        if row.ends or row.any_bytes:
            outcome.out = outcome.err = b""  # a line that was cut, or what other types have for sequences
        if row.ends:
            import signal
            outcome.check(row.status, signals=(signal.SIGHUP,))
        else:
            outcome.check(row.status, tools.bound(128, "gallery"))
        if outcome.status == 2:
            require(said or row.options.get("closed"), "refused without a word")

    return case


def cases():
    return [Case("terminals/" + short(row.name), row.expects, attack(row), 40) for row in ROWS]


def short(name):
    """A name that can be typed."""
    name = "".join(c if c.isalnum() or c in "-._" else "-" for c in name)
    return name if len(name) <= 40 else name[:36] + "-etc"
