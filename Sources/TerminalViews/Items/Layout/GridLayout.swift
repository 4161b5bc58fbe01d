import TerminalScreen

/// A layout of items of one size in columns, line after line. A value: frames are computed, nothing is stored per item.
struct GridLayout: ItemLayout {
    var columns: Int { didSet { update() } }
    /// Number of items per line, where there is room for them.
    var columnCount: Int { didSet { update() } }
    /// Height of an item in rows.
    var itemRows: Int { didSet { update() } }
    /// Cells between two items, horizontally and vertically.
    var spacing: CellSize { didSet { update() } }
    private(set) var sections: SectionLines

    /// Creates a layout; the `body` of the sections is ignored and computed here.
    init(
        columns: Int = 0, columnCount: Int = 1, itemRows: Int = 1, spacing: CellSize = CellSize(columns: 0, rows: 0),
        sections: [SectionLines.Section] = []
    ) {
        self.columns = columns
        self.columnCount = columnCount
        self.itemRows = itemRows
        self.spacing = spacing
        self.sections = SectionLines(sections)
        update()
    }

    /// Number of items per line, lowered so that each item has at least one column.
    var itemsPerLine: Int {
        let gap = max(0, spacing.columns)
        return max(1, min(columnCount, (columns + gap) / (1 + gap)))
    }

    /// Width of every item: with equal widths, a picture is decoded for one size. Remaining columns become margins at
    /// both sides.
    var itemColumns: Int { max(1, (columns - max(0, spacing.columns) * (itemsPerLine - 1)) / itemsPerLine) }

    private var pitch: Int { height + max(0, spacing.rows) }
    private var height: Int { max(1, itemRows) }

    private mutating func update() {
        sections = SectionLines(
            sections.list.map { section in
                var section = section
                let lines = (section.itemCount + itemsPerLine - 1) / itemsPerLine
                section.body = max(0, lines * pitch - max(0, spacing.rows))
                return section
            })
    }

    var hasColumns: Bool { true }

    func frameInBody(of path: ItemPath) -> CellRect {
        let (line, place) = path.item.quotientAndRemainder(dividingBy: itemsPerLine)
        let step = itemColumns + max(0, spacing.columns)
        let margin = max(0, columns - step * itemsPerLine + max(0, spacing.columns)) / 2
        return CellRect(column: margin + place * step, row: line * pitch, columns: itemColumns, rows: height)
    }

    func items(inBodyLines lines: Range<Int>, of section: Int) -> Range<Int> {
        let count = sections.list[section].itemCount
        // the first line of items may end above `lines`, so that only the gap below it is in them
        let (above, rest) = lines.lowerBound.quotientAndRemainder(dividingBy: pitch)
        let first = min(count, (rest < height ? above : above + 1) * itemsPerLine)
        let last = min(count, ((lines.upperBound - 1) / pitch + 1) * itemsPerLine)
        return first..<max(first, last)
    }

    func neighbor(of path: ItemPath, down: Bool) -> ItemPath? {
        let count = sections.list[path.section].itemCount
        let next = path.item + (down ? itemsPerLine : -itemsPerLine)
        if next >= 0, next < count { return ItemPath(section: path.section, item: next) }
        // from above a gap in the last line, down leads to the last item
        let isInLastLine = path.item / itemsPerLine == (count - 1) / itemsPerLine
        return down && !isInLastLine ? ItemPath(section: path.section, item: count - 1) : nil
    }

    func endItem(of section: Int, last: Bool, column: Int) -> ItemPath {
        let count = sections.list[section].itemCount
        let line = last ? (count - 1) / itemsPerLine : 0
        let step = itemColumns + max(0, spacing.columns)
        let place = min(itemsPerLine - 1, max(0, column / step))
        return ItemPath(section: section, item: min(count - 1, line * itemsPerLine + place))
    }

    func isMeasured(_ path: ItemPath) -> Bool { true }
    mutating func setHeight(_ lines: Int, of path: ItemPath) {}
    mutating func forgetHeight(of path: ItemPath) {}

    func applying(_ plan: BatchPlan, sections new: [SectionLines.Section]) -> GridLayout {
        GridLayout(
            columns: columns, columnCount: columnCount, itemRows: itemRows, spacing: spacing, sections: new)
    }
}
