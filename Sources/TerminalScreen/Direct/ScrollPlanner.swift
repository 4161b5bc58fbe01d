/// A part of the screen that the terminal can move instead of having it painted again.
struct Scroll: Hashable, Sendable {
    /// The rows between which things move; full width.
    var band: Range<Int>
    /// How many rows the content moves up; negative for down.
    var shift: Int

    /// The row whose content lands in `row`; `nil` for rows that appear blank.
    func source(of row: Int) -> Int? {
        guard band.contains(row) else { return row }
        return band.contains(row + shift) ? row + shift : nil
    }

    /// Tells a terminal to do it. The background must be the terminal's own, which blank rows take; afterwards the
    /// cursor is at no place that one should rely on.
    func sequences(screenRows: Int) -> [TerminalSequence] {
        let move = shift > 0 ? TerminalSequence.scrollUp(shift) : .scrollDown(-shift)
        return band == 0..<screenRows ? [move] : [.margins(band), move, .resetMargins]
    }
}

/// Finds the vertical shift of a band of rows between two screens that saves the most bytes.
///
/// Rows are compared by a hash of all that is in their cells. The plan is a matter of economy alone: the presenter
/// paints whatever differs after the move, so that a collision of hashes costs bytes and never a wrong screen.
struct ScrollPlanner {
    /// What a move costs itself: margins, shift, margins back, and the longer cursor movement after it.
    private static let overhead = 32
    /// How many shifts are looked at closely.
    private static let candidates = 3

    private let next: UnsafePointer<Cell>
    private let last: UnsafePointer<Cell>
    private let blank: UnsafePointer<Cell>
    private let size: CellSize

    /// `next` and `last` have `columns * rows` cells, `blank` one row of blank ones. The planner must not outlive them.
    init(next: UnsafePointer<Cell>, last: UnsafePointer<Cell>, blank: UnsafePointer<Cell>, size: CellSize) {
        self.next = next
        self.last = last
        self.blank = blank
        self.size = size
    }

    /// The move worth making; `nil` when painting alone is as cheap.
    func plan() -> Scroll? {
        let rows = size.rows
        let changed = (0..<rows).filter(isChanged)
        guard changed.count >= 2 else { return nil }
        let nextHashes = (0..<rows).map { Self.hash(row(next, $0), columns: size.columns) }
        let lastHashes = (0..<rows).map { Self.hash(row(last, $0), columns: size.columns) }
        let shifts = likelyShifts(changed: changed, next: nextHashes, last: lastHashes)
        guard !shifts.isEmpty else { return nil }
        var painting = Array(repeating: 0, count: rows)  // bytes of a row if nothing moves
        for row in changed { painting[row] = cost(of: row, over: self.row(last, row)) }
        var best: (scroll: Scroll, saved: Int)?
        for shift in shifts {
            guard let found = bestBand(shift: shift, painting: painting, next: nextHashes, last: lastHashes) else {
                continue
            }
            if found.saved > best?.saved ?? 0 { best = found }
        }
        return best?.scroll
    }

    /// The shifts that explain the most changed rows.
    private func likelyShifts(changed: [Int], next: [UInt64], last: [UInt64]) -> [Int] {
        var tally = Array(repeating: 0, count: 2 * size.rows)
        let blankHash = Self.hash(blank, columns: size.columns)
        for row in changed where next[row] != blankHash {  // every blank row explains every other
            for source in 0..<size.rows where last[source] == next[row] { tally[source - row + size.rows] += 1 }
        }
        let found = tally.indices.filter { tally[$0] > 0 }
        return found.sorted { tally[$0] > tally[$1] }.prefix(Self.candidates).map { $0 - size.rows }
    }

    /// For one shift, the run of rows with the greatest sum of what each saves (Kadane), less what the rows cost that
    /// appear blank at the other end of the band.
    private func bestBand(
        shift: Int, painting: [Int], next: [UInt64], last: [UInt64]
    ) -> (scroll: Scroll, saved: Int)? {
        let first = max(0, -shift)
        let end = min(size.rows, size.rows - shift)
        var best = (sum: 0, rows: 0..<0)
        var (sum, start) = (0, first)
        for row in first..<end {
            let moved = next[row] == last[row + shift] ? 0 : cost(of: row, over: self.row(self.last, row + shift))
            if sum <= 0 { (sum, start) = (0, row) }
            sum += painting[row] - moved
            if sum > best.sum { best = (sum, start..<row + 1) }
        }
        guard best.sum > 0 else { return nil }
        let band =
            min(
                best.rows.lowerBound, best.rows.lowerBound + shift)..<max(
                best.rows.upperBound, best.rows.upperBound + shift)
        var saved = best.sum - Self.overhead
        for row in band where !best.rows.contains(row) { saved += painting[row] - cost(of: row, over: blank) }
        return saved > 0 ? (Scroll(band: band, shift: shift), saved) : nil
    }

    private func row(_ cells: UnsafePointer<Cell>, _ row: Int) -> UnsafePointer<Cell> { cells + row * size.columns }

    private func isChanged(_ row: Int) -> Bool {
        let (a, b) = (self.row(next, row), self.row(last, row))
        return !(0..<size.columns).allSatisfy { a[$0].isIdentical(to: b[$0]) }
    }

    /// About how many bytes it takes to paint a row over other content.
    private func cost(of row: Int, over old: UnsafePointer<Cell>) -> Int {
        let cells = self.row(next, row)
        var bytes = 0
        var (foreground, background) = (CellColor.terminal, CellColor.terminal)
        var isRunning = false
        for column in 0..<size.columns {
            let cell = cells[column]
            guard !cell.isIdentical(to: old[column]) else {
                isRunning = false
                continue
            }
            if !isRunning { bytes += 6 }
            isRunning = true
            bytes += cell.glyph < 0x80 ? 1 : 3
            if cell.foreground != foreground, cell.glyph != 0x20 {
                bytes += 16
                foreground = cell.foreground
            }
            if cell.background != background {
                bytes += 16
                background = cell.background
            }
        }
        return bytes
    }

    /// Four lanes, because a single chain of multiplications would wait for itself.
    private static func hash(_ cells: UnsafePointer<Cell>, columns: Int) -> UInt64 {
        var (a, b, c, d) = (UInt64(1), UInt64(2), UInt64(3), UInt64(4))
        var column = 0
        while column + 1 < columns {
            let (first, second) = (cells[column].words, cells[column + 1].words)
            a = mix(a, first.0)
            b = mix(b, first.1)
            c = mix(c, second.0)
            d = mix(d, second.1)
            column += 2
        }
        if column < columns {
            let words = cells[column].words
            a = mix(a, words.0)
            b = mix(b, words.1)
        }
        return mix(mix(mix(a, b), c), d)
    }

    @inline(__always) private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let value = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        return value << 29 | value >> 35
    }
}
