import TerminalScreen

/// The places of items of one size, in lines of one or more. A value: frames are computed, nothing is stored per item.
struct ItemGrid: Equatable {
    /// Number of items.
    var count = 0
    /// Width of the view in columns.
    var width = 0
    /// Number of items in a line, where there is room for them.
    var columnCount = 1
    /// Height of an item in lines; at least one.
    var itemRows = 1

    /// Number of items in a line, lowered so that each has at least one column.
    private var itemsPerLine: Int { max(1, min(columnCount, width)) }

    /// Width of every item: with equal widths, a picture is decoded for one size. Remaining columns become margins at
    /// both sides.
    var itemColumns: Int { max(1, width / itemsPerLine) }

    /// Number of lines of all items.
    var contentLines: Int { (count + itemsPerLine - 1) / itemsPerLine * itemRows }

    func contains(_ item: Int) -> Bool { (0..<count).contains(item) }

    /// Returns the frame of an item in the content.
    func frame(of item: Int) -> CellRect {
        let (line, place) = item.quotientAndRemainder(dividingBy: itemsPerLine)
        let margin = max(0, width - itemColumns * itemsPerLine) / 2
        return CellRect(
            column: margin + place * itemColumns, row: line * itemRows, columns: itemColumns, rows: itemRows)
    }

    /// Returns the items that have at least one line in a range of the content's lines.
    func items(inLines lines: Range<Int>) -> Range<Int> {
        let lines = lines.clamped(to: 0..<max(0, contentLines))
        guard !lines.isEmpty else { return 0..<0 }
        let end = (lines.upperBound - 1) / itemRows + 1
        return lines.lowerBound / itemRows * itemsPerLine..<min(count, end * itemsPerLine)
    }

    /// Returns the item at a point of the content; `nil` if there is none.
    func item(at point: CellPoint) -> Int? {
        items(inLines: point.row..<point.row + 1).first { frame(of: $0).contains(point) }
    }

    // MARK: - Moving

    /// Returns the item that a movement leads to; the same one at the end of the content. `page` is the height of the
    /// view in lines.
    func item(from item: Int, moving move: ItemMove, page: Int) -> Int {
        // as many lines as fit into the view, and one at least
        let step = max(1, page / itemRows)
        return switch move {
        case .left: columnCount > 1 ? max(0, item - 1) : item
        case .right: columnCount > 1 ? min(count - 1, item + 1) : item
        case .up: self.item(from: item, lines: -1)
        case .down: self.item(from: item, lines: 1)
        case .pageUp: self.item(from: item, lines: -step)
        case .pageDown: self.item(from: item, lines: step)
        case .first: 0
        case .last: count - 1
        }
    }

    /// Returns the item some lines below, or above if negative, as far as there are any. From above a gap in the last
    /// line, down leads to the last item.
    private func item(from item: Int, lines: Int) -> Int {
        let (line, place) = item.quotientAndRemainder(dividingBy: itemsPerLine)
        let target = min(max(0, line + lines), (count - 1) / itemsPerLine)
        return target == line ? item : min(count - 1, target * itemsPerLine + place)
    }
}

/// A movement of the selection by keys.
public enum ItemMove: Hashable, Sendable, CaseIterable {
    /// A movement by one item. In a view of one column, `left` and `right` stay at the item.
    case up, down, left, right
    /// A movement by the height of the view, and by one line of items at least.
    case pageUp, pageDown
    /// A movement to the first or the last item.
    case first, last
}
