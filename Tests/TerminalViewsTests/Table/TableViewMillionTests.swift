import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// A million rows cost no more than the visible ones. Operations are counted, not time.
@Suite(.endsInTime) @MainActor struct TableViewMillionTests {
    /// Rows that are computed and not stored.
    final class Source: TableViewDataSource {
        var rows = 1_000_000
        var counts = 0
        var asked = 0

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            counts += 1
            return rows
        }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            asked += 1
            return tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        }
    }

    let stage = Stage(columns: 40, rows: 20)
    let table: TableView
    let source = Source()

    init() {
        table = TableView(trace: stage.engine.trace)
        table.rowHeight = 3
        table.register("row") { TableViewCell(reuseIdentifier: "row") }
        table.dataSource = source
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
    }

    @Test func `scrolling requests only the cells that come into view`() {
        table.reloadData()
        stage.turn()
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            table.scroll(byLines: Int.random(in: -3...9, using: &random))
        }
        // 6,000 lines on average, in rows of three lines: every row once, and some twice
        #expect(source.asked < 3000 && source.counts == 1)
        for _ in 0..<200 {
            table.scrollToRow(at: IndexPath(row: Int.random(in: 0..<1_000_000, using: &random)), at: .top)
        }
        #expect(source.asked < 3000 + 200 * 21 && source.counts == 1)
        #expect(table.visibleCells.count <= 20 && table.pool.count <= 2)
    }

    @Test func `the last row is at the end`() {
        table.reloadData()
        stage.turn()
        table.moveSelection(.last)
        stage.turn()
        #expect(table.visibleItems.last == 999_999)
        #expect(table.cellForRow(at: IndexPath(row: 999_999))?.frame.maxRow == 20)
        table.moveSelection(.first)
        #expect(table.contentOffset == 0 && source.asked < 60)
    }

    @Test func `a change among them requests only the cells that are new in view`() {
        table.reloadData()
        stage.turn()
        table.scrollToRow(at: IndexPath(row: 500_000), at: .top)
        let asked = source.asked
        for _ in 0..<100 {
            source.rows += 1
            table.insertRows(at: [IndexPath(row: 500_003)])
            source.rows -= 2
            table.deleteRows(at: [IndexPath(row: 10), IndexPath(row: 999_990 - 200)])
        }
        #expect(source.asked <= asked + 100 * 3)
    }
}
