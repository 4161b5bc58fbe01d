import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TableViewScrollingTests {
    @Test(arguments: [
        (0, 0..<4), (1, 0..<4), (2, 0..<4), (3, 1..<5), (4, 1..<5), (5, 1..<5), (6, 2..<6), (20, 6..<10),
    ])
    func `rows with a line in view are visible`(_ offset: Int, _ rows: Range<Int>) {
        let test = ListStage(rows: 10, lines: 10, rowHeight: 3)
        test.table.scroll(byLines: offset)
        #expect(test.table.contentOffset == offset)
        #expect(test.table.visibleItems == rows)
        #expect(test.table.displayedRows == Set(rows))
    }

    @Test func `partial rows are shown in part`() {
        let test = ListStage(rows: 10, lines: 4, rowHeight: 3)
        test.table.scroll(byLines: 2)
        #expect(test.shownRows() == [nil, 1, nil, nil])
        test.table.scroll(byLines: 1)
        #expect(test.shownRows() == [1, nil, nil, 2])
    }

    @Test func `scrolling ends where the content ends`() {
        let test = ListStage(rows: 10, lines: 4, rowHeight: 3)
        test.table.scroll(byLines: -5)
        #expect(test.table.contentOffset == 0)
        test.table.scroll(byLines: 1_000_000)
        #expect(test.table.contentOffset == 26)
        let short = ListStage(rows: 2, lines: 10)
        short.table.scroll(byLines: 3)
        #expect(short.table.contentOffset == 0)
    }

    @Test(arguments: [
        (TableView.ScrollPosition.top, 150), (.middle, 147), (.bottom, 143), (.none, 143),
    ])
    func `a row is scrolled to its position`(_ position: TableView.ScrollPosition, _ offset: Int) {
        let test = ListStage(rows: 100, lines: 10, rowHeight: 3)
        test.table.scrollToRow(at: IndexPath(row: 50), at: position)
        #expect(test.table.contentOffset == offset)
    }

    @Test func `a row in view stays in place, and one above is scrolled to the top`() {
        let test = ListStage(rows: 100, lines: 10, rowHeight: 3)
        test.table.scroll(byLines: 100)
        test.table.scrollToRow(at: IndexPath(row: 34))
        #expect(test.table.contentOffset == 100)
        test.table.scrollToRow(at: IndexPath(row: 33))
        #expect(test.table.contentOffset == 99)
        test.table.scrollToRow(at: IndexPath(row: -5))
        #expect(test.table.contentOffset == 0)
        test.table.scrollToRow(at: IndexPath(row: 5000), at: .middle)
        #expect(test.table.contentOffset == 290)
    }

    @Test func `a row higher than the view is shown from its top`() {
        let test = ListStage(rows: 100, lines: 4, rowHeight: 9)
        test.table.selectRow(3)
        #expect(test.table.contentOffset == 27)
        test.table.scrollToRow(at: IndexPath(row: 3), at: .bottom)
        #expect(test.table.contentOffset == 32)
    }

    // MARK: - Selection

    @Test func `a selection is clamped and kept in view`() {
        let test = ListStage(rows: 50, lines: 10, rowHeight: 3)
        #expect(test.table.selectedItem == 0)
        for (row, selected) in [(7, 7), (-3, 0), (1000, 49), (20, 20)] {
            test.table.selectRow(row)
            #expect(test.table.selectedItem == selected)
            let frame = test.table.frame(of: selected)
            #expect(frame.minRow >= 0 && frame.maxRow <= 10)
            let marked = test.table.displayed.filter { $0.value.cell.isSelected }.keys.sorted()
            #expect(marked == [selected])
        }
        #expect(test.takeLog("select") == ["select 7", "select 0", "select 49", "select 20"])
    }

    @Test func `a reused cell is not selected until its row is`() {
        let test = ListStage(rows: 50, lines: 3)
        test.table.scroll(byLines: 10)
        #expect(!test.table.visibleCells.contains { $0.isSelected })
        test.table.scroll(byLines: -10)
        #expect(test.table.visibleCells.map(\.isSelected) == [true, false, false])
    }

    // MARK: - Size

    @Test func `another row height keeps the row at the top`() {
        let test = ListStage(rows: 100, lines: 10, rowHeight: 4)
        test.table.scroll(byLines: 4 * 30 + 2)
        test.table.rowHeight = 6
        test.stage.turn()
        #expect(test.table.contentOffset == 6 * 30 + 3)
        test.table.rowHeight = 1
        test.stage.turn()
        #expect(test.table.visibleItems.lowerBound == 30)
        test.table.rowHeight = 0
        #expect(test.table.rowHeight == 1)
    }

    @Test(arguments: [
        CellSize(columns: 40, rows: 10), CellSize(columns: 5, rows: 10), CellSize(columns: 20, rows: 30),
        CellSize(columns: 10, rows: 4), CellSize(columns: 1, rows: 1),
    ])
    func `a table of another size shows the same rows in cells of that size`(_ size: CellSize) {
        let test = ListStage(rows: 100, lines: 10, rowHeight: 2)
        test.table.scroll(byLines: 60)
        test.resize(columns: size.columns, lines: size.rows)
        #expect(test.table.contentOffset == 60)
        #expect(test.table.visibleItems == 30..<30 + (size.rows + 1) / 2)
        for row in test.table.visibleItems {
            let cell = test.table.cellForRow(at: IndexPath(row: row))
            #expect(cell?.frame == CellRect(column: 0, row: 2 * (row - 30), columns: size.columns, rows: 2))
        }
        #expect(test.stage.frame().text(row: 0) == (size.columns == 1 ? "…" : "30"))
    }

    @Test func `a table that grows at its end moves its content down`() {
        let test = ListStage(rows: 10, lines: 4)
        test.table.scroll(byLines: 100)
        test.resize(columns: 20, lines: 7)
        #expect(test.shownRows() == [3, 4, 5, 6, 7, 8, 9])
        test.resize(columns: 20, lines: 12)
        #expect(test.shownRows() == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, nil, nil])
    }

    @Test func `a table of size zero shows and requests nothing`() {
        let test = ListStage(rows: 10, lines: 4)
        test.table.prefetchDistance = 5
        test.resize(columns: 20, lines: 0)
        #expect(test.table.visibleItems.isEmpty && test.table.displayedRows.isEmpty)
        _ = test.takeLog()
        test.table.reloadData()
        test.stage.turn()
        test.table.selectRow(3)
        #expect(test.takeLog("display", "prefetch").isEmpty)
        test.resize(columns: 20, lines: 4)
        #expect(test.table.visibleItems.contains(3))
    }
}
