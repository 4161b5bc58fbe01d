import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TableViewSmoothScrollingTests {
    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

    /// Returns the offsets at every 16 ms until nothing moves any more.
    private func offsets(_ test: ListStage) -> [Int] {
        var offsets: [Int] = []
        test.stage.turn()
        while test.table.scrolling != nil, offsets.count < 100 {
            test.stage.turn(after: .milliseconds(16))
            offsets.append(test.table.contentOffset)
        }
        return offsets
    }

    @Test func `scrolling starts fast, slows down and ends at its target`() {
        let test = ListStage([Array(0..<1000)], lines: 10)
        test.table.scrollToRow(at: path(100), at: .top, animated: true)
        #expect(test.table.contentOffset == 0)
        let offsets = offsets(test)
        #expect(offsets.last == 100 && offsets.count == 13)
        let steps = zip(offsets, offsets.dropFirst()).map { $1 - $0 }
        #expect(steps.allSatisfy { $0 >= 0 } && offsets[0] > steps.last ?? 0 && offsets[0] > 10)
        #expect(test.fault() == nil)
    }

    @Test func `scrolling takes the same time, however late the turns are`() {
        let test = ListStage([Array(0..<1000)], lines: 10)
        test.table.setContentOffset(500, animated: true)
        test.stage.turn(after: .seconds(60))  // the main loop slept: only now does it start
        #expect(test.table.contentOffset == 0)
        test.stage.turn(after: .seconds(60))
        #expect(test.table.contentOffset == 500 && test.table.scrolling == nil)
    }

    @Test func `a key or the wheel interrupts the scrolling`() {
        let test = ListStage([Array(0..<1000)], lines: 10)
        test.table.setContentOffset(500, animated: true)
        test.stage.turn()
        test.stage.turn(after: .milliseconds(50))
        let offset = test.table.contentOffset
        #expect(offset > 0 && offset < 500)
        test.table.scroll(byLines: -1)
        test.stage.turn(after: .milliseconds(50))
        #expect(test.table.contentOffset == offset - 1 && test.table.scrolling == nil)
    }

    @Test func `every turn of the wheel counts while it scrolls`() {
        let test = ListStage([Array(0..<1000)], lines: 10)
        for _ in 0..<3 {
            test.table.scroll(byLines: 30, animated: true)
            test.stage.turn()
            test.stage.turn(after: .milliseconds(16))
        }
        #expect(offsets(test).last == 90)
    }

    @Test func `rows that are measured higher on the way do not move the target`() {
        let test = ListStage([Array(0..<1000)], lines: 10, rowHeight: 2) { $0.heights = { 1 + $0 % 7 } }
        for position in [TableView.ScrollPosition.top, .bottom, .middle, .top] {
            for row in [300, 10, 999, 500, 0] {
                test.table.scrollToRow(at: path(row), at: position, animated: true)
                _ = offsets(test)
                let rect = test.table.rectForRow(at: path(row)) ?? .zero
                #expect(rect.minRow >= 0 && rect.maxRow <= 10, "row \(row) at \(rect)")
                if position == .top, row < 990 { #expect(rect.minRow == 0) }
                #expect(test.fault() == nil)
            }
        }
    }

    @Test func `scrolling to the current position does not move`() {
        let test = ListStage([Array(0..<5)], lines: 10)
        test.table.scrollToRow(at: path(4), at: .top, animated: true)
        #expect(test.table.scrolling == nil)
        test.table.setContentOffset(50, animated: true)
        #expect(test.table.scrolling == nil && !test.stage.window.needsFrame)
    }

    @Test func `scrolling ends at its row, whatever is inserted or deleted meanwhile`() throws {
        let test = ListStage([Array(0..<1000)], lines: 10)
        test.table.scrollToRow(at: path(900), animated: true)
        test.stage.turn()
        test.stage.turn(after: .milliseconds(50))
        let offset = test.table.contentOffset
        #expect(offset > 0 && offset < 891)
        // the next page of a feed, and new rows at its beginning
        test.model.sections[0].append(1000)
        test.model.sections[0].insert(contentsOf: [-1, -2, -3], at: 0)
        try test.table.performBatchUpdates { $0.insert([0, 1, 2, 1003].map { path($0) }, with: .none) }
        _ = offsets(test)
        #expect(test.table.contentOffset == 894 && test.lines().last == "900" && test.fault() == nil)
        // when the row itself is deleted, there is no destination
        test.table.scrollToRow(at: path(0), animated: true)
        test.stage.turn()
        test.model.sections[0].removeFirst()
        try test.table.deleteRows(at: [path(0)])
        #expect(test.table.scrolling == nil && test.lines(after: .seconds(1)).last == "901")
    }

    @Test func `removed content ends the scrolling`() {
        let test = ListStage([Array(0..<1000)], lines: 10)
        test.table.scrollToRow(at: path(900), animated: true)
        test.stage.turn()
        test.stage.turn(after: .milliseconds(50))
        test.model.sections[0] = [1, 2]
        test.table.reloadData()
        #expect(test.lines(after: .milliseconds(50)).prefix(3) == ["1", "2", ""])
        #expect(test.fault() == nil)
    }
}
