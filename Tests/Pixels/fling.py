"""Flings the gallery in a real terminal and compares what the screen shows with the pictures; see `run`."""

import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

COLUMNS, ROWS = 100, 32
PICTURES = 24
# Pictures that are whole on the first screen.
WHOLE = 4
KEYS = ["j", "k", "j", "j", "Next", "Prior", "g", "G", "v", "question", "Escape", "Home", "plus", "minus"]
# A cell is wrong where more than a tenth of it differs clearly: palettes differ a little from row to row.
CLEARLY = 40
FIDELITY = 38.0


class Picture:
    """The pixels of a PPM file or of a part of the screen."""

    def __init__(self, width, height, data):
        self.width, self.height, self.data = width, height, data

    @staticmethod
    def read(bytes):
        fields = bytes.split(None, 4)
        width, height = int(fields[1]), int(fields[2])
        return Picture(width, height, bytes[-3 * width * height:])

    def row(self, x, y, width):
        start = 3 * (y * self.width + x)
        return self.data[start:start + 3 * width]


def photo(number, width, height):
    """Soft colors, an edge and a grain, different in every picture."""
    dice = random.Random(number)
    base = [dice.randrange(40, 200) for _ in range(6)]
    slope = dice.uniform(-0.4, 0.4)
    data = bytearray()
    for y in range(height):
        for x in range(width):
            across, down = x / width, y / height
            below = down > 0.5 + slope * (across - 0.5)
            for channel in range(3):
                value = base[channel + 3 * below] + 50 * (across if below else down) + dice.randrange(-3, 4)
                data.append(max(0, min(255, int(value))))
    return bytes(data)


# The command of each terminal: with a font of 6x13 pixels in xterm, and in mlterm with one whose lines stay in their
# cells. foot draws in a compositor of its own.
TERMINALS = {
    "xterm": ["xterm", "-ti", "vt340", "-xrm", "XTerm*decTerminalID: vt340", "-xrm", "XTerm*numColorRegisters: 256",
              "-tn", "xterm-256color", "-fn", "fixed", "-bg", "#101014", "-fg", "#d8d8d8", "+sb", "-b", "0",
              "-geometry", f"{COLUMNS}x{ROWS}+0+0", "-e"],
    "mlterm": ["mlterm", "-g", f"{COLUMNS}x{ROWS}", "-w", "16", "--bg", "#101014", "--fg", "#d8d8d8", "--sbmod", "none",
               "--bdfont", "false", "-e"],
    "foot": ["foot", "-f", "monospace:size=7", "-o", "colors.background=101014"],
}
COMPOSITOR = ["weston", "--backend=x11-backend.so", "--use-pixman", "--shell=kiosk-shell.so", "--width=1000", "--height=600",
              "--socket=fling"]


