import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// A million rows cost no more than the visible ones. Operations are counted, not time.
@Suite(.endsInTime) @MainActor struct TableViewMillionTests {
    /// Rows that are computed and not stored.
    final class Source: TableViewDataSource, TableViewDelegate {
        var rows = 1_000_000
        var counts = 0
        var asked = 0
        var measured = 0
        var isUneven = false

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            counts += 1
            return rows
        }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            asked += 1
            return tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        }
        func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
            measured += 1
            return isUneven ? 1 + (indexPath.row * 7919) % 9 : nil
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
        table.delegate = source
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
    }

    private var heights: RowHeights? {
        (table.layout as? TableLayout).map { Mirror(reflecting: $0).descendant("rows") as? [RowHeights] }??.first
    }

    @Test(arguments: [false, true])
    func `scrolling requests only the cells that come into view`(_ isUneven: Bool) throws {
        source.isUneven = isUneven
        table.reloadData()
        stage.turn()
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            table.scroll(byLines: Int.random(in: -3...9, using: &random))
        }
        // 6,000 lines on average, in rows of three or five lines: every row once, and some twice
        #expect(source.asked < 3000 && source.measured < 3000 && source.counts == 1)
        for _ in 0..<200 {
            table.scrollToRow(at: IndexPath(row: Int.random(in: 0..<1_000_000, using: &random)), at: .top)
        }
        #expect(source.asked < 3000 + 200 * 21 && source.measured < 3000 + 200 * 21 && source.counts == 1)
        let heights = try #require(heights)
        #expect(heights.runCount <= 2 * source.measured + 1 && heights.depth < 50)
        #expect(table.visibleCells.count <= 20 && table.pool.count <= 2)
    }

    @Test func `the last row is at the end`() {
        source.isUneven = true
        table.reloadData()
        stage.turn()
        table.moveSelection(.last)
        stage.turn()
        #expect(table.indexPathsForVisibleRows.last == IndexPath(row: 999_999))
        #expect(table.rectForRow(at: IndexPath(row: 999_999))?.maxRow == 20)
        table.moveSelection(.first)
        #expect(table.contentOffset == 0 && source.asked < 60)
    }

    @Test func `a change among them requests only the cells that are new in view`() throws {
        table.reloadData()
        stage.turn()
        table.scrollToRow(at: IndexPath(row: 500_000), at: .top)
        let asked = source.asked
        for _ in 0..<100 {
            source.rows += 1
            try table.insertRows(at: [IndexPath(row: 500_003)], with: .none)
            source.rows -= 2
            try table.deleteRows(at: [IndexPath(row: 10), IndexPath(row: 999_990 - 200)])
        }
        #expect(source.asked <= asked + 100 * 3)
        #expect(try #require(heights).runCount < 1000)
    }
}
