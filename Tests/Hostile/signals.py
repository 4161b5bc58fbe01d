"""Signals to the gallery: each from 1 to SIGRTMAX, at random moments, and storms of them."""

import signal
from dataclasses import dataclass
from typing import Callable

import pictures
from case import Case, require
from program import signal_name

# What the gallery goes on after, by signals whose default is to be ignored or to go on, and those it ignores.
survived = {signal.SIGCHLD, signal.SIGURG, signal.SIGWINCH, signal.SIGCONT, signal.SIGPIPE, signal.SIGXFSZ}
stopping = {signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGSTOP}
# The C library keeps these two for itself.
every = [number for number in range(1, signal.SIGRTMAX + 1) if number not in (32, 33, signal.SIGKILL)]


def folder(tools):
    import os
    os.mkdir(tools.path("pictures"))
    for number in range(4):
        tools.write(f"pictures/{number}.png", pictures.png(64, 48, seed=number))
    return tools.path("pictures")


def opened(tools, *arguments, **options):
    gallery = tools.gallery("--no-cache", *arguments, folder(tools), cache=False, **options)
    gallery.see("1/4")
    gallery.settle(1, 0.1)
    return gallery


def one(number):
    """The gallery survives the signal, stops and goes on, or ends by it with the terminal restored."""
    def case(tools):
        gallery = opened(tools)
        gallery.signal(number)
        if number in survived:
            gallery.pump(0.3)
            require(gallery.outcome is None, f"did not survive it: {gallery.outcome and gallery.outcome.describe()}")
            gallery.quit((0,))
        elif number in stopping:
            require(gallery.stops(3), "did not stop")
            # The others leave the terminal alone: it belongs to another job then, or there was no chance.
            if number == signal.SIGTSTP:
                left = gallery.complaints()
                require(not left, "while stopped: " + "; ".join(left))
            gallery.resume()
            gallery.send("j")
            gallery.see("2/4", 5)
            gallery.quit((0,))
        else:
            outcome = gallery.wait(8)
            # Ignoring it is fine as well: then q ends the gallery.
            if outcome.hung:
                require(False, f"did not end by {signal_name(number)}, nor is it one that is survived")
            outcome.check((0, 128 + number), signals=(number,))
            require(outcome.signal is not None or outcome.status == 128 + number,
                    f"does not tell what ended it: {outcome.describe()}")
    return case


def at_random(numbers, seconds, short):
    """The signal comes at any moment of starting and running, and in some tries a second one right behind it."""
    def case(tools):
        where = folder(tools)

        def attempt(turn, generator):
            first, second = generator.choice(numbers), generator.choice(numbers)
            gallery = tools.gallery("--no-cache", where, cache=False)
            gallery.pump(generator.random() * 0.12)
            gallery.signal(first)
            if generator.random() < seconds:
                gallery.signal(second)
            outcome = gallery.wait(8)
            how = f"try {turn + 1}, {signal_name(first)}"
            if outcome.hung:
                return f"{how}: did not end it"
            if outcome.complaints:
                return f"{how}: {'; '.join(outcome.complaints)}"
            return None if outcome.signal in (None, *numbers) else f"{how}: {outcome.describe()}"

        count = tools.pick(short, short * 20)
        wrong = tools.at_once(count, attempt, 3)
        require(not wrong, f"{len(wrong)} of {count} tries: {'; '.join(wrong[:2])}")
    return case


def stops(answers):
    """Stops without job control in between, then q, which must work at once."""
    def case(tools):
        gallery = opened(tools, answers=answers)
        for _ in range(tools.pick(50, 500)):
            gallery.signal(signal.SIGTSTP)
            gallery.signal(signal.SIGCONT)
            gallery.pump(0.002)
        gallery.resume()
        for _ in range(30):
            if gallery.outcome is not None or not gallery.stops(0.1):
                break
            gallery.resume()
        gallery.quit((0,), seconds=10)
    return case


