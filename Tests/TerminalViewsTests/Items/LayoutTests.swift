import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Invariants of every layout, whatever its content.
@Suite(.endsInTime) struct LayoutTests {
    static func random(_ seed: UInt64) -> (layout: any ItemLayout, random: SeededGenerator) {
        var random = SeededGenerator(seed: seed)
        let sections = (0..<Int.random(in: 0...6, using: &random)).map { _ in
            SectionLines.Section(
                header: Int.random(in: 0...2, using: &random), footer: Int.random(in: 0...2, using: &random),
                itemCount: Int.random(in: 0...20, using: &random))
        }
        let columns = Int.random(in: 0...60, using: &random)
        guard Bool.random(using: &random) else {
            let spacing = CellSize(
                columns: Int.random(in: 0...2, using: &random), rows: Int.random(in: 0...2, using: &random))
            let grid = GridLayout(
                columns: columns, columnCount: Int.random(in: 1...9, using: &random),
                itemRows: Int.random(in: 1...4, using: &random), spacing: spacing, sections: sections)
            return (grid, random)
        }
        var table = TableLayout(
            columns: columns, rowHeight: Int.random(in: 1...4, using: &random), sections: sections)
        for (section, lines) in sections.enumerated() where lines.itemCount > 0 {
            for _ in 0..<10 {
                let item = Int.random(in: 0..<lines.itemCount, using: &random)
                table.setHeight(Int.random(in: 1...6, using: &random), of: ItemPath(section: section, item: item))
            }
        }
        return (table, random)
    }

