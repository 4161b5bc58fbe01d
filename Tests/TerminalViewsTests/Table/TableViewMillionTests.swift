import FoundationEssentials
import TestSupport
import Testing

@testable import TerminalViews

/// A million rows cost no more than the visible ones. Operations are counted, not time.
@Suite(.endsInTime) @MainActor struct TableViewMillionTests {
    private let test = ListStage(rows: 1_000_000, columns: 40, lines: 20, rowHeight: 3)

    @Test func `scrolling requests only the cells that come into view`() {
        var (asked, counts) = (0, 0)
        test.onCallback = { callback, _ in
            asked += callback == .ask ? 1 : 0
            counts += callback == .count ? 1 : 0
        }
        var random = SeededGenerator(seed: 5)
        let first = test.table.visibleItems
        for _ in 0..<2000 {
            test.table.scroll(byLines: Int.random(in: -3...9, using: &random))
        }
        // 6,000 lines on average, in rows of three lines: every row once, and some twice
        let passed = test.table.visibleItems.upperBound - first.upperBound
        #expect(passed > 1500 && (passed..<3000).contains(asked) && counts == 0)
        asked = 0
        for _ in 0..<200 {
            test.table.scrollToRow(at: IndexPath(row: Int.random(in: 0..<1_000_000, using: &random)), at: .top)
        }
        #expect((200 * 6...200 * 21).contains(asked) && counts == 0)
        #expect(test.table.visibleCells.count <= 20 && test.table.pool.count <= 2)
    }

    @Test func `a change among them requests only the cells that are new in view`() {
        test.table.scrollToRow(at: IndexPath(row: 500_000), at: .top)
        var asked = 0
        test.onCallback = { callback, _ in asked += callback == .ask ? 1 : 0 }
        for _ in 0..<100 {
            test.ids.append(0)
            test.table.insertRows(at: [IndexPath(row: test.table.visibleItems.lowerBound + 3)])
            test.ids.removeLast(2)
            test.table.deleteRows(at: [IndexPath(row: 10), IndexPath(row: 999_990 - 200)])
        }
        #expect((100...100 * 3).contains(asked))
    }
}
