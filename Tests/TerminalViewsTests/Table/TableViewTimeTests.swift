import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Settling, resting and prefetching.
@Suite(.endsInTime) @MainActor struct TableViewTimeTests {
    private func settling(_ delay: Duration, rows: Int = 100, lines: Int = 3) -> ListStage {
        let test = ListStage(rows: rows, lines: lines)
        test.table.settleDelay = delay
        test.table.reloadData()
        _ = test.takeLog()
        return test
    }

    @Test func `without a delay a row settles when it is displayed`() {
        let test = ListStage(rows: 100, lines: 2)
        #expect(test.takeLog() == ["display 0", "settle 0", "display 1", "settle 1"])
        test.stage.turn(after: .seconds(1))
        #expect(test.takeLog().isEmpty)
    }

    @Test func `a row settles once after its delay`() {
        let test = settling(.milliseconds(50))
        test.stage.turn()
        #expect(test.stage.window.nextDeadline == .milliseconds(50))
        test.stage.turn(after: .milliseconds(49))
        #expect(test.takeLog("settle").isEmpty)
        test.stage.turn(after: .milliseconds(1))
        #expect(test.takeLog("settle") == ["settle 0", "settle 1", "settle 2"])
        test.stage.turn(after: .seconds(1))
        #expect(test.takeLog("settle").isEmpty)
    }

    @Test func `the delay counts from the first turn that sees the row`() {
        // given a table at rest, and a main loop that slept for a minute
        let test = settling(.milliseconds(50))
        test.stage.turn()
        test.stage.turn(after: .seconds(1))
        _ = test.takeLog()
        // when a key scrolls before the next turn
        test.table.scroll(byLines: 1)
        test.stage.turn(after: .seconds(60))
        // then the new row waits for its whole delay
        #expect(test.takeLog("settle").isEmpty)
        test.stage.turn(after: .milliseconds(50))
        #expect(test.takeLog("settle") == ["settle 3"])
    }

    @Test func `a row out of view does not settle, and settles when it is back`() {
        let test = settling(.milliseconds(50))
        test.stage.turn()
        test.stage.turn(after: .milliseconds(30))
        test.table.scroll(byLines: 1)
        test.stage.turn()
        test.stage.turn(after: .milliseconds(30))
        #expect(test.takeLog("settle") == ["settle 1", "settle 2"])
        test.table.scroll(byLines: -1)
        test.stage.turn(after: .milliseconds(10))
        test.stage.turn(after: .milliseconds(30))
        #expect(test.takeLog("settle").isEmpty)
        test.stage.turn(after: .milliseconds(20))
        #expect(test.takeLog("settle") == ["settle 0"])
    }

    @Test func `a row that is reloaded settles again`() {
        let test = settling(.milliseconds(50))
        test.stage.turn()
        test.stage.turn(after: .milliseconds(50))
        _ = test.takeLog()
        test.table.reloadRows(at: [IndexPath(row: 1), IndexPath(row: 80)])
        #expect(test.takeLog() == ["end 1", "reuse 1", "display 1"])
        test.stage.turn()
        test.stage.turn(after: .milliseconds(50))
        #expect(test.takeLog("settle") == ["settle 1"])
    }

    @Test func `rows that are scrolled past never settle`() {
        let test = settling(.milliseconds(50), rows: 10_000)
        for _ in 0..<500 {
            test.table.scroll(byLines: 3)
            test.stage.turn(after: .milliseconds(16))
        }
        #expect(test.takeLog("settle").isEmpty)
        test.stage.turn(after: .milliseconds(50))
        #expect(test.takeLog("settle").count == 3)
    }

    @Test func `a rest is recorded once for a row that stood still for a tenth of a second`() {
        let stage = Stage(columns: 10, rows: 3, isTraced: true)
        let table = TableView(trace: stage.engine.trace)
        let test = ListStage(rows: 100, lines: 3)  // a data source
        table.register("row") { ListStage.RowCell(reuseIdentifier: "row") }
        table.dataSource = test
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
        table.reloadData()
        stage.turn()
        // moving rows do not rest
        for _ in 0..<10 {
            stage.turn(after: .milliseconds(60))
            table.scroll(byLines: 1)
        }
        stage.turn()
        stage.turn(after: .milliseconds(99))
        #expect(stage.window.nextDeadline == .milliseconds(700))
        stage.turn(after: .milliseconds(1))
        #expect(stage.window.nextDeadline == nil)
        stage.turn(after: .seconds(1))
        #expect(stage.events().filter { $0.event == "rest" }.count == 3)
    }

    // MARK: - Prefetching

    @Test func `rows ahead are prefetched in the direction of scrolling`() {
        let test = ListStage(rows: 100, lines: 3)
        test.table.prefetchDistance = 4
        test.table.reloadData()
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [3, 4, 5, 6]"])
        test.table.scroll(byLines: 1)
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [7]"])
        test.table.scroll(byLines: 40)
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [4, 5, 6, 7]", "prefetch [44, 45, 46, 47]"])
        test.table.scroll(byLines: -1)
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [44, 45, 46, 47]", "prefetch [39, 38, 37, 36]"])
        test.table.scroll(byLines: -1)
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [35]"])
    }

    /// Regression: a new distance held only after the next scroll.
    @Test func `another distance holds at once`() {
        let test = ListStage(rows: 100, lines: 3)
        test.table.reloadData()
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel").isEmpty)
        test.table.prefetchDistance = 4
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [3, 4, 5, 6]"])
        test.table.prefetchDistance = 1
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [4, 5, 6]"])
        test.table.prefetchDistance = 0
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [3]"])
    }

    @Test func `rows whose prefetch would differ now are prefetched once more`() {
        let test = ListStage(rows: 100, lines: 3)
        test.table.prefetchDistance = 2
        test.table.reloadData()
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [3, 4]"])
        test.table.reloadPrefetching()
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [3, 4]", "prefetch [3, 4]"])
    }

    @Test func `prefetching ends at the ends and with the content`() {
        let test = ListStage(rows: 5, lines: 3)
        test.table.prefetchDistance = 10
        test.table.reloadData()
        test.stage.turn()
        #expect(test.takeLog("prefetch") == ["prefetch [3, 4]"])
        test.table.scroll(byLines: 10)
        test.table.scroll(byLines: -1)
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [0]"])
        test.rows = 0
        test.table.reloadData()
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [0]"])
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel").isEmpty)
    }
}
