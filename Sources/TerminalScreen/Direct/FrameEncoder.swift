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

    private var style = StyleEncoder()
    private var cursor = Cursor()

    /// The colours that the terminal is set to.
    var pen: CellStyle { CellStyle(foreground: style.foreground, background: style.background) }

    /// The number of the link that was opened, so that what is written belongs to it; 0 for none.
    var link: UInt8 {
        get { style.link }
        set { style.link = newValue }
    }

    /// Told when default colours and no emphasis were set by other means.
    mutating func didResetStyle() { style = StyleEncoder() }

    /// Told when the cursor was moved by other means, and at the start of a frame.
    mutating func didLoseCursor() { cursor = Cursor() }

    /// What must be sent before blank rows are scrolled in; `nil` if they would be plain already.
    mutating func prepareForBlankRows() -> TerminalSequence? {
        guard !style.isPlainWhenBlank else { return nil }
        style = StyleEncoder()
        return .resetStyle
    }

    /// Appends what turns a part of a row of the terminal from `last` into `next`. Both pointers are those of the row's
    /// first cell. Erasing to the end of the row must not be among `runs` unless the part reaches that.
    mutating func encode(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns: Range<Int>, row: Int,
        runs: CellRuns = [], appendingTo buffer: inout [UInt8]
    ) {
        var state = EncoderState(style: style, cursor: cursor)
        buffer.append(addingCapacity: columns.count * Self.maximumBytesPerCell) { room in
            room.withUnsafeMutableBufferPointer { memory, count in
                guard let start = memory.baseAddress.map({ UnsafeMutableRawPointer($0) + count }) else { return }
                let out = ByteCursor(start, decimals: DecimalTable.shared.entries)
                let end = state.encode(next, over: last, columns: columns, row: row, runs: runs, to: out)
                count += end.next - start
            }
        }
        (style, cursor) = (state.style, state.cursor)
        cellsSent += state.cellsSent
    }
}

/// What changes from cell to cell.
private struct EncoderState {
    var style: StyleEncoder
    var cursor: Cursor
    var cellsSent = 0

    mutating func encode(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns: Range<Int>, row: Int, runs: CellRuns,
        to out: ByteCursor
    ) -> ByteCursor {
        let end: ByteCursor
        (self, end) = encoding(next, over: last, columns: columns, row: row, runs: runs, to: out)
        return end
    }

    /// The state after a row, and where the next byte goes. By value from end to end, so that the loop works in
    /// registers: what is in memory may be overwritten through `out` for all that the compiler knows (measured: 1.4
    /// times slower).
    @inline(never)
    private func encoding(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns part: Range<Int>, row: Int, runs: CellRuns,
        to out: ByteCursor
    ) -> (EncoderState, ByteCursor) {
        let columns = part.upperBound
        var (style, cursor, out, sent) = (self.style, self.cursor, out, 0)
        if cursor.row != row { cursor.column = -1 }  // so that one comparison tells whether to move
        var column = part.lowerBound &- 1
        while column &+ 1 < columns {
            column &+= 1
            guard !Cell.areIdentical(next + column, last + column) else { continue }
            let cell = next[column]
            if cell.glyph == 0 { continue }  // came with the left half, which differs as well
            if cursor.column != column {
                out = cursor.moving(to: column, row: row, in: next, style: style, out: out)
                cursor.row = row
            }
            let picture = style.putPicture(next + column, over: last + column, count: columns &- column, out: &out)
            if picture > 0 {
                sent &+= picture
                column &+= picture &- 1
                cursor.column = column &+ 1
                continue
            }
            sent &+= 1
            cursor.column = column &+ 1
            style.set(cell, out: &out)
            if !runs.isEmpty, column &+ 1 < columns, Cell.areIdentical(next + column, next + column + 1) {
                let run = RunEncoder.encode(
                    next, over: last, column: column, columns: columns, runs: runs, out: out)
                if run.covered > 0 {
                    out = run.out
                    sent &+= run.covered &- 1
                    cursor.column = column &+ run.advance
                    column &+= run.covered &- 1
                    continue
                }
            }
            out.putScalar(cell.glyph)
            if cell.mark != 0 { out.putScalar(UInt32(cell.mark)) }
            if column &+ 1 < columns && next[column &+ 1].glyph == 0 { cursor.column &+= 1 }
        }
        return (EncoderState(style: style, cursor: cursor, cellsSent: sent), out)
    }
}

/// Where the terminal's cursor is, and the shortest way to another place.
private struct Cursor {
    /// -1 when the place is not known.
    var row = -1
    var column = 0

    /// Writes the movement. The columns between are those of `cells`, a row of the canvas as it will be.
    @inline(never)
    func moving(
        to column: Int, row: Int, in cells: UnsafePointer<Cell>, style: StyleEncoder, out: ByteCursor
    ) -> ByteCursor {
        var out = out
        if self.row == row, self.column < column {
            moveForward(to: column, in: cells, style: style, out: &out)
        } else {
            moveDown(to: column, row: row, out: &out)
        }
        return out
    }

    /// Over unchanged cells: by printing them again where that takes no more bytes than the jump.
    private func moveForward(
        to column: Int, in cells: UnsafePointer<Cell>, style: StyleEncoder, out: inout ByteCursor
    ) {
        let distance = column - self.column
        let jump = 3 + (distance > 1 ? Self.digits(distance) : 0)
        let between = UnsafeBufferPointer(start: cells + self.column, count: distance)
        guard distance <= jump, between.allSatisfy(style.shows) else {
            return Self.putForward(distance, out: &out)
        }
        guard between.reduce(0, { $0 + ($1.glyph < 0x80 ? 1 : 3) }) <= jump else {
            return Self.putForward(distance, out: &out)
        }
        for cell in between { out.putScalar(cell.glyph) }
    }

    private func moveDown(to column: Int, row: Int, out: inout ByteCursor) {
        if self.row >= 0, self.row < row {
            let steps = 2 * (row - self.row) + (column > 0 ? 3 + (column > 1 ? Self.digits(column) : 0) : 0)
            let jump = 3 + Self.digits(row + 1) + (column > 0 ? 1 + Self.digits(column + 1) : 0)
            if steps <= jump {
                for _ in self.row..<row { out.put(0x0A0D, count: 2) }  // CR LF
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
}
