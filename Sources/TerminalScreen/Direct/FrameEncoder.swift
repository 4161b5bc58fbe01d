/// Writes cells as the bytes that show them, in as few as it knows how to.
///
/// It remembers what the terminal is left with: colours and emphasis from frame to frame, the cursor within one. A cell
/// after the last column leaves terminals in different states (most wait with the wrap until the next character), so
/// after it only an absolute movement or CR follows. Relies on no state of autowrap.
struct FrameEncoder {
    /// More than any cell takes: a movement (10), an SGR with everything in it (60), glyph and mark (7), a wide store's
    /// overhang (8).
    static let maximumBytesPerCell = 96

    /// Cells written since the encoder was made.
    private(set) var cellsSent = 0

    private var foreground = CellColor.terminal
    private var background = CellColor.terminal
    private var emphasis: CellStyle.Emphasis = []
    private var row: Int?
    private var column = 0

    /// Told when default colours and no emphasis were set by other means.
    mutating func didResetStyle() {
        foreground = .terminal
        background = .terminal
        emphasis = []
    }

    /// Told when the cursor was moved by other means, and at the start of a frame.
    mutating func didLoseCursor() { row = nil }

    /// What must be sent before blank rows are scrolled in: they take the background that is set (BCE), and in some
    /// terminals the emphasis as well. `nil` if they would be plain already.
    mutating func prepareForBlankRows() -> TerminalSequence? {
        if !emphasis.isEmpty {
            didResetStyle()
            return .resetStyle
        }
        guard background != .terminal else { return nil }
        background = .terminal
        return .defaultBackground
    }

    /// Writes the cells of a row that differ from what the terminal shows there. Both pointers reach to `columns`
    /// cells, and `out` has room for `columns * maximumBytesPerCell` bytes.
    mutating func encode(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns: Int, row: Int, to out: inout ByteCursor
    ) {
        for column in 0..<columns where !next[column].isIdentical(to: last[column]) {
            let cell = next[column]
            if cell.glyph == 0 { continue }  // came with the left half, which differs as well
            if self.row != row || self.column != column { move(to: column, row: row, in: next, out: &out) }
            setStyle(of: cell, out: &out)
            out.putScalar(cell.glyph)
            if cell.mark != 0 { out.putScalar(UInt32(cell.mark)) }
            let isWide = column + 1 < columns && next[column + 1].glyph == 0
            self.column = column + (isWide ? 2 : 1)
            cellsSent += 1
        }
    }

    // MARK: - Cursor

    private mutating func move(
        to column: Int, row: Int, in cells: UnsafePointer<Cell>, out: inout ByteCursor
    ) {
        if self.row == row, self.column < column {
            moveForward(to: column, in: cells, out: &out)
        } else {
            moveDown(to: column, row: row, out: &out)
        }
        self.row = row
        self.column = column
    }

    /// Over unchanged cells: by printing them again where that takes no more bytes than the jump.
    private func moveForward(to column: Int, in cells: UnsafePointer<Cell>, out: inout ByteCursor) {
        let distance = column - self.column
        let jump = 3 + (distance > 1 ? Self.digits(distance) : 0)
        var bytes = 0
        for cell in UnsafeBufferPointer(start: cells + self.column, count: min(distance, jump + 1)) {
            bytes += isPlainlyPrintable(cell) ? (cell.glyph < 0x80 ? 1 : 3) : .max / 2
            if bytes > jump { break }
        }
        guard bytes <= jump, distance <= jump else { return Self.putForward(distance, out: &out) }
        for index in self.column..<column { out.putScalar(cells[index].glyph) }
    }

    /// Whether the cell shows right in the style that is set, as one character of at most three bytes.
    private func isPlainlyPrintable(_ cell: Cell) -> Bool {
        cell.mark == 0 && cell.emphasis == emphasis && cell.background == background
            && (cell.glyph == 0x20 ? emphasis.isDisjoint(with: .seenOnSpaces) : cell.foreground == foreground)
            && (cell.glyph == 0x2580 || (cell.glyph >= 0x20 && cell.glyph < 0x7F))
    }