def control_z(answers, is_patient):
    """Ctrl-Z and fg again and again, once the gallery is back each time, or as fast as keys come."""
    def case(tools):
        gallery = opened(tools, answers=answers)
        for turn in range(tools.pick(8, 80)):
            if is_patient:
                gallery.see(lambda: 1049 in gallery.screen.modes, 4)
                gallery.settle(1, 0.1)
            gallery.send("\x1a")
            is_stopped = gallery.stops(4 if is_patient else 0.5)
            require(is_stopped or not is_patient, f"Ctrl-Z {turn + 1} did not stop it")
            if is_stopped:
                left = gallery.complaints()
                require(not left, f"while stopped, turn {turn + 1}: {'; '.join(left)}")
                gallery.resume()
        # A stop that was still on its way is answered by fg as well.
        while gallery.stops(0.4):
            gallery.resume()
        gallery.quit((0,), seconds=10)
    return case


def orphaned_stops(tools):
    """SIGTSTP from outside where no shell would continue the program."""
    gallery = opened(tools, answers=False)
    for _ in range(50):
        gallery.signal(signal.SIGTSTP)
        gallery.pump(0.001)
        if gallery.stopped:
            gallery.resume()
    for _ in range(100):
        if not gallery.stops(0.2):
            break
        gallery.resume()
    gallery.quit((0,), seconds=10)


def sizes(tools):
    gallery = opened(tools, "--layout", "grid")
    for turn in range(tools.pick(150, 3000)):
        gallery.resize(tools.random.randrange(1, 60), tools.random.randrange(1, 200))
        gallery.signal(signal.SIGWINCH)
        if turn % 10 == 0:
            gallery.pump(0.02)
    gallery.resize(24, 80)
    gallery.see("1/4")
    gallery.quit((0,))


def while_printing(tools):
    """Each signal that ends a program, while an animation plays on the terminal."""
    path = tools.write("a.gif", pictures.gif(50, 16, 16, delay=5))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGALRM):
        playing = tools.gallery("print", "--animate", "--size", "8x4", path, quiet=False, cache=False)
        playing.pump(0.25)
        playing.signal(number)
        outcome = playing.wait(5)
        outcome.check((0, 1, 128 + number), signals=(number,))


STORMS = [
    Case("signals/at-random-moments", "each run gives the terminal back", at_random([signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT], 0.3, 24), 60),
    Case("signals/others-at-random-moments", "each run gives the terminal back", at_random([signal.SIGUSR1, signal.SIGALRM, signal.SIGXCPU, signal.SIGIO], 0.3, 24), 60),
    Case("signals/crashes-at-random-moments", "each run gives the terminal back", at_random([signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS], 0, 24), 60),
    Case("signals/two-crashes-at-once", "each run gives the terminal back", at_random([signal.SIGSEGV, signal.SIGABRT, signal.SIGBUS], 1, 90), 60),
    Case("signals/50-stops-on-a-silent-terminal", "q ends it within 10 s", stops(False), 40),
    Case("signals/50-stops-on-a-terminal-that-answers", "q ends it within 10 s", stops(True), 40),
    Case("signals/50-stops-told-to-a-shell", "q ends it within 10 s", orphaned_stops, 60),
    *(Case(f"signals/ctrl-z-{'patient' if is_patient else 'at-once'}-{'answered' if answers else 'silent'}", "the terminal is restored at each stop, q ends it within 10 s",
           control_z(answers, is_patient), 60) for answers in (False, True) for is_patient in (True, False)),
    Case("signals/window-sizes", "drawn for the last size, q ends it", sizes, 40),
    Case("signals/while-an-animation-plays", "ends by each signal with the terminal restored", while_printing, 40),
]


def expectation(number):
    if number in survived:
        return "goes on, q ends it with status 0"
    if number in stopping:
        return "stops, goes on after fg"
    return "ends by it with the terminal restored"


def cases():
    return [Case(f"signals/{signal_name(number)}", expectation(number), one(number), 30) for number in every] + STORMS
