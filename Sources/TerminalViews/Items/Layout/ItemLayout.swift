import TerminalScreen

/// The positions of items in lines and columns of the content. A value, which ``ReusableItemsView`` displays.
///
/// A layout implements the body of one section; everything about several sections follows from that.
protocol ItemLayout {
    /// Width of the view in columns.
    var columns: Int { get set }
    var sections: SectionLines { get }

    /// Returns an item's frame, with rows counted from the first line of its section's body.
    func frameInBody(of path: ItemPath) -> CellRect
    /// Returns the items that have at least one line in a range of the body's lines.
    func items(inBodyLines lines: Range<Int>, of section: Int) -> Range<Int>
    /// Returns the item one step up or down in the same section; `nil` at its end.
    func neighbor(of path: ItemPath, down: Bool) -> ItemPath?
    /// Returns the item of a section's first or last line that is nearest to a column. The section must not be empty.
    func endItem(of section: Int, last: Bool, column: Int) -> ItemPath
    /// Whether left and right lead to other items.
    var hasColumns: Bool { get }

    /// Returns whether an item's height is measured, not an estimate.
    func isMeasured(_ path: ItemPath) -> Bool
    mutating func setHeight(_ lines: Int, of path: ItemPath)
    /// Marks a measured height as an estimate from now on.
    mutating func forgetHeight(of path: ItemPath)
    /// Returns the layout after changes; `sections` has the headers, footers and counts after them.
    func applying(_ plan: BatchPlan, sections: [SectionLines.Section]) -> Self
}

extension ItemLayout {
    var contentLines: Int { sections.totalLines }

    func frame(of path: ItemPath) -> CellRect {
        frameInBody(of: path).offset(columns: 0, rows: sections.body(of: path.section).lowerBound)
    }

    func headerFrame(of section: Int) -> CellRect {
        CellRect(
            column: 0, row: sections.start(of: section), columns: columns, rows: sections.list[section].header)
    }

    func footerFrame(of section: Int) -> CellRect {
        CellRect(
            column: 0, row: sections.body(of: section).upperBound, columns: columns,
            rows: sections.list[section].footer)
    }

    /// Returns the frame of a pinned header: at the top of the view while its section is in view, pushed out by the
    /// section's end.
    func pinnedHeaderFrame(of section: Int, offset: Int) -> CellRect {
        var frame = headerFrame(of: section)
        let last = sections.body(of: section).upperBound - frame.size.rows
        frame.origin.row = max(frame.minRow, min(offset, last))
        return frame
    }

    /// Returns the sections that have at least one line in a range.
    func sections(inLines lines: Range<Int>) -> Range<Int> {
        guard !lines.isEmpty, lines.upperBound > 0, lines.lowerBound < contentLines,
            let first = sections.section(atLine: lines.lowerBound),
            let last = sections.section(atLine: lines.upperBound - 1)
        else { return 0..<0 }
        return first..<last + 1
    }

    /// Returns the items that have at least one line in a range, in order.
    func items(inLines lines: Range<Int>) -> [ItemPath] {
        sections(inLines: lines).flatMap { section in
            let body = sections.body(of: section)
            let part = lines.clamped(to: body)
            guard !part.isEmpty else { return [ItemPath]() }
            let inBody = part.lowerBound - body.lowerBound..<part.upperBound - body.lowerBound
            return items(inBodyLines: inBody, of: section).map { ItemPath(section: section, item: $0) }
        }
    }

    /// Returns the item at a point of the content; `nil` if there is none.
    func path(at point: CellPoint) -> ItemPath? {
        items(inLines: point.row..<point.row + 1).first { frame(of: $0).contains(point) }
    }

    // MARK: - Moving

    /// Returns the item that a movement leads to; `path` itself at the end of the content. `page` is the height of the
    /// view in lines.
    func path(from path: ItemPath, moving move: ItemMove, page: Int) -> ItemPath {
        let ordinal = sections.ordinal(of: path)
        switch move {
        case .left: return hasColumns ? sections.path(ordinal: ordinal - 1) ?? path : path
        case .right: return hasColumns ? sections.path(ordinal: ordinal + 1) ?? path : path
        case .first: return sections.path(ordinal: 0) ?? path
        case .last: return sections.path(ordinal: sections.totalItems - 1) ?? path
        case .up: return step(from: path, down: false) ?? path
        case .down: return step(from: path, down: true) ?? path
        case .pageUp:
            let line = frame(of: path).maxRow - 1 - page
            return far(from: path, down: false) { $0.minRow > line }
        case .pageDown:
            let line = frame(of: path).minRow + page
            return far(from: path, down: true) { $0.maxRow <= line }
        }
    }

    /// Returns the item that is at least one step away, and further while items are before the limit.
    private func far(from path: ItemPath, down: Bool, isBefore: (CellRect) -> Bool) -> ItemPath {
        guard var target = step(from: path, down: down) else { return path }
        // this loop is short: a page holds few lines, and an item has at least one
        while isBefore(frame(of: target)), let next = step(from: target, down: down) { target = next }
        return target
    }

    private func step(from path: ItemPath, down: Bool) -> ItemPath? {
        if let next = neighbor(of: path, down: down) { return next }
        var section = path.section + (down ? 1 : -1)
        while sections.list.indices.contains(section) {
            if sections.list[section].itemCount > 0 {
                return endItem(of: section, last: !down, column: frameInBody(of: path).minColumn)
            }
            section += down ? 1 : -1
        }
        return nil
    }
}

/// A movement of the selection by keys.
public enum ItemMove: Hashable, Sendable, CaseIterable {
    /// A movement by one item. In a table, `left` and `right` stay at the row.
    case up, down, left, right
    /// A movement by the height of the view, and by one step at least.
    case pageUp, pageDown
    /// A movement to the first or the last item of all sections.
    case first, last
}
