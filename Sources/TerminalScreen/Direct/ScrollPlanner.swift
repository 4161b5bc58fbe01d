/// A band of rows that the terminal scrolls instead of having it repainted.
struct Scroll: Hashable, Sendable {
    /// The rows of the scrolling region, of full width.
    var band: Range<Int>
    /// Number of rows that the content moves up; negative for down.
    var shift: Int

    /// Returns the row whose content moves to `row`; `nil` if `row` becomes blank.
    func source(of row: Int) -> Int? {
        guard band.contains(row) else { return row }
        return band.contains(row + shift) ? row + shift : nil
    }

    /// Returns the sequences that scroll. The background must be the terminal's default, which blank rows take. The
    /// cursor's position afterwards is not defined.
    func sequences(screenRows: Int) -> [TerminalSequence] {
        let move = shift > 0 ? TerminalSequence.scrollUp(shift) : .scrollDown(-shift)
        return band == 0..<screenRows ? [move] : [.margins(band), move, .resetMargins]
    }
}

/// A search for the vertical shift of a band of rows between two screens that saves the most bytes.
///
/// Rows match if all their cells are equal, including colors. A plan only affects the cost: the presenter paints all
/// cells that differ after the move.
struct ScrollPlanner {
    /// Estimated bytes of a move: margins, shift, margins reset, and the longer cursor movement after it.
    private static let overhead = 32
    /// Number of shifts that are examined in detail.
    private static let maxCandidates = 3

    /// The cells of the next screen and the present one, and a row of blank ones. All must outlive the planner.
    let next: UnsafePointer<Cell>
    let last: UnsafePointer<Cell>
    let blank: UnsafePointer<Cell>
    let size: CellSize
    /// An estimate of the bytes to draw a cell of a picture.
    let placeholderCost: Int

    /// Returns the move that saves most; `nil` if painting alone is as cheap.
    func plan() -> Scroll? {
        let changed = (0..<size.rows).filter { !isSame($0, $0) }
        guard changed.count >= 2 else { return nil }
        let shifts = candidateShifts(changed: changed)
        guard !shifts.isEmpty else { return nil }
        var painting = Array(repeating: 0, count: size.rows)  // bytes to paint a row without a move
        for row in changed { painting[row] = cost(of: row, over: self.row(last, row)) }
        var best: (scroll: Scroll, saved: Int)?
        for shift in shifts {
            guard let found = bestBand(shift: shift, painting: painting) else { continue }
            if found.saved > best?.saved ?? 0 { best = found }
        }
        return best?.scroll
    }

    /// Returns the shifts that explain the most changed rows.
    private func candidateShifts(changed: [Int]) -> [Int] {
        let wanted = (0..<size.rows).map { fingerprint(row(next, $0)) }
        let present = (0..<size.rows).map { fingerprint(row(last, $0)) }
        var tally = Array(repeating: 0, count: 2 * size.rows)
        // most rows of a frame that only repaints are not on the screen at all, which a small set of hashes tells at
        // once
        var isPresent = Array(repeating: false, count: 1024)
        for print in present { isPresent[Int(print & 1023)] = true }
        for row in changed where isPresent[Int(wanted[row] & 1023)] {
            // every blank row explains every other, and costs nothing to paint
            guard !Cell.areIdentical(self.row(next, row), blank, count: size.columns) else { continue }
            for source in 0..<size.rows where present[source] == wanted[row] && isSame(row, source) {
                tally[source - row + size.rows] += 1
            }
        }
        let found = tally.indices.filter { tally[$0] > 0 }
        return found.sorted { tally[$0] > tally[$1] }.prefix(Self.maxCandidates).map { $0 - size.rows }
    }

    /// Returns the run of rows with the greatest sum of savings for one shift (Kadane), less the cost of the rows that
    /// become blank at the other end of the band.
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

    /// Returns whether a row of the next screen equals a row of the present one.
    private func isSame(_ row: Int, _ source: Int) -> Bool {
        Cell.areIdentical(self.row(next, row), self.row(last, source), count: size.columns)
    }

    /// Returns an estimate of the bytes to paint a row over other content.
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
            guard !cell.isPlaceholder else {
                bytes += placeholderCost
                continue
            }
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

    /// Returns a hash of a few cells of a row, including colors. It nearly always tells rows apart in a fraction of the
    /// time of a full hash, which is wasted on frames without scrolling. Rows with equal hashes are compared in full.
    private func fingerprint(_ cells: UnsafePointer<Cell>) -> UInt64 {
        var hash: UInt64 = 0
        for sample in 0..<Self.samples {
            // denser at the left, where text starts: further right rows are blank and equal
            let words = Cell.words(cells + size.columns &* sample &* sample / (Self.samples * Self.samples))
            hash = (hash << 29 | hash >> 35) ^ words.0 ^ words.1 &* 0x9E37_79B9_7F4A_7C15
            hash = hash &* 0xBF58_476D_1CE4_E5B9
        }
        return hash ^ hash >> 32
    }

    private static let samples = 8
}
