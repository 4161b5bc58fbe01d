import TerminalScreen

/// A layout of rows as wide as the view, one below the other, with individual heights. A value.
struct TableLayout: ItemLayout {
    var columns: Int
    private(set) var sections: SectionLines
    private var rows: [RowHeights]
    private let estimate: RowHeights.Height

    /// Creates a layout in which every row has `rowHeight` lines until it is measured. The `body` of the sections is
    /// ignored.
    init(columns: Int = 0, rowHeight: Int = 1, sections: [SectionLines.Section] = []) {
        self.columns = columns
        let estimate = RowHeights.Height(lines: max(1, rowHeight), isMeasured: false)
        self.estimate = estimate
        rows = sections.map { RowHeights(count: $0.itemCount, height: estimate) }
        self.sections = SectionLines(Self.measured(sections, rows))
    }

    private init(_ layout: TableLayout, rows: [RowHeights], sections: [SectionLines.Section]) {
        columns = layout.columns
        estimate = layout.estimate
        self.rows = rows
        self.sections = SectionLines(Self.measured(sections, rows))
    }

    private static func measured(_ sections: [SectionLines.Section], _ rows: [RowHeights]) -> [SectionLines.Section] {
        zip(sections, rows).map { section, rows in
            var section = section
            section.body = rows.totalLines
            return section
        }
    }

    var hasColumns: Bool { false }

    func frameInBody(of path: ItemPath) -> CellRect {
        let rows = rows[path.section]
        return CellRect(
            column: 0, row: rows.lines(before: path.item), columns: columns, rows: rows[path.item].lines)
    }

    func items(inBodyLines lines: Range<Int>, of section: Int) -> Range<Int> {
        let rows = rows[section]
        let first = rows.row(atLine: lines.lowerBound)
        return first..<min(rows.count, rows.row(atLine: lines.upperBound - 1) + 1)
    }

    func neighbor(of path: ItemPath, down: Bool) -> ItemPath? {
        let next = ItemPath(section: path.section, item: path.item + (down ? 1 : -1))
        return sections.contains(next) ? next : nil
    }

    func endItem(of section: Int, last: Bool, column: Int) -> ItemPath {
        ItemPath(section: section, item: last ? sections.list[section].itemCount - 1 : 0)
    }

    // MARK: - Heights

    func isMeasured(_ path: ItemPath) -> Bool { rows[path.section][path.item].isMeasured }

    mutating func setHeight(_ lines: Int, of path: ItemPath) {
        rows[path.section][path.item] = RowHeights.Height(lines: lines, isMeasured: true)
        sections.setBody(rows[path.section].totalLines, of: path.section)
    }

    mutating func forgetHeight(of path: ItemPath) { rows[path.section][path.item].isMeasured = false }

    /// Returns the layout without measured heights: every row has `rowHeight` lines until it is measured.
    func forgettingHeights(rowHeight: Int) -> TableLayout {
        TableLayout(columns: columns, rowHeight: rowHeight, sections: sections.list)
    }

    // MARK: - Changes

    func applying(_ plan: BatchPlan, sections new: [SectionLines.Section]) -> TableLayout {
        var heights = new.indices.map { section in
            guard let old = plan.oldSection(of: section) else {
                return RowHeights(count: new[section].itemCount, height: estimate)
            }
            var rows = self.rows[old]
            for item in plan.removedItems(ofOld: old).reversed() {
                rows.replaceSubrange(item..<item + 1, with: 0, of: estimate)
            }
            for item in plan.addedItems(ofNew: section) {
                let origin = plan.oldPath(of: ItemPath(section: section, item: item))
                rows.replaceSubrange(
                    item..<item, with: 1, of: origin.map { self.rows[$0.section][$0.item] } ?? estimate)
            }
            return rows
        }
        for path in plan.reloadedItems.compactMap(plan.newPath) { heights[path.section][path.item] = estimate }
        return TableLayout(self, rows: heights, sections: new)
    }
}
