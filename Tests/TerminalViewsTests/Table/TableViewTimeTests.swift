import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Settling, resting and prefetching.
@Suite(.endsInTime) @MainActor struct TableViewTimeTests {
    private func settling(_ delay: Duration, rows: Int = 100, lines: Int = 3) -> TableStage {
        let test = TableStage(rows: rows, lines: lines)
        test.table.settleDelay = delay
        test.table.reloadData()
        _ = test.takeLog()
        return test
    }

    @Test func withoutADelayARowSettlesWhenItIsDisplayed() {
        let test = TableStage(rows: 100, lines: 2)
        #expect(test.takeLog() == ["display 0", "settle 0", "display 1", "settle 1"])
        test.stage.turn(after: .seconds(1))
        #expect(test.takeLog().isEmpty)
    }

    @Test func aRowSettlesOnceAfterItsDelay() {
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

    @Test func theDelayCountsFromTheFirstTurnThatSeesTheRow() {
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

    @Test func aRowThatLeftDoesNotSettleAndSettlesWhenItHasComeBack() {
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

    @Test func aRowThatIsReloadedSettlesAgain() {
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

    @Test func rowsThatFlyPastNeverSettle() {
        let test = settling(.milliseconds(50), rows: 10_000)
        for _ in 0..<500 {
            test.table.scroll(byLines: 3)
            test.stage.turn(after: .milliseconds(16))
        }
        #expect(test.takeLog("settle").isEmpty)
        test.stage.turn(after: .milliseconds(50))
        #expect(test.takeLog("settle").count == 3)
    }

    @Test func aRestIsRecordedOnceForARowThatStoodStillForATenthOfASecond() {
        let stage = Stage(columns: 10, rows: 3, isTraced: true)
        let table = TableView(trace: stage.engine.trace)
        let test = TableStage(rows: 100, lines: 3)  // a data source
        table.register("row") { TableStage.RowCell(reuseIdentifier: "row") }
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

    @Test func rowsAheadArePrefetchedInTheDirectionOfScrolling() {
        let test = TableStage(rows: 100, lines: 3)
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
    @Test func anotherDistanceHoldsAtOnce() {
        let test = TableStage(rows: 100, lines: 3)
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

    @Test func whatWouldBePrefetchedOtherwiseNowIsAskedForOnceMore() {
        let test = TableStage(rows: 100, lines: 3)
        test.table.prefetchDistance = 2
        test.table.reloadData()
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["prefetch [3, 4]"])
        test.table.reloadPrefetching()
        test.stage.turn()
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [3, 4]", "prefetch [3, 4]"])
    }

    @Test func prefetchingEndsAtTheEndsAndWithTheContent() {
        let test = TableStage(rows: 5, lines: 3)
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

    @Test func prefetchingCanBeSwitchedOff() {
        let test = TableStage(rows: 100, lines: 3)
        #expect(test.takeLog("prefetch").isEmpty)
        test.table.prefetchDistance = 2
        test.table.scroll(byLines: 1)
        #expect(test.takeLog("prefetch") == ["prefetch [4, 5]"])
        test.table.prefetchDistance = 0
        test.table.scroll(byLines: 1)
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [4, 5]"])
    }
}