class Screen:
    """A terminal with sixels on a display of its own."""

    def __init__(self, terminal, command, folder):
        # The server picks a free display and says which, once it can be used.
        reading, writing = os.pipe()
        self.processes = [
            subprocess.Popen(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp", "-noreset"],
                             pass_fds=[writing], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
        os.close(writing)
        with os.fdopen(reading) as pipe:
            display = pipe.readline().strip()
        self.environment = dict(os.environ, DISPLAY=":" + display, LC_ALL="C.UTF-8", XDG_CACHE_HOME=folder + "/cache",
                                XDG_STATE_HOME=folder + "/state", XDG_CONFIG_HOME=folder + "/config")
        self.has_compositor = terminal == "foot"
        if self.has_compositor:
            self.environment.update(XDG_RUNTIME_DIR=folder, WAYLAND_DISPLAY="fling")
            self.processes.append(subprocess.Popen(COMPOSITOR, env=self.environment, stdout=subprocess.DEVNULL,
                                                   stderr=subprocess.DEVNULL))
            self.wait(lambda: os.path.exists(folder + "/fling"), "compositor")
        self.processes.append(subprocess.Popen(TERMINALS[terminal] + command, env=self.environment))
        shown = "weston" if self.has_compositor else terminal
        self.window = self.wait(lambda: self.run(
            ["xdotool", "search", "--onlyvisible", "--class", shown]).stdout.split(), "window")[0].decode()
        self.run(["xdotool", "windowfocus", self.window])

    def run(self, command):
        return subprocess.run(command, env=self.environment, capture_output=True, timeout=20)

    def wait(self, condition, what, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            result = condition()
            if result:
                return result
            time.sleep(0.05)
        sys.exit(f"no {what} in {seconds} s")

    def press(self, *keys):
        window = [] if self.has_compositor else ["--window", self.window]
        self.run(["xdotool", "key", *window, "--delay", "0", *keys])

    def shot(self):
        dump = self.run(["xwd", "-silent", "-nobdrs", "-id", self.window]).stdout
        return Picture.read(subprocess.run(["xwdtopnm"], input=dump, capture_output=True, timeout=20).stdout)

    def still(self):
        """The screen once it has not changed for longer than a notice stays in the last line."""
        last, since = None, time.monotonic()

        def is_still():
            nonlocal last, since
            now = self.shot()
            if last is None or now.data != last.data:
                last, since = now, time.monotonic()
                return None
            return now if time.monotonic() - since > 2 else None

        return self.wait(is_still, "still screen")

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait(10)


def cells_that_differ(one, other, cell):
    wrong = []
    for row in range(one.height // cell[1]):
        for column in range(one.width // cell[0]):
            count = 0
            for y in range(row * cell[1], (row + 1) * cell[1]):
                a, b = (picture.row(column * cell[0], y, cell[0]) for picture in (one, other))
                if a != b:
                    count += sum(abs(p - q) > CLEARLY for p, q in zip(a, b))
            if count > 3 * cell[0] * cell[1] // 10:
                wrong.append((column, row))
    return wrong


def fidelity(screen, data, size, cell):
    """How true a picture is on the screen in dB, at the place where it is truest."""
    probe = size[1] // 2
    reference = data[3 * probe * size[0]:3 * (probe + 1) * size[0]]

    def error_of_row(left, row, wanted):
        return sum((a - b) ** 2 for a, b in zip(screen.row(left, row, size[0]), wanted))

    places = [(left, top) for top in range(0, screen.height - size[1] + 1, cell[1])
              for left in range(0, screen.width - size[0] + 1, cell[0])]
    left, top = min(places, key=lambda place: error_of_row(place[0], place[1] + probe, reference))
    error = sum(error_of_row(left, top + y, data[3 * y * size[0]:3 * (y + 1) * size[0]]) for y in range(size[1]))
    return 99.0 if error == 0 else 10 * math.log10(255 ** 2 * 3 * size[0] * size[1] / error)


def main():
    keys = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    terminal = sys.argv[2] if len(sys.argv) > 2 else "xterm"
    seed = int(os.environ.get("SEED", "19"))
    dice = random.Random(seed)
    folder = tempfile.mkdtemp(prefix="halftone-pixels-")
    # As large as the list shows them, so that nothing is scaled: 24x7 cells of 6x13 pixels.
    size = (144, 91)
    pictures = []
    os.mkdir(folder + "/pictures")
    for number in range(PICTURES):
        pictures.append(photo(number, *size))
        ppm = b"P6\n%d %d\n255\n" % size + pictures[-1]
        png = subprocess.run(["pnmtopng"], input=ppm, capture_output=True, check=True).stdout
        with open(f"{folder}/pictures/{number:02}.png", "wb") as file:
            file.write(png)
    # The others say themselves what they can; mlterm has room for few of the 24-bit colors.
    colors = ["--colors", "24bit"] if terminal == "xterm" else []
    screen = Screen(terminal, [os.environ["HALFTONE"], "browse", folder + "/pictures", "--layout", "list", "--pictures", "sixel",
                               *colors, "--no-resume"], folder)
    wrong = 0
    least = FIDELITY
    cell = (6, 13)
    try:
        first = screen.still()
        if terminal == "xterm":
            found = (first.width // COLUMNS, first.height // ROWS)
            if found != cell:
                sys.exit(f"cells of {found[0]}x{found[1]} pixels, not 6x13: the font fixed is another one")
            least = min(fidelity(first, data, size, cell) for data in pictures[:WHOLE])
            print(f"fidelity of the first {WHOLE} pictures: {least:.1f} dB at least")
        for press in range(1, keys + 1):
            screen.press(dice.choice(KEYS))
            if press % 20 and press != keys:
                time.sleep(dice.choice([0, 0.01, 0.05, 0.2]))
                continue
            flung = screen.still()
            screen.press("ctrl+l")
            anew = screen.still()
            cells = cells_that_differ(flung, anew, cell)
            wrong += len(cells)
            print(f"after {press} keys: {len(cells)} of {anew.width // cell[0] * (anew.height // cell[1])} cells wrong {cells[:8]}")
    finally:
        screen.close()
        shutil.rmtree(folder)
    if wrong or least < FIDELITY:
        sys.exit(f"failed (SEED={seed})")


main()
