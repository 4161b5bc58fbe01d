import FoundationEssentials
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TableViewReuseTests {
    @Test(arguments: [10_000, 1_000_000])
    func `a table creates at most two cells more than are visible`(_ rows: Int) {
        let test = ListStage(rows: rows, lines: 10, rowHeight: 3)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: test.table.scroll(byLines: Int.random(in: -7...7, using: &random))
            case 1: test.table.scrollToRow(at: IndexPath(row: Int.random(in: 0..<rows, using: &random)))
            case 2: test.table.selectRow(Int.random(in: 0..<rows, using: &random))
            default: test.table.reloadData()
            }
            test.stage.turn()
        }
        #expect(test.made <= 5 + 2)  // ten lines intersect at most five rows of three
        #expect(test.shownRows().compactMap { $0 } == Array(test.table.visibleItems))
    }

    @Test func `cells are reused by their identifier`() {
        let test = ListStage(rows: 100)
        test.identifier = { $0 % 2 == 0 ? "row" : "other" }
        test.table.reloadData()
        test.stage.turn()
        for _ in 0..<50 {
            test.table.scroll(byLines: 1)
            for row in test.table.visibleItems {
                let cell = test.table.cellForRow(at: IndexPath(row: row))
                #expect(cell?.reuseIdentifier == test.identifier(row))
            }
        }
        #expect(test.made <= 10 + 10 + 4)  // the first ten were all of one identifier
    }

    @Test func `a cell is prepared for reuse exactly when it is reused`() {
        let test = ListStage(rows: 100, lines: 3)
        #expect(test.takeLog("reuse", "end").isEmpty)
        test.table.scroll(byLines: 1)
        #expect(test.takeLog() == ["end 0", "reuse 0", "display 3", "settle 3"])
        #expect(test.table.visibleCells.map(\.reuseCount) == [0, 0, 1])
        test.table.scroll(byLines: 50)
        #expect(test.takeLog("reuse") == ["reuse 1", "reuse 2", "reuse 3"])
    }

    @Test func `a cell that is not needed is prepared for reuse and released`() {
        let test = ListStage(rows: 100, lines: 10)
        weak let cell = test.table.cellForRow(at: IndexPath(row: 5))
        _ = test.takeLog()
        test.resize(columns: 20, lines: 1)
        #expect(test.takeLog("reuse") == (1...7).map { "reuse \($0)" })
        #expect(cell == nil)
        // The two spare cells are used for the next rows.
        test.table.scroll(byLines: 1)
        #expect(test.made == 10)
    }

    @Test func `every display ends once`() {
        let test = ListStage(rows: 50, lines: 7, rowHeight: 2)
        var random = SeededGenerator(seed: 2)
        for _ in 0..<300 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: test.table.scroll(byLines: Int.random(in: -5...5, using: &random))
            case 2: test.table.reloadRows(at: [IndexPath(row: Int.random(in: 0..<50, using: &random))])
            case 3:
                test.resize(
                    columns: Int.random(in: 1...30, using: &random), lines: Int.random(in: 1...9, using: &random))
            default:
                test.rows = Int.random(in: 0...50, using: &random)
                test.table.reloadData()
            }
            test.stage.turn()
        }
        test.rows = 0
        test.table.reloadData()
        #expect(test.fault() == nil)
        #expect(test.log.count { $0.hasPrefix("display") } > 300)
    }

    @Test func `the cell of a row is the one in view`() {
        let test = ListStage(rows: 100, lines: 5)
        for row in 0..<5 {
            let cell = test.table.cellForRow(at: IndexPath(row: row)) as? ListStage.RowCell
            #expect(cell?.id == row && cell?.superview === test.table)
        }
        #expect(test.table.cellForRow(at: IndexPath(row: 5)) == nil)
        #expect(test.table.visibleCells.compactMap { ($0 as? ListStage.RowCell)?.id } == Array(0..<5))
    }

    @Test func `a dequeued cell has the size of its row and is laid out`() {
        final class Cell: TableViewCell {
            let inner = View()
            init() {
                super.init(reuseIdentifier: "sized")
                addSubview(inner)
            }
            override func layoutSubviews() { inner.frame = bounds }
        }
        let test = ListStage(rows: 10, columns: 17, lines: 9, rowHeight: 3)
        test.table.register("sized") { Cell() }
        let cell = test.table.dequeueReusableCell(withIdentifier: "sized", for: IndexPath(row: 0))
        #expect(cell.subviews.map(\.frame.size) == [CellSize(columns: 17, rows: 3)])
    }

    @Test func `reuse and release of a cell cancel its load`() {
        // given rows that load pictures
        final class Source: TableViewDataSource {
            func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 100 }
            func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
                let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
                (cell as? PictureCell)?.imageView.setImage(url: Stage.url(indexPath.row))
                return cell
            }
        }
        let stage = Stage(columns: 4, rows: 4)
        let source = Source()
        let table = TableView(trace: stage.engine.trace)
        table.register("row") { PictureCell(environment: stage.environment) }
        table.dataSource = source
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
        table.reloadData()
        stage.turn()
        #expect(stage.engine.manager.activeLoadCount == 4)
        // when a row scrolls out and its cell is reused
        table.scroll(byLines: 1)
        // then exactly its load was cancelled
        #expect(stage.engine.transport.transfers.filter(\.isCancelled).map(\.url) == ["http://lab/0"])
        // and when cells are released, their loads are cancelled, except those of the two spare ones
        table.frame = CellRect(column: 0, row: 0, columns: 4, rows: 1)
        stage.turn()
        #expect(stage.engine.manager.activeLoadCount == 3)
    }
}
