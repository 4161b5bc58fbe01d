import TerminalScreen

/// What has to be drawn anew, as a few rectangles that cover everything that was added. A value.
///
/// Rectangles are joined where that costs no more cells than drawing them apart, and where there are too many of them;
/// so it may cover more than was added, but never less, and adding takes the same time however often it is done.
struct DamageRegion {
    /// More rectangles cost more than they save: each is a walk through the views.
    static let maximumCount = 8

    private(set) var rects: [CellRect] = []

    var isEmpty: Bool { rects.isEmpty }

    /// Adds what is in a rectangle. An empty one adds nothing.
    mutating func add(_ rect: CellRect) {
        guard !rect.isEmpty else { return }
        var rect = rect
        // What the new one swallows may make it large enough to swallow others.
        while let index = rects.firstIndex(where: { $0.costOfJoining(rect) <= 0 }) {
            let joined = rects[index].union(rect)
            if joined == rects[index] { return }
            rects.remove(at: index)
            rect = joined
        }
        rects.append(rect)
        if rects.count > Self.maximumCount { joinCheapestPair() }
    }

    /// All that was added since the last time.
    mutating func take() -> [CellRect] {
        defer { rects = [] }
        return rects
    }

    private mutating func joinCheapestPair() {
        var best = (first: 0, second: 1, cost: Int.max)
        for first in rects.indices {
            for second in rects.indices where second > first {
                let cost = rects[first].costOfJoining(rects[second])
                if cost < best.cost { best = (first, second, cost) }
            }
        }
        let joined = rects[best.first].union(rects.remove(at: best.second))
        rects.remove(at: best.first)
        add(joined)
    }
}

extension CellRect {
    var area: Int { isEmpty ? 0 : size.columns * size.rows }

    /// The smallest rectangle that covers both. Neither may be empty.
    func union(_ other: CellRect) -> CellRect {
        let column = min(minColumn, other.minColumn)
        let row = min(minRow, other.minRow)
        return CellRect(
            column: column, row: row, columns: max(maxColumn, other.maxColumn) - column,
            rows: max(maxRow, other.maxRow) - row)
    }

    /// So many columns more on either side.
    func widened(byColumns columns: Int) -> CellRect {
        CellRect(column: minColumn - columns, row: minRow, columns: size.columns + 2 * columns, rows: size.rows)
    }

    /// Cells that are drawn more often when both are drawn as one.
    fileprivate func costOfJoining(_ other: CellRect) -> Int { union(other).area - area - other.area }
}