    private func paths(of layout: any ItemLayout) -> [ItemPath] {
        (0..<layout.sections.totalItems).compactMap(layout.sections.path(ordinal:))
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `every element has its own frame, in order`(_ seed: UInt64) {
        let (layout, _) = Self.random(seed)
        var taken: [CellRect] = []
        for section in layout.sections.list.indices {
            let items = (0..<layout.sections.list[section].itemCount).map {
                layout.frame(of: ItemPath(section: section, item: $0))
            }
            let rects = [layout.headerFrame(of: section)] + items + [layout.footerFrame(of: section)]
            for rect in rects where !rect.isEmpty {
                #expect(!taken.contains { !$0.intersection(rect).isEmpty }, "seed \(seed)")
                taken.append(rect)
            }
            #expect(zip(rects, rects.dropFirst()).allSatisfy { $0.minRow <= $1.minRow }, "seed \(seed)")
            #expect(items.allSatisfy { $0.minRow >= rects[0].maxRow }, "seed \(seed)")
        }
        #expect((taken.map(\.maxRow).max() ?? 0) <= layout.contentLines, "seed \(seed)")
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `the items in a range of lines are those whose frames intersect it`(_ seed: UInt64) {
        var (layout, random) = Self.random(seed)
        for _ in 0..<20 {
            let start = Int.random(in: -5...layout.contentLines + 5, using: &random)
            let lines = start..<start + Int.random(in: 0...12, using: &random)
            let expected = paths(of: layout).filter {
                let frame = layout.frame(of: $0)
                return !lines.isEmpty && frame.minRow < lines.upperBound && frame.maxRow > lines.lowerBound
            }
            #expect(layout.items(inLines: lines) == expected, "seed \(seed), lines \(lines)")
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `a point in an item leads to the item`(_ seed: UInt64) {
        let (layout, _) = Self.random(seed)
        for path in paths(of: layout) {
            let frame = layout.frame(of: path)
            guard !frame.isEmpty else { continue }
            #expect(layout.path(at: frame.origin) == path, "seed \(seed)")
            let last = CellPoint(column: frame.maxColumn - 1, row: frame.maxRow - 1)
            #expect(layout.path(at: last) == path, "seed \(seed)")
        }
        #expect(layout.path(at: CellPoint(column: 0, row: layout.contentLines)) == nil)
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `moves lead to items in their direction`(_ seed: UInt64) {
        let (layout, _) = Self.random(seed)
        let all = paths(of: layout)
        for path in all {
            for move in ItemMove.allCases {
                let target = layout.path(from: path, moving: move, page: 7)
                #expect(layout.sections.contains(target), "seed \(seed)")
                let (from, to) = (layout.frame(of: path), layout.frame(of: target))
                switch move {
                case .up: #expect(to.minRow < from.minRow || target == path, "seed \(seed)")
                case .down: #expect(to.minRow > from.minRow || target == path, "seed \(seed)")
                case .pageUp: #expect(to.minRow < from.minRow || target == path, "seed \(seed)")
                case .pageDown: #expect(to.minRow > from.minRow || target == path, "seed \(seed)")
                case .left, .right: break
                case .first: #expect(target == all.first)
                case .last: #expect(target == all.last)
                }
            }
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `down from the first item leads through all lines to the last`(_ seed: UInt64) {
        let (layout, _) = Self.random(seed)
        guard var path = paths(of: layout).first else { return }
        var lines: Set<Int> = [layout.frame(of: path).minRow]
        while case let next = layout.path(from: path, moving: .down, page: 1), next != path {
            path = next
            lines.insert(layout.frame(of: path).minRow)
        }
        #expect(lines == Set(paths(of: layout).map { layout.frame(of: $0).minRow }), "seed \(seed)")
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `a pinned header is at the top while its section is in view`(_ seed: UInt64) {
        let (layout, _) = Self.random(seed)
        for offset in 0..<max(1, layout.contentLines) {
            for section in layout.sections(inLines: offset..<offset + 8) {
                let natural = layout.headerFrame(of: section)
                let pinned = layout.pinnedHeaderFrame(of: section, offset: offset)
                let end = layout.sections.body(of: section).upperBound
                #expect(pinned.minRow >= natural.minRow && pinned.size == natural.size, "seed \(seed)")
                if natural.minRow >= offset { #expect(pinned == natural, "seed \(seed)") }
                if offset > natural.minRow, offset + natural.size.rows <= end {
                    #expect(pinned.minRow == offset, "seed \(seed)")
                }
                #expect(pinned.maxRow <= max(natural.maxRow, end), "seed \(seed)")
            }
        }
    }
}

@Suite(.endsInTime) struct GridLayoutTests {
    private func grid(columns: Int, by count: Int, items: Int = 10, spacing: Int = 1) -> GridLayout {
        GridLayout(
            columns: columns, columnCount: count, itemRows: 3, spacing: CellSize(columns: spacing, rows: 1),
            sections: [SectionLines.Section(itemCount: items)])
    }

    private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

    @Test func `items are equally wide and in the middle`() {
        let grid = grid(columns: 42, by: 4)
        #expect(grid.itemColumns == 9)
        #expect((0..<4).map { grid.frame(of: path($0)).minColumn } == [1, 11, 21, 31])
        #expect(grid.frame(of: path(5)) == CellRect(column: 11, row: 4, columns: 9, rows: 3))
        #expect(grid.contentLines == 3 * 3 + 2)
    }

    @Test func `there are no more items side by side than columns`() {
        #expect(grid(columns: 5, by: 9).itemsPerLine == 3)
        #expect(grid(columns: 1, by: 9).itemsPerLine == 1)
        #expect(grid(columns: 0, by: 9).itemsPerLine == 1)
        #expect(grid(columns: 80, by: 0).itemsPerLine == 1)
    }

    @Test func `keys move in two axes`() {
        let grid = grid(columns: 40, by: 4)  // 0-3, 4-7, 8-9
        func move(_ move: ItemMove, from item: Int) -> Int { grid.path(from: path(item), moving: move, page: 8).item }
        #expect(move(.right, from: 3) == 4 && move(.left, from: 4) == 3)
        #expect(move(.left, from: 0) == 0 && move(.right, from: 9) == 9)
        #expect(move(.down, from: 1) == 5 && move(.up, from: 5) == 1)
        #expect(move(.down, from: 7) == 9, "over the gap in the last line")
        #expect(move(.down, from: 8) == 8 && move(.up, from: 2) == 2)
        #expect(move(.pageDown, from: 1) == 9 && move(.pageUp, from: 9) == 1)
    }

    @Test func `between sections the column stays`() {
        let grid = GridLayout(
            columns: 40, columnCount: 4, itemRows: 3,
            sections: [5, 0, 6].map { SectionLines.Section(header: 1, itemCount: $0) })
        func move(_ move: ItemMove, _ section: Int, _ item: Int) -> ItemPath {
            grid.path(from: ItemPath(section: section, item: item), moving: move, page: 1)
        }
        #expect(move(.down, 0, 4) == ItemPath(section: 2, item: 0))
        #expect(move(.up, 2, 3) == ItemPath(section: 0, item: 4))
        #expect(move(.right, 0, 4) == ItemPath(section: 2, item: 0))
        #expect(move(.down, 0, 3) == ItemPath(section: 0, item: 4))
    }
}
