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
/// Rows are matched by all that is in their cells, colours included. The plan is a matter of economy alone: the
/// presenter paints whatever differs after the move.
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
        let changed = (0..<size.rows).filter { !isSame($0, $0) }
        guard changed.count >= 2 else { return nil }
        let shifts = likelyShifts(changed: changed)
        guard !shifts.isEmpty else { return nil }
        var painting = Array(repeating: 0, count: size.rows)  // bytes of a row if nothing moves
        for row in changed { painting[row] = cost(of: row, over: self.row(last, row)) }
        var best: (scroll: Scroll, saved: Int)?
        for shift in shifts {
            guard let found = bestBand(shift: shift, painting: painting) else { continue }
            if found.saved > best?.saved ?? 0 { best = found }
        }
        return best?.scroll
    }

    /// The shifts that explain the most changed rows.
    private func likelyShifts(changed: [Int]) -> [Int] {
        let wanted = (0..<size.rows).map { fingerprint(row(next, $0)) }
        let present = (0..<size.rows).map { fingerprint(row(last, $0)) }
        var tally = Array(repeating: 0, count: 2 * size.rows)
        // Most rows of a frame that only repaints are nowhere on the screen. A small set of what is there says so at once.
        var isPresent = Array(repeating: false, count: 1024)
        for print in present { isPresent[Int(print & 1023)] = true }
        for row in changed where isPresent[Int(wanted[row] & 1023)] {
            // Every blank row explains every other, and costs nothing to paint.
            guard !Cell.areIdentical(self.row(next, row), blank, count: size.columns) else { continue }
            for source in 0..<size.rows where present[source] == wanted[row] && isSame(row, source) {
                tally[source - row + size.rows] += 1
            }
        }
        let found = tally.indices.filter { tally[$0] > 0 }
        return found.sorted { tally[$0] > tally[$1] }.prefix(Self.candidates).map { $0 - size.rows }
    }

    /// For one shift, the run of rows with the greatest sum of what each saves (Kadane), less what the rows cost that
    /// appear blank at the other end of the band.
    private func bestBand(shift: Int, painting: [Int]) -> (scroll: Scroll, saved: Int)? {
        let first = max(0, -shift)
        let end = min(size.rows, size.rows - shift)
        var best = (sum: 0, rows: 0..<0)
        var (sum, start) = (0, first)
        for row in first..<end {
            let moved = cost(of: row, over: self.row(last, row + shift))
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

    /// Whether a row of the next screen is what another row is now.
    private func isSame(_ row: Int, _ source: Int) -> Bool {
        Cell.areIdentical(self.row(next, row), self.row(last, source), count: size.columns)
    }

    /// About how many bytes it takes to paint a row over other content.
    private func cost(of row: Int, over old: UnsafePointer<Cell>) -> Int {
        let cells = self.row(next, row)
        var bytes = 0
        var (foreground, background) = (CellColor.terminal, CellColor.terminal)
        var isRunning = false
        for column in 0..<size.columns {
            guard !Cell.areIdentical(cells + column, old + column) else {
                isRunning = false
                continue
            }
            let cell = cells[column]
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

    /// A hash of a few cells of a row, colours included: nearly always enough to tell rows apart, in a fraction of the
    /// time, which a frame without anything to scroll pays in vain. Rows that agree are compared in full.
    private func fingerprint(_ cells: UnsafePointer<Cell>) -> UInt64 {
        var hash: UInt64 = 0
        for sample in 0..<Self.samples {
            // Nearer to each other at the left, where text begins: behind it rows are blank and all alike.
            let words = Cell.words(cells + size.columns &* sample &* sample / (Self.samples * Self.samples))
            hash = (hash << 29 | hash >> 35) ^ words.0 ^ words.1 &* 0x9E37_79B9_7F4A_7C15
            hash = hash &* 0xBF58_476D_1CE4_E5B9
        }
        return hash ^ hash >> 32
    }

    private static let samples = 8
}