    private func moveDown(to column: Int, row: Int, out: inout ByteCursor) {
        if let current = self.row, current < row {
            let steps = 2 * (row - current) + (column > 0 ? 3 + Self.digits(column) : 0)
            let jump = 3 + Self.digits(row + 1) + (column > 0 ? 1 + Self.digits(column + 1) : 0)
            if steps <= jump {
                for _ in current..<row { out.put(0x0A0D, count: 2) }  // CR LF
                if column > 0 { Self.putForward(column, out: &out) }
                return
            }
        }
        out.put(0x5B1B, count: 2)  // CUP
        out.putNumber(row + 1)
        if column > 0 {
            out.put(UInt8(ascii: ";"))
            out.putNumber(column + 1)
        }
        out.put(UInt8(ascii: "H"))
    }

    /// CUF, which is never longer than CHA to the same place.
    private static func putForward(_ distance: Int, out: inout ByteCursor) {
        out.put(0x5B1B, count: 2)
        if distance > 1 { out.putNumber(distance) }
        out.put(UInt8(ascii: "C"))
    }

    private static func digits(_ number: Int) -> Int {
        number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10000 ? 4 : 5
    }

    // MARK: - Style

    /// One SGR with what differs and is to be seen: a space shows no foreground.
    @inline(__always)
    private mutating func setStyle(of cell: Cell, out: inout ByteCursor) {
        let isBare = cell.glyph == 0x20 && cell.emphasis.isDisjoint(with: .seenOnSpaces)
        let changesForeground = !isBare && cell.foreground != foreground
        let changesBackground = cell.background != background
        let changesEmphasis = isBare ? !emphasis.isDisjoint(with: .seenOnSpaces) : cell.emphasis != emphasis
        guard changesForeground || changesBackground || changesEmphasis else { return }
        out.put(0x5B1B, count: 2)  // CSI
        if changesEmphasis { putEmphasis(cell.emphasis, out: &out) }
        if changesForeground {
            foreground = cell.foreground
            Self.putColor(foreground, selector: 0x3B_323B_3833, standard: 0x3B_3933, out: &out)  // "38;2;", "39;"
        }
        if changesBackground {
            background = cell.background
            Self.putColor(background, selector: 0x3B_323B_3834, standard: 0x3B_3934, out: &out)  // "48;2;", "49;"
        }
        out.replaceLast(with: UInt8(ascii: "m"))
    }

    @inline(__always)
    private static func putColor(_ color: CellColor, selector: UInt64, standard: UInt64, out: inout ByteCursor) {
        guard color != .terminal else { return out.put(standard, count: 3) }
        out.put(selector, count: 5)
        out.putChannel(color.bits >> 16)
        out.putChannel(color.bits >> 8)
        out.putChannel(color.bits)
    }

    /// The parameters that turn the emphasis set into this one. Only bold and dim share their end (22).
    private mutating func putEmphasis(_ wanted: CellStyle.Emphasis, out: inout ByteCursor) {
        var current = emphasis
        let ended = current.subtracting(wanted)
        if !ended.isDisjoint(with: [.bold, .dim]) {
            out.put(0x3B_3232, count: 3)  // "22;"
            current.subtract([.bold, .dim])
        }
        for (one, end) in Self.ends where ended.contains(one) { out.put(end, count: 3) }
        let begun = wanted.subtracting(current)
        for (one, start) in Self.starts where begun.contains(one) { out.put(start, count: 2) }
        emphasis = wanted
    }

    private static let starts: [(CellStyle.Emphasis, UInt64)] = [
        (.bold, 0x3B31), (.dim, 0x3B32), (.italic, 0x3B33), (.underline, 0x3B34), (.reverse, 0x3B37),
    ]
    private static let ends: [(CellStyle.Emphasis, UInt64)] = [
        (.italic, 0x3B_3332), (.underline, 0x3B_3432), (.reverse, 0x3B_3732),
    ]
}

extension CellStyle.Emphasis {
    /// What makes a space's foreground visible.
    static let seenOnSpaces: Self = [.underline, .reverse]
}

extension Cell {
    /// Both 64-bit halves of a cell, without the unused byte.
    @inline(__always) var words: (UInt64, UInt64) {
        let text = UInt64(glyph) | UInt64(mark) << 32 | UInt64(emphasis.rawValue) << 48
        return (text, UInt64(foreground.bits) | UInt64(background.bits) << 32)
    }

    /// Equality in two comparisons.
    @inline(__always) func isIdentical(to other: Cell) -> Bool {
        let (a, b) = (words, other.words)
        return (a.0 ^ b.0) | (a.1 ^ b.1) == 0
    }
}
