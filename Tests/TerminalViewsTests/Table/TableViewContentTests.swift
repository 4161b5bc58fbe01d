import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TableViewContentTests {
    @Test func `an empty table shows nothing and takes every call`() {
        let test = ListStage(rows: 0)
        test.table.scroll(byLines: 5)
        test.table.selectRow(3)
        test.table.scrollToRow(at: IndexPath(row: 7), at: .middle)
        test.table.reloadRows(at: [IndexPath(row: 0)])
        #expect(test.table.selectedItem == nil && test.table.contentOffset == 0 && test.table.visibleItems.isEmpty)
        #expect(test.log.isEmpty && test.made == 0)
        #expect(test.stage.frame().colors() == [nil])
    }

    @Test func `a table without data source or delegate is empty or silent`() {
        let stage = Stage()
        let table = TableView(trace: stage.engine.trace)
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
        table.reloadData()
        stage.turn()
        #expect(table.visibleCells.isEmpty)
        let test = ListStage(rows: 100)
        test.table.delegate = nil
        test.table.prefetchDataSource = nil
        test.table.prefetchDistance = 5
        _ = test.takeLog()
        test.table.scroll(byLines: 5)
        test.table.selectRow(50)
        test.stage.turn(after: .seconds(1))
        #expect(test.takeLog("display", "end", "settle", "select", "prefetch").isEmpty)
        #expect(test.table.visibleItems.contains(50))
    }

    @Test func `a released data source leaves the rows on screen`() {
        let stage = Stage()
        let table = TableView(trace: stage.engine.trace)
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
        do {
            let test = ListStage(rows: 100)
            table.register("row") { ListStage.RowCell(reuseIdentifier: "row") }
            table.dataSource = test
            table.reloadData()
            stage.turn()
        }
        #expect(table.dataSource == nil)
        table.scroll(byLines: 1)
        #expect(table.visibleCells.count == 9)
        table.reloadData()
        stage.turn()
        #expect(table.visibleCells.isEmpty && table.selectedItem == nil)
    }

    @Test func `reloading requests everything again, in the same cells`() {
        let test = ListStage(rows: 100, lines: 3)
        test.table.scroll(byLines: 10)
        test.table.selectRow(11)
        _ = test.takeLog()
        test.table.reloadData()
        #expect(test.takeLog("end") == ["end 10", "end 11", "end 12"])
        test.stage.turn()
        #expect(
            test.takeLog("reuse", "display") == [
                "reuse 10", "display 10", "reuse 11", "display 11", "reuse 12", "display 12",
            ])
        #expect(test.made == 3 && test.table.contentOffset == 10 && test.table.selectedItem == 11)
        #expect(test.table.visibleCells.map(\.isSelected) == [false, true, false])
    }

    @Test func `fewer rows move the content and the selection`() {
        let test = ListStage(rows: 100, lines: 4)
        test.table.selectRow(90)
        test.rows = 6
        test.table.reloadData()
        test.stage.turn()
        #expect(test.table.selectedItem == 5)
        #expect(test.shownRows() == [2, 3, 4, 5])
        test.rows = 1
        test.table.reloadData()
        #expect(test.shownRows() == [0, nil, nil, nil])
        test.rows = 0
        test.table.reloadData()
        #expect(test.shownRows() == [nil, nil, nil, nil])
        #expect(test.table.selectedItem == nil)
        test.rows = 2
        test.table.reloadData()
        #expect(test.shownRows() == [0, 1, nil, nil])
        #expect(test.table.selectedItem == 0)
    }

    @Test func `reloading rows requests visible cells only`() {
        let test = ListStage(rows: 100, lines: 3)
        _ = test.takeLog()
        test.table.reloadRows(at: [0, 2, 3, 99].map { IndexPath(row: $0) })
        #expect(test.takeLog("end", "display") == ["end 0", "end 2", "display 0", "display 2"])
        #expect(test.shownRows() == [0, 1, 2])
        #expect(test.table.visibleCells.map(\.isSelected) == [true, false, false])
    }

    // MARK: - Reentrant calls

    @Test func `a delegate may scroll while a row is displayed`() {
        let test = ListStage(rows: 100, lines: 3)
        test.onCallback = { [unowned test] in if $0 == .display, $1 == 11 { test.table.scroll(byLines: 40) } }
        test.table.scroll(byLines: 10)
        #expect(test.shownRows() == [50, 51, 52])
        #expect(test.table.displayedRows == [50, 51, 52])
        #expect(test.made <= 3 + 2)
    }

    @Test func `a delegate that reloads forever does not stop the screen`() {
        let test = ListStage(rows: 100, lines: 3)
        test.onCallback = { [unowned test] callback, _ in if callback == .display { test.table.reloadData() } }
        test.table.reloadData()
        test.stage.frame()
        test.onCallback = { _, _ in }
        #expect(test.shownRows() == [0, 1, 2])
    }

    @Test func `a cell that was made before a reload is not shown after it`() {
        let test = ListStage(rows: 100, lines: 3)
        var asked = 0
        test.identifier = { [unowned test] row in
            guard row == 51 else { return "row" }
            asked += 1
            if asked == 1 { test.table.reloadData() }
            return "row"
        }
        test.table.scroll(byLines: 50)
        #expect(test.shownRows() == [50, 51, 52])
        #expect(asked == 2)
    }
}
