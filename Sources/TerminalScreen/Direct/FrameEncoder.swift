/// An encoder of changed cells as bytes, in as few as possible.
///
/// It tracks the state of the terminal: colors and attributes from frame to frame, the cursor within a frame. Terminals
/// differ in their state after the last column (most wrap at the next character), so only an absolute movement or CR
/// follows there. The encoder does not rely on autowrap.
struct FrameEncoder {
    /// Maximum number of bytes of a cell: a movement (10), an SGR with all parameters (60), glyph and marks (12), and the
    /// excess of a wide store (8).
    static let maxBytesPerCell = 96

    private var style = StyleEncoder()
    private var cursor = Cursor()

    /// The number of the open hyperlink, to which written cells belong; 0 for none.
    var link: UInt8 {
        get { style.link }
        set { style.link = newValue }
    }

    /// Records that default colors and no attributes were set by other means.
    mutating func didResetStyle() { style = StyleEncoder() }

    /// Records that the cursor was moved by other means, and that a frame starts.
    mutating func didLoseCursor() { cursor = Cursor() }

    /// Returns the sequence to send before blank rows are scrolled in; `nil` if they would be plain already.
    mutating func prepareForBlankRows() -> TerminalSequence? {
        guard !style.isPlainWhenBlank else { return nil }
        style = StyleEncoder()
        return .resetStyle
    }

    /// Appends the bytes that turn a part of a terminal row from `last` into `next`. Both pointers point to the row's
    /// first cell. `erasure` must be `none` unless the part ends with the row.
    mutating func encode(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns: Range<Int>, row: Int,
        erasure: RowErasure, appendingTo buffer: inout [UInt8]
    ) {
        let blanks = erasure.start(in: next, columns: columns.upperBound)
        var state = EncoderState(style: style, cursor: cursor)
        buffer.append(addingCapacity: columns.count * Self.maxBytesPerCell) { room in
            room.withUnsafeMutableBufferPointer { memory, count in
                guard let start = memory.baseAddress.map({ UnsafeMutableRawPointer($0) + count }) else { return }
                let out = ByteCursor(start)
                let end: ByteCursor
                (state, end) = state.encoding(next, over: last, columns: columns, row: row, blanks: blanks, to: out)
                count += end.next - start
            }
        }
        (style, cursor) = (state.style, state.cursor)
    }
}

/// The state that changes from cell to cell.
private struct EncoderState {
    var style: StyleEncoder
    var cursor: Cursor

    /// Returns the state after a row, and the position of the next byte. Everything is passed by value, so that the
    /// loop works in registers: the compiler must assume that stores through `out` overwrite memory (measured: 1.4
    /// times slower).
    @inline(never)
    func encoding(
        _ next: UnsafePointer<Cell>, over last: UnsafePointer<Cell>, columns part: Range<Int>, row: Int, blanks: Int,
        to out: ByteCursor
    ) -> (EncoderState, ByteCursor) {
        let columns = part.upperBound
        var (style, cursor, out) = (self.style, self.cursor, out)
        if cursor.row != row { cursor.column = -1 }  // so that one comparison tells whether to move
        var column = part.lowerBound &- 1
        while column &+ 1 < columns {
            column &+= 1
            guard !Cell.areIdentical(next + column, last + column) else { continue }
            let cell = next[column]
            if cell.glyph == 0 { continue }  // sent with the left half, which differs as well
            if cursor.column != column {
                out = cursor.moving(to: column, row: row, in: next, style: style, out: out)
                cursor.row = row
            }
            let picture = style.putPicture(next + column, over: last + column, count: columns &- column, out: &out)
            if picture > 0 {
                column &+= picture &- 1
                cursor.column = column &+ 1
                continue
            }
            cursor.column = column &+ 1
            style.set(cell, out: &out)
            if column >= blanks, columns &- column > 3 {
                out.put(0x4B_5B1B, count: 3)  // EL, which does not move the cursor
                cursor.column = column
                break
            }
            if cell.isPlaceholder {
                out.putPlaceholder(of: cell)
                continue
            }
            out.putScalar(cell.glyph)
            if cell.mark != 0 { out.putScalar(UInt32(cell.mark)) }
            if column &+ 1 < columns && next[column &+ 1].glyph == 0 { cursor.column &+= 1 }
        }
        return (EncoderState(style: style, cursor: cursor), out)
    }
}

/// The position of the terminal's cursor, and the shortest movement to another one.
private struct Cursor {
    /// The row; -1 if the position is not known.
    var row = -1
    var column = 0

    /// Appends a movement. The cells in between are `cells`, a row of the canvas to be shown.
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

    /// Moves over unchanged cells, by printing them again where that takes no more bytes than CUF.
    private func moveForward(
        to column: Int, in cells: UnsafePointer<Cell>, style: StyleEncoder, out: inout ByteCursor
    ) {
        let distance = column - self.column
        let jump = 3 + (distance > 1 ? Self.digits(distance) : 0)
        let between = UnsafeBufferPointer(start: cells + self.column, count: distance)
        guard distance <= jump, between.allSatisfy(style.shows) else {
            return out.putForward(distance)
        }
        guard between.reduce(0, { $0 + ($1.glyph < 0x80 ? 1 : 3) }) <= jump else {
            return out.putForward(distance)
        }
        for cell in between { out.putScalar(cell.glyph) }
    }

    private func moveDown(to column: Int, row: Int, out: inout ByteCursor) {
        if self.row >= 0, self.row < row {
            let steps = 2 * (row - self.row) + (column > 0 ? 3 + (column > 1 ? Self.digits(column) : 0) : 0)
            let jump = 3 + Self.digits(row + 1) + (column > 0 ? 1 + Self.digits(column + 1) : 0)
            if steps <= jump {
                for _ in self.row..<row { out.put(0x0A0D, count: 2) }  // CR LF
                out.putForward(column)
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

    private static func digits(_ number: Int) -> Int {
        number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : number < 10000 ? 4 : 5
    }
}
