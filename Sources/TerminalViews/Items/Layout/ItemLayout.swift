import TerminalScreen

/// Where items are, in lines and columns of the content. A value; ``ReusableItemsView`` shows what it says.
///
/// A layout answers for the body of one section; everything about sections follows from that.
protocol ItemLayout {
    /// Columns of the view.
    var columns: Int { get set }
    var sections: SectionLines { get }

    /// An item's frame, from the first line of its section's body.
    func frameInBody(of path: ItemPath) -> CellRect
    /// The items of which some line is among these of the body.
    func items(inBodyLines lines: Range<Int>, of section: Int) -> Range<Int>
    /// The item one step up or down in the same section; `nil` at its end.
    func neighbour(of path: ItemPath, down: Bool) -> ItemPath?
    /// The item of a section's first or last line that is nearest to a column; the section is not empty.
    func endItem(of section: Int, last: Bool, column: Int) -> ItemPath
    /// Whether left and right lead to other items.
    var hasColumns: Bool { get }

    /// Whether an item's height is more than an estimate.
    func isMeasured(_ path: ItemPath) -> Bool
    mutating func setHeight(_ lines: Int, of path: ItemPath)
    /// The layout after changes; `sections` has headers, footers and counts as they are then.
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

    /// Where a header stands that stays in view while its section is: at the top, pushed out by the section's end.
    func pinnedHeaderFrame(of section: Int, offset: Int) -> CellRect {
        var frame = headerFrame(of: section)
        let last = sections.body(of: section).upperBound - frame.size.rows
        frame.origin.row = max(frame.minRow, min(offset, last))
        return frame
    }

    /// The sections of which some line is among these.
    func sections(inLines lines: Range<Int>) -> Range<Int> {
        guard !lines.isEmpty, lines.upperBound > 0, lines.lowerBound < contentLines,
            let first = sections.section(atLine: lines.lowerBound),
            let last = sections.section(atLine: lines.upperBound - 1)
        else { return 0..<0 }
        return first..<last + 1
    }

    /// The items of which some line is among these, in order.
    func items(inLines lines: Range<Int>) -> [ItemPath] {
        sections(inLines: lines).flatMap { section in
            let body = sections.body(of: section)
            let part = lines.clamped(to: body)
            guard !part.isEmpty else { return [ItemPath]() }
            let inBody = part.lowerBound - body.lowerBound..<part.upperBound - body.lowerBound
            return items(inBodyLines: inBody, of: section).map { ItemPath(section: section, item: $0) }
        }
    }

    /// The item at a point of the content.
    func path(at point: CellPoint) -> ItemPath? {
        items(inLines: point.row..<point.row + 1).first { frame(of: $0).contains(point) }
    }

    // MARK: - Moving

    /// The item that a movement leads to; the same where there is none further. `page`: lines of the view.
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

    /// One step at least, and on from there while the items are nearer than the line.
    private func far(from path: ItemPath, down: Bool, isBefore: (CellRect) -> Bool) -> ItemPath {
        guard var target = step(from: path, down: down) else { return path }
        // A page holds few lines, and an item has at least one.
        while isBefore(frame(of: target)), let next = step(from: target, down: down) { target = next }
        return target
    }

    private func step(from path: ItemPath, down: Bool) -> ItemPath? {
        if let next = neighbour(of: path, down: down) { return next }
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

/// Where keys move the selection.
public enum ItemMove: Hashable, Sendable, CaseIterable {
    case up, down, left, right
    /// As far as the view is high, and one step at least.
    case pageUp, pageDown
    case first, last
}
