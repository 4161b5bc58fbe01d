"""Runs the cases: several at once, each in a process and a folder of its own, each bounded in time."""

import argparse
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import traceback
import zlib

import databases
import endings
import feeds
import files
import keys
import kills
import limits
import memory
import passwords
import responses
import signals
import terminals
from case import Failed, Tools, require, shown
from pictures import png
from program import die_with

kinds = (responses, feeds, files, memory, endings, kills, databases, passwords, signals, terminals, limits, keys)


class Overdue(BaseException):
    """The time of a case is over."""


def main():
    options = parse()
    cases = [case for kind in kinds for case in kind.cases()]
    names = [case.name for case in cases]
    assert len(names) == len(set(names)), "two cases have one name"
    cases = [case for case in cases if matches(case.name, options.names, names)]
    if options.list:
        for case in cases:
            print(f"{case.name}: {case.expects}")
        return 0
    if not cases:
        print("no case has such a name; Tests/Hostile/run --list names all", file=sys.stderr)
        return 2
    print(f"{len(cases)} cases, seed {options.seed}, {os.environ['HALFTONE']}", flush=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    folder = tempfile.mkdtemp(prefix="hostile-")
    os.chmod(folder, 0o755)  # cases that give up their rights look into it
    try:
        # Such cases cannot run a program in the home of root.
        os.environ["HALFTONE"] = shutil.copy(os.environ["HALFTONE"], folder)
        try:
            idle = measure_idle(folder, options)
        except Failed as failure:
            sys.exit(f"cannot begin: {failure}")
        if options.verbose:
            print("idle: " + ", ".join(f"{kind} {megabytes:.0f} MB" for kind, megabytes in idle.items()), flush=True)
        return Pass(cases, options, idle, folder).run()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def parse():
    parser = argparse.ArgumentParser(prog="Tests/Hostile/run", description="Attacks the built program from outside.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="cases whose names contain one; 'long' first: the long pass")
    parser.add_argument("--list", action="store_true", help="say what each case expects, and run none")
    parser.add_argument("--seed", type=int, default=int(os.environ.get("HOSTILE_SEED", 0)) or int(time.time()))
    parser.add_argument("--jobs", type=int, default=max(4, (os.cpu_count() or 1) * 3), help="cases at once")
    parser.add_argument("--verbose", action="store_true", help="a line for each case that passed, too")
    options = parser.parse_intermixed_args()
    options.long = options.names[:1] == ["long"]
    if options.long:
        options.names = options.names[1:]
    return options


def matches(name, wanted, names):
    """Whether a case was asked for: by its whole name, or by a part of it that is no other case's whole name."""
    return not wanted or any(name == one or one not in names and one in name for one in wanted)


def measure_idle(folder, options):
    """The peak memory of runs in which nothing is wrong: what bounds of memory are counted from."""
    where = os.path.join(folder, "idle")
    os.mkdir(where)
    tools = Tools(where, options.seed, False, {"print": 0, "gallery": 0})
    server = tools.serve(lambda connection, request: connection.answer(png()) or True)
    printed = tools.print(server.url("/1.png"))
    # A program that prints nothing would pass what compares its output with its own.
    require(b"\x1b[0m" in printed.out, f"the program prints no picture: {printed.describe()}")
    idle = {"print": printed.megabytes}
    gallery = tools.gallery(tools.write("list.txt", "\n".join(server.url(f"/{n}.png") for n in range(8))))
    gallery.see("1/8")
    gallery.settle(3)
    idle["gallery"] = gallery.quit().megabytes
    server.stop()
    return idle


class Pass:
    """One run of the cases."""

    def __init__(self, cases, options, idle, folder):
        self.waiting, self.options, self.idle, self.folder = list(reversed(cases)), options, idle, folder
        self.running, self.passed, self.failed, self.times = {}, 0, [], []

    def run(self):
        start = time.monotonic()
        try:
            while self.waiting or self.running:
                while self.waiting and len(self.running) < self.options.jobs:
                    self.begin(self.waiting.pop())
                self.collect()
        except KeyboardInterrupt:
            self.end_all()
            raise
        if self.options.verbose:
            slowest = sorted(self.times, reverse=True)[:10]
            print("slowest: " + ", ".join(f"{name} {seconds:.1f} s" for seconds, name in slowest))
        print(f"in {time.monotonic() - start:.0f} s")
        if self.failed:
            print("failed:")
            for name, message in self.failed:
                print(f"  {name}: {message}")
                print(f"    again: HOSTILE_SEED={self.options.seed} Tests/Hostile/run {'long ' if self.options.long else ''}{name}")
        print(f"{self.passed} passed, {len(self.failed)} failed")
        return 1 if self.failed else 0

    def begin(self, case):
        reading, writing = os.pipe()
        sys.stdout.flush()
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            die_with(parent)
            os.close(reading)
            try:
                message = self.attack(case)
                os.write(writing, json.dumps(message).encode())
            finally:
                os._exit(0)
        os.close(writing)
        os.set_blocking(reading, False)
        self.running[os.pidfd_open(pid)] = (case, pid, time.monotonic(), reading)

    def attack(self, case):
        """Runs one case in this process; returns what failed, or nothing."""
        folder = os.path.join(self.folder, f"{os.getpid()}")
        os.mkdir(folder)

        def overdue(*_):
            raise Overdue

        bound = int(case.seconds * (10 if self.options.long else 1))
        signal.signal(signal.SIGALRM, overdue)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.alarm(bound)
        # The same seed gives a case the same numbers, whatever runs beside it.
        tools = Tools(folder, self.options.seed ^ zlib.crc32(case.name.encode()), self.options.long, self.idle)
        try:
            case.attack(tools)
        except Failed as failure:
            return str(failure)
        except Overdue:
            return f"not over after {bound} s: " + shown(
                "".join(traceback.format_exc().splitlines(keepends=True)[-6:]), 600)
        except Exception:
            return "the case itself broke: " + shown(traceback.format_exc()[-800:], 900)
        finally:
            signal.alarm(0)
            shutil.rmtree(folder, ignore_errors=True)
        return None

    def collect(self):
        # The end of the process is waited for, not that of the pipe, which what the case left behind may hold open.
        ready, _, _ = select.select(list(self.running), [], [], 1)
        for ended in ready:
            case, pid, start, reading = self.running.pop(ended)
            os.waitpid(pid, 0)
            try:
                text = os.read(reading, 65536)
            except BlockingIOError:
                text = b""
            os.close(reading)
            os.close(ended)
            self.note(case, json.loads(text) if text else "the case ended without a word", time.monotonic() - start)
        for case, pid, start, _ in self.running.values():
            bound = case.seconds * (10 if self.options.long else 1) + 20
            if time.monotonic() - start > bound:
                os.kill(pid, signal.SIGKILL)

    def note(self, case, message, seconds):
        self.times.append((seconds, case.name))
        if message is None:
            self.passed += 1
            if self.options.verbose:
                print(f"passed  {case.name} ({seconds:.1f} s)", flush=True)
        else:
            self.failed.append((case.name, message))
            print(f"FAILED  {case.name} ({seconds:.1f} s): expected {case.expects}; {message}", flush=True)

    def end_all(self):
        for _, pid, _, _ in self.running.values():
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main())
