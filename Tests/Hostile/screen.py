"""A small model of a terminal's screen, and a check of output for sequences that the program does not have.

Independent of the emulator that the other tests use. It knows what ECMA-48 and xterm define as far as the program's
output has it, and keeps what must be undone at the end: modes, margins, the alternate screen.
"""

import re

# One token of output: a sequence, a control, or a run of text.
_token = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*|[ -/]+|[\]PX^_][^\x1b\x18\x07]*)?\x18"  # a sequence that CAN has ended
    r"|\x1b\[[0-?]*[ -/]*(?=\x1b)"  # one that another has ended
    r"|\x1b\[([0-?]*)([ -/]*)([@-~])"  # 1 to 3: CSI
    r"|\x1b\]([^\x07\x1b]*)(?:\x07|\x1b\\)"  # 4: OSC
    r"|\x1b([PX^_])([^\x1b]*)\x1b\\"  # 5 and 6: DCS, SOS, PM, APC
    r"|\x1b([ -/]*)([0-OQ-WYZ\\`-~])"  # 7 and 8: escape sequences
    r"|([\x00-\x1a\x1c-\x1f\x7f])"  # 9: controls
    r"|([^\x00-\x1f\x7f]+)"  # 10: text
    r"|(\x1b)")  # 11: an escape that begins nothing
_osc = {"2", "8", "10", "11", "52"}
_controls = "\r\n\b\t\x18\x0e\x0f"
_bidi = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0080-\u009f]")
MARKER = "PWNED"  # what hostile texts set as a title, put on a clipboard and so on
NUMBER = "31337"  # a parameter that only hostile sequences have


def leaks(data):
    """What in this output no picture and no frame of ours has; empty if all is well."""
    text = data.decode("utf-8", "ignore")
    found = []
    for match in _token.finditer(text):
        parameters, _, _, osc, string, body, _, _, control, plain, escape = match.groups()
        if parameters and NUMBER in parameters:
            found.append(f"a foreign sequence {match.group()!r}")
        elif osc is not None and (osc.split(";")[0] not in _osc or MARKER in osc or osc == "52;c;UFdORUQ="):
            found.append(f"a foreign OSC {osc[:60]!r}")
        elif string and (string, body) != ("P", "$qm"):  # DECRQSS, our own query for 24-bit color
            found.append(f"a foreign control string {body[:60]!r}")
        elif control and control not in _controls:
            found.append(f"a control character {control!r}")
        elif plain and _bidi.search(plain):
            found.append(f"a C1 or bidirectional control in {plain[:60]!r}")
        elif escape and match.end() < len(text) - 8:  # the last one may have been cut by the end
            found.append(f"a lone escape before {text[match.end():match.end() + 12]!r}")
    return found


