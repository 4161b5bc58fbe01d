import Pixels
import TerminalScreen
import TestSupport

extension ModelTerminal {
    /// Takes output of a program.
    public mutating func feed(_ bytes: some Sequence<UInt8>) {
        pending += bytes
        let input = pending
        var rest = input[...]
        while let length = step(rest) { rest = rest.dropFirst(length) }
        pending = Array(rest)
    }

    /// Takes one character or sequence and returns its length; `nil` if it is unfinished.
    private mutating func step(_ input: ArraySlice<UInt8>) -> Int? {
        guard let first = input.first else { return nil }
        switch first {
        case 0x1B: return stepAfterEscape(input)
        case 0x0A: lineFeed()
        case 0x0D: (cursor.column, isWrapPending, isCursorUnknown) = (0, false, false)
        case 0x08: cursor.column = max(0, cursor.column - 1)
        case 0x18, 0x07, 0x0E, 0x0F: break
        case 0x20...0x7E: put(UInt32(first))
        case 0xC2...0xF4:
            let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
            guard input.count >= count else { return nil }
            let scalars = String(decoding: input.prefix(count), as: UTF8.self).unicodeScalars
            if let scalar = scalars.first { put(scalar.value) }
            return count
        default: problems.append("byte \(first)")
        }
        return 1
    }

