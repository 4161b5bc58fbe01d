"""A case of the attack, and the tools that its function gets.

A case passes if its function returns, and fails if it raises `Failed`. Each case runs in a process of its own with an
empty folder, so cases share nothing.
"""

import json
import os
import random
import traceback
from dataclasses import dataclass
from typing import Callable

from program import Outcome, die_with, run_program
from server import Server
from terminal import Terminal


class Failed(Exception):
    """What a case saw instead of what it expects."""


@dataclass
class Case:
    """One row: a name of the form `kind/what`, the expectation in one line, and the function that checks it."""

    name: str
    expects: str
    attack: Callable[["Tools"], None]
    seconds: float = 60  # the bound of the whole case: beyond it the case has failed


class Tools:
    """What the function of a case works with: a folder, a seeded generator, servers, and runs of the program."""

    def __init__(self, folder, seed, is_long, idle):
        self.folder, self.seed, self.is_long, self.idle = folder, seed, is_long, idle
        self.random = random.Random(seed)
        self.program = os.environ["HALFTONE"]
        for name in ("home", "cache", "state", "config", "D"):
            os.mkdir(self.path(name))

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def write(self, name, content):
        """Writes a file into the folder and returns its path."""
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def pick(self, short, long):
        """How many tries a case makes in this pass."""
        return long if self.is_long else short

    def serve(self, reply):
        """Starts a server on the loopback interface that answers each request by `reply(connection, request)`."""
        return Server(reply, self.path("requests"))

    def environment(self, **changes):
        values = {
            "PATH": "/usr/bin:/bin", "HOME": self.path("home"), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "XDG_CACHE_HOME": self.path("cache"), "XDG_STATE_HOME": self.path("state"),
            "XDG_CONFIG_HOME": self.path("config"), "SWIFT_BACKTRACE": "enable=no",
        }
        values.update(changes)
        return {name: value for name, value in values.items() if value is not None}

    # MARK: Runs

    def run(self, *arguments, environment=None, **options) -> Outcome:
        """Runs the program without a terminal until it ends, or until `seconds` are over."""
        return run_program(
            [self.program, *arguments], environment or self.environment(), self.folder, **options)

    def print(self, *arguments, status=(0,), megabytes=None, **options) -> Outcome:
        """Runs `print` and checks the end, the memory and the output."""
        outcome = self.run("print", "--size", "8x4", "--cache-dir", self.path("D"), *arguments, **options)
        outcome.check(status, self.bound(megabytes, "print"))
        return outcome

    def gallery(self, *arguments, environment=None, quiet=True, cache=True, **options) -> Terminal:
        """Opens the gallery in a pseudo-terminal."""
        still = ["--transition", "none", "--indicator", "none"] if quiet else []
        arguments = arguments if {"--layout", "lab", "print"} & set(arguments) else ("--layout", "list", *arguments)
        cached = ["--cache-dir", self.path("D")] if cache else []
        return Terminal(
            [self.program, *still, *cached, *arguments], environment or self.environment(), self.folder, **options)

    def at_once(self, count, attempt, workers=6):
        """Calls `attempt(number, generator)` so many times in a few processes; returns what it returned, without `None`."""
        pipes, parent = [], os.getpid()
        for worker in range(min(workers, count)):
            reading, writing = os.pipe()
            if os.fork() == 0:
                found = []
                try:
                    die_with(parent)
                    for number in range(worker, count, workers):
                        found.append(attempt(number, random.Random(self.seed * 1_000_003 + number)))
                except BaseException:
                    found.append(traceback.format_exc()[-400:])
                finally:
                    os.write(writing, json.dumps([text for text in found if text is not None][:20]).encode())
                    os._exit(0)
            os.close(writing)
            pipes.append(reading)
        found = []
        for reading in pipes:
            with os.fdopen(reading) as pipe:
                found += json.loads(pipe.read() or "[]")
        for _ in pipes:
            os.wait()
        return found

    def bound(self, megabytes, kind):
        """The peak that a run may have that needs `megabytes` more than an idle one; `None` stands for no bound."""
        return None if megabytes is None else self.idle[kind] + megabytes


def require(condition, message):
    if not condition:
        raise Failed(message)


def shown(text, length=300):
    """Foreign text as a report may have it."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    text = text.encode("ascii", "backslashreplace").decode()
    text = "".join(c if " " <= c <= "~" else repr(c)[1:-1] for c in text)
    return text if len(text) <= length else text[: length - 1] + "…"