class Screen:
    """What a terminal would show, and which of its modes are on."""

    def __init__(self, rows, columns, answer=None):
        self.rows, self.columns, self.answer = max(rows, 1), max(columns, 1), answer
        self.modes = {7, 25}  # autowrap and the cursor, which a terminal begins with
        self.keypad = False
        self.margins = None
        self.style = ""
        self.link = ""
        self.clipboard = []
        self.cells = {}
        self.normal = None
        self.row = self.column = 0
        self.rest = ""

    # MARK: What is asked

    def text(self):
        lines = []
        for row in range(self.rows):
            cells = self.cells.get(row, {})
            last = max(cells, default=-1)
            lines.append("".join(cells.get(column, " ") for column in range(last + 1)).rstrip())
        return "\n".join(lines)

    def complaints(self):
        """What the program has not given back."""
        found = []
        if 1049 in self.modes:
            found.append("the alternate screen is still on")
        for mode in sorted(self.modes - {7, 25, 1049}):
            found.append(f"mode {mode} is still on")
        for mode, name in ((25, "the cursor is hidden"), (7, "autowrap is off")):
            if mode not in self.modes:
                found.append(name)
        if self.keypad:
            found.append("the keypad still sends application codes")
        if self.margins:
            found.append("margins are still set")
        if self.style:
            found.append(f"the style {self.style!r} is still on")
        if self.link:
            found.append("a hyperlink is still open")
        return found

    # MARK: What is fed

    def feed(self, data):
        text = self.rest + data
        self.rest = ""
        for match in _token.finditer(text):
            parameters, between, final, osc, string, body, charset, escape, control, plain, lone = match.groups()
            if lone:
                self.rest = text[match.start():][:4096]
                return
            if plain:
                self.put(plain)
            elif final:
                self.csi(parameters, between, final)
            elif osc is not None:
                self.osc(osc)
            elif control:
                self.control(control)
            elif escape and not charset:
                self.escape(escape)

    def put(self, text):
        for character in text:
            if self.column >= self.columns:
                if 7 not in self.modes:
                    self.column = self.columns - 1
                else:
                    self.column = 0
                    self.down()
            self.cells.setdefault(self.row, {})[self.column] = character
            self.column += 1

    def down(self):
        bottom = (self.margins or (0, self.rows))[1] - 1
        if self.row == bottom:
            self.scroll(1)
        elif self.row < self.rows - 1:
            self.row += 1

    def scroll(self, lines, top=None):
        first, end = self.margins or (0, self.rows)
        first = first if top is None else top
        moved = {row: cells for row, cells in self.cells.items() if not first <= row < end}
        for row in range(first, end):
            if first <= row - lines < end and row in self.cells:
                moved[row - lines] = self.cells[row]
        self.cells = moved

    def control(self, control):
        if control == "\r":
            self.column = 0
        elif control == "\n":
            self.down()
        elif control == "\b":
            self.column = max(0, min(self.column, self.columns) - 1)
        elif control == "\t":
            self.column = min(self.columns - 1, (self.column // 8 + 1) * 8)

    def escape(self, final):
        if final in "=>":
            self.keypad = final == "="
        elif final == "M":
            if self.row == (self.margins or (0, 0))[0]:
                self.scroll(-1)
            else:
                self.row = max(0, self.row - 1)
        elif final == "D":
            self.down()
        elif final == "c":
            self.__init__(self.rows, self.columns, self.answer)

    def osc(self, osc):
        name, _, value = osc.partition(";")
        if name == "8":
            self.link = value.partition(";")[2]
        elif name == "52":
            self.clipboard.append(value)
        elif name in ("10", "11") and value == "?" and self.answer:
            self.answer(f"\x1b]{name};rgb:1010/1010/1010\x1b\\")

    def csi(self, parameters, between, final):
        if parameters[:1] in "?>=<" and parameters:
            return self.private(parameters[0], parameters[1:], between, final)
        numbers = [int(part) if part.isdigit() else 0 for part in parameters.split(";")] if parameters else []
        count = min(max(numbers[0] if numbers else 1, 1), 10_000)
        line = self.cells.get(self.row, {})
        if final in "Hf":
            self.row = min(max(numbers[0] if numbers else 1, 1), self.rows) - 1
            self.column = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self.columns) - 1
        elif final in "G`":
            self.column = min(count, self.columns) - 1
        elif final == "d":
            self.row = min(count, self.rows) - 1
        elif final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row = min(self.rows - 1, self.row + count)
        elif final == "C":
            self.column = min(self.columns - 1, self.column + count)
        elif final == "D":
            self.column = max(0, min(self.column, self.columns - 1) - count)
        elif final == "m":
            self.style = "" if not numbers or numbers == [0] or numbers == [39, 49] and not self.style \
                else parameters if numbers != [39, 49] else ""
        elif final == "J":
            self.cells = {} if numbers[:1] in ([2], [3]) else {r: c for r, c in self.cells.items() if r < self.row}
        elif final == "K":
            first, last = {1: (0, self.column), 2: (0, self.columns)}.get(
                numbers[0] if numbers else 0, (self.column, self.columns))
            self.cells[self.row] = {c: t for c, t in line.items() if not first <= c <= last}
        elif final == "X":
            self.cells[self.row] = {c: t for c, t in line.items() if not self.column <= c < self.column + count}
        elif final == "P":
            self.cells[self.row] = {
                c if c < self.column else c - count: t for c, t in line.items() if not self.column <= c < self.column + count}
        elif final == "@":
            self.cells[self.row] = {c if c < self.column else c + count: t for c, t in line.items() if c < self.columns}
        elif final == "b":
            self.put(line.get(self.column - 1, " ") * min(count, self.columns))
        elif final in "LM":
            self.scroll(count if final == "M" else -count, top=self.row)
        elif final in "ST":
            self.scroll(count if final == "S" else -count)
        elif final == "r":
            self.margins = (numbers[0] - 1, numbers[1]) if len(numbers) > 1 and numbers != [1, self.rows] else None
            self.row = self.column = 0
        elif final == "c" and self.answer:
            self.answer("\x1b[?62;22c")
        elif final == "n" and numbers == [6] and self.answer:
            self.answer(f"\x1b[{self.row + 1};{min(self.column, self.columns - 1) + 1}R")
        elif final == "t" and numbers == [16] and self.answer:
            self.answer("\x1b[6;16;8t")

    def private(self, prefix, parameters, between, final):
        numbers = [int(part) for part in parameters.split(";") if part.isdigit()]
        if prefix == ">" and final == "q" and self.answer:
            self.answer("\x1bP>|hostile 1\x1b\\")
        if prefix != "?":
            return
        if between == "$" and final == "p" and self.answer:
            self.answer(f"\x1b[?{numbers[0]};2$y")
        if final not in "hl":
            return
        for mode in numbers:
            if mode in (1, 12):  # application cursor keys go with the keypad; 12 is the blinking of the cursor
                continue
            if mode in (1049, 1047, 47):
                mode = 1049
                if (final == "h") != (mode in self.modes):
                    self.normal, self.cells = (self.cells, {}) if final == "h" else (None, self.normal or {})
            (self.modes.add if final == "h" else self.modes.discard)(mode)
