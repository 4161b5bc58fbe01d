import TerminalScreen

/// The damage of a frame: the cells to redraw, as a few rectangles that cover everything that was added. A value.
///
/// Rectangles are merged where one redraw of their union costs no more cells than two, and where there are too many of
/// them. The region may therefore cover more than was added, but never less, and an addition takes the same time
/// however many there were.
struct DamageRegion {
    /// Maximum number of rectangles; more cost more than they save, because each is a walk through the view tree.
    static let maxCount = 8

    private(set) var rects: [CellRect] = []

    var isEmpty: Bool { rects.isEmpty }

    /// Adds a rectangle to the damage. An empty rectangle adds nothing.
    mutating func add(_ rect: CellRect) {
        guard !rect.isEmpty else { return }
        var rect = rect
        // After a merge the rectangle may be large enough to merge with others.
        while let index = rects.firstIndex(where: { $0.costOfJoining(rect) <= 0 }) {
            let joined = rects[index].union(rect)
            if joined == rects[index] { return }
            rects.remove(at: index)
            rect = joined
        }
        rects.append(rect)
        if rects.count > Self.maxCount { joinCheapestPair() }
    }

    /// Returns the damage since the last call and clears it.
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

    /// Returns the smallest rectangle that covers both. Neither may be empty.
    func union(_ other: CellRect) -> CellRect {
        let column = min(minColumn, other.minColumn)
        let row = min(minRow, other.minRow)
        return CellRect(
            column: column, row: row, columns: max(maxColumn, other.maxColumn) - column,
            rows: max(maxRow, other.maxRow) - row)
    }

    /// Returns the rectangle extended by `columns` on the left and on the right.
    func widened(byColumns columns: Int) -> CellRect {
        CellRect(column: minColumn - columns, row: minRow, columns: size.columns + 2 * columns, rows: size.rows)
    }

    /// Number of additional cells that are drawn when the two rectangles are drawn as one.
    fileprivate func costOfJoining(_ other: CellRect) -> Int { union(other).area - area - other.area }
}