    private mutating func stepAfterEscape(_ input: ArraySlice<UInt8>) -> Int? {
        guard input.count > 1 else { return nil }
        let start = input.startIndex
        switch input[start + 1] {
        case UInt8(ascii: "["):
            guard let end = input.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return nil }
            control(String(decoding: input[(start + 2)..<end], as: UTF8.self), final: Character(.init(input[end])))
            return end + 1 - start
        case UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "]"):
            let isOSC = input[start + 1] == UInt8(ascii: "]")
            var index = start + 2
            while index < input.endIndex {
                if isOSC, input[index] == 0x07 {
                    string(kind: input[start + 1], Array(input[(start + 2)..<index]))
                    return index + 1 - start
                }
                if input[index] == 0x1B {
                    guard index + 1 < input.endIndex else { return nil }
                    if input[index + 1] == UInt8(ascii: "\\") {
                        string(kind: input[start + 1], Array(input[(start + 2)..<index]))
                        return index + 2 - start
                    }
                    index += 1  // doubled by the wrapping for tmux
                }
                index += 1
            }
            return nil
        case UInt8(ascii: "\\"): return 2
        case UInt8(ascii: "("), UInt8(ascii: ")"): return input.count > 2 ? 3 : nil
        case UInt8(ascii: "="), UInt8(ascii: ">"): return 2
        case UInt8(ascii: "7"):
            noteUnknownCursor("DECSC")
            savedCursor = cursor
            return 2
        case UInt8(ascii: "8"):
            (cursor, isCursorUnknown, isWrapPending) = (savedCursor, false, false)
            return 2
        default:
            problems.append("ESC \(input[start + 1])")
            return 2
        }
    }

    private mutating func string(kind: UInt8, _ text: [UInt8]) {
        switch kind {
        case UInt8(ascii: "_") where text.first == UInt8(ascii: "G"): kitty(text[1...])
        case UInt8(ascii: "P") where text.starts(with: "tmux;".utf8):
            var unwrapped: [UInt8] = []
            var isDoubled = false
            for byte in text.dropFirst(5) {
                isDoubled = byte == 0x1B && !isDoubled
                if !isDoubled { unwrapped.append(byte) }
            }
            let outer = pending
            pending = []
            feed(unwrapped)
            if !pending.isEmpty { problems.append("a cut sequence inside of tmux") }
            pending = outer
        case UInt8(ascii: "P"):
            guard let start = text.firstIndex(of: UInt8(ascii: "q")), text[..<start].allSatisfy({ $0 < 0x40 }) else {
                return problems.append("DCS \(String(decoding: text.prefix(20), as: UTF8.self))")
            }
            sixel(parameters: text[..<start], data: text[(start + 1)...])
        case UInt8(ascii: "]") where text.starts(with: "1337;File=".utf8): inlineImage(text[10...])
        case UInt8(ascii: "]"): break  // titles, hyperlinks, clipboard
        default: problems.append("string \(kind)")
        }
    }

    private mutating func control(_ text: String, final: Character) {
        let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = max(1, numbers.first ?? 1)
        switch final {
        case "H", "f":
            let column = numbers.count > 1 ? max(1, numbers[1]) : 1
            move(column: column - 1, row: first - 1)
        case "A": move(column: cursor.column, row: cursor.row - first)
        case "B": move(column: cursor.column, row: cursor.row + first)
        case "C":
            noteUnknownCursor("CUF")
            move(column: cursor.column + first, row: cursor.row)
        case "D": move(column: cursor.column - first, row: cursor.row)
        case "G": move(column: first - 1, row: cursor.row)
        case "d": move(column: cursor.column, row: first - 1)
        case "J": eraseInDisplay(numbers.first ?? 0)
        case "K":
            noteUnknownCursor("EL")
            switch numbers.first ?? 0 {
            case 1: erase(columns: 0..<(cursor.column + 1), row: cursor.row)
            case 2: erase(columns: 0..<size.columns, row: cursor.row)
            default: erase(columns: cursor.column..<size.columns, row: cursor.row)
            }
        case "X":
            noteUnknownCursor("ECH")
            erase(columns: cursor.column..<min(cursor.column + first, size.columns), row: cursor.row)
        case "S": scroll(first)
        case "T": scroll(-first)
        case "r":
            let last = numbers.count > 1 && numbers[1] > 0 ? min(numbers[1], size.rows) : size.rows
            if first < last { margins = (first - 1)..<last }
            move(column: 0, row: 0)
        case "b": if let lastGlyph { for _ in 0..<first { put(lastGlyph) } }
        case "m": setStyle(text)
        case "h", "l": setMode(text, isOn: final == "h")
        case "c": replies += "\u{1B}[?62;4;22c".utf8
        case "t": if text == "16" { replies += "\u{1B}[6;\(cell.height);\(cell.width)t".utf8 }
        case "q", "n", "p", "u": break
        default: problems.append("CSI \(text)\(final)")
        }
    }

    private mutating func move(column: Int, row: Int) {
        cursor = CellPoint(column: min(max(0, column), size.columns - 1), row: min(max(0, row), size.rows - 1))
        (isWrapPending, isCursorUnknown) = (false, false)
    }

    private mutating func eraseInDisplay(_ mode: Int) {
        if mode == 0 { erase(columns: cursor.column..<size.columns, row: cursor.row) }
        if mode == 1 { erase(columns: 0..<(cursor.column + 1), row: cursor.row) }
        let rows = mode == 0 ? (cursor.row + 1)..<size.rows : mode == 1 ? 0..<cursor.row : 0..<size.rows
        for row in rows { erase(columns: 0..<size.columns, row: row) }
    }

    private mutating func setMode(_ text: String, isOn: Bool) {
        switch text {
        case "?7": wraps = isOn
        case "?1049": for row in 0..<size.rows { erase(columns: 0..<size.columns, row: row) }
        default: break
        }
    }

    private mutating func setStyle(_ text: String) {
        var fields = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }[...]
        while let field = fields.popFirst() {
            switch field {
            case 0: style = Cell(foreground: Self.foreground, background: Self.background)
            case 7: style.isReversed = true
            case 27: style.isReversed = false
            case 38, 48:
                let color: UInt32
                if fields.first == 2, fields.count >= 4 {
                    color = fields.dropFirst().prefix(3).reduce(0) { $0 << 8 | UInt32($1 & 0xFF) }
                    fields = fields.dropFirst(4)
                } else if fields.first == 5, fields.count >= 2 {
                    color = UInt32(fields[fields.startIndex + 1] & 0xFF) &* 0x010203
                    fields = fields.dropFirst(2)
                } else {
                    return problems.append("SGR \(text)")
                }
                if field == 38 { style.foreground = color } else { style.background = color }
            case 39: style.foreground = Self.foreground
            case 49: style.background = Self.background
            case 30...37, 90...97: style.foreground = UInt32(field) &* 0x010203
            case 40...47, 100...107: style.background = UInt32(field - 10) &* 0x010203
            case 1...5, 8...9, 21...29: break
            default: problems.append("SGR \(text)")
            }
        }
    }
}
