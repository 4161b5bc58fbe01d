import TerminalViews
import Testing

@testable import ScreenKit

/// The visible lines of a long panel.
@Suite(.endsInTime) struct LineScrollTests {
    @Test func `where all lines are visible nothing scrolls`() {
        var scroll = LineScroll()
        for move in ItemMove.allCases {
            let hasMoved = scroll.scroll(move, count: 5, room: 5)
            #expect(!hasMoved && scroll.visible(count: 5, room: 5) == 0..<5 && !scroll.hasMore(count: 5, room: 5))
        }
        #expect(scroll.visible(count: 0, room: 5) == 0..<0 && scroll.visible(count: 5, room: -2) == 0..<0)
    }

    @Test func `it ends with the last line in view`() {
        var scroll = LineScroll()
        let moves: [(ItemMove, Range<Int>)] = [
            (.down, 1..<4), (.up, 0..<3), (.up, 0..<3), (.pageDown, 3..<6), (.pageDown, 5..<8), (.down, 5..<8),
            (.pageUp, 2..<5), (.last, 5..<8), (.left, 5..<8), (.first, 0..<3),
        ]
        for (move, seen) in moves {
            let hasMoved = scroll.scroll(move, count: 8, room: 3)
            #expect(hasMoved && scroll.visible(count: 8, room: 3) == seen, "\(move)")
            #expect(scroll.hasMore(count: 8, room: 3) == (seen.upperBound < 8))
        }
    }

    @Test func `a growing window and fewer lines leave no gap`() {
        var scroll = LineScroll()
        scroll.scroll(.last, count: 20, room: 4)
        #expect(scroll.visible(count: 20, room: 10) == 10..<20)
        #expect(scroll.visible(count: 6, room: 4) == 2..<6)
        // from the visible offset, not from the former one
        scroll.scroll(.up, count: 6, room: 4)
        #expect(scroll.visible(count: 6, room: 4) == 1..<5)
    }
}
