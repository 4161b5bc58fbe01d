import TerminalViews
import TestSupport
import Testing

@testable import ScreenKit

/// The selected line of a list, and its visible lines.
@Suite(.endsInTime) struct LineSelectionTests {
    private var line = LineSelection()

    private func moved(_ line: LineSelection, _ moves: ItemMove..., count: Int, room: Int) -> LineSelection {
        var line = line
        for move in moves { line.move(move, count: count, room: room) }
        return line
    }

    @Test func `it begins at the first line`() {
        #expect(line.selected == 0 && line.visible(count: 9, room: 3) == 0..<3)
    }

    @Test func `moves stop at the ends`() {
        #expect(moved(line, .up, count: 3, room: 9).selected == 0)
        #expect(moved(line, .down, .down, .down, .down, count: 3, room: 9).selected == 2)
        #expect(moved(line, .last, count: 3, room: 9).selected == 2)
        #expect(moved(line, .last, .first, count: 3, room: 9).selected == 0)
        #expect(moved(line, .down, .left, .right, count: 3, room: 9).selected == 1)
    }

    @Test func `the view scrolls no farther than necessary`() {
        let below = moved(line, .down, .down, .down, count: 10, room: 3)
        #expect(below.selected == 3 && below.visible(count: 10, room: 3) == 1..<4)
        let back = moved(below, .up, .up, count: 10, room: 3)
        #expect(back.selected == 1 && back.visible(count: 10, room: 3) == 1..<4)
        #expect(moved(back, .up, count: 10, room: 3).visible(count: 10, room: 3) == 0..<3)
    }

    @Test func `pages are as long as the room`() {
        let page = moved(line, .pageDown, count: 10, room: 4)
        #expect(page.selected == 4 && page.visible(count: 10, room: 4) == 1..<5)
        #expect(moved(page, .pageDown, .pageDown, count: 10, room: 4).selected == 9)
        #expect(moved(page, .pageUp, count: 10, room: 4).selected == 0)
    }

    @Test func `a list that shrinks keeps a line selected`() {
        var line = moved(line, .last, count: 100, room: 10)
        #expect(line.visible(count: 5, room: 10).upperBound <= 5)
        line.select(line.selected, count: 5, room: 10)
        #expect(line.selected == 4 && line.visible(count: 5, room: 10) == 0..<5)
    }

    @Test func `a line that moves in the list keeps its height if possible`() {
        var line = moved(line, .last, .up, .up, count: 100, room: 10)
        line.shift(to: 47, count: 50, room: 10)
        #expect(line.selected == 47 && line.visible(count: 50, room: 10) == 40..<50)
        line.shift(to: 3, count: 50, room: 10)
        #expect(line.selected == 3 && line.visible(count: 50, room: 10) == 0..<10)
        line.shift(to: 20, count: 50, room: 10)
        #expect(line.selected == 20 && line.visible(count: 50, room: 10) == 17..<27)
    }

    @Test func `a room that grows is filled from above`() {
        var line = moved(line, .last, count: 20, room: 5)
        line.select(line.selected, count: 20, room: 15)
        #expect(line.selected == 19 && line.visible(count: 20, room: 15) == 5..<20)
    }

    @Test func `an empty list has nothing in view`() {
        var line = moved(line, .down, .last, .pageDown, count: 0, room: 5)
        #expect(line.selected == 0 && line.visible(count: 0, room: 5).isEmpty)
        line.select(7, count: 0, room: 0)
        #expect(line.selected == 0 && line.visible(count: 0, room: 0).isEmpty)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `after every move the selected line is in view and the view is full`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var line = LineSelection()
        let moves: [ItemMove] = [.up, .down, .pageUp, .pageDown, .first, .last, .left, .right]
        for _ in 0..<300 {
            let (count, room) = (Int.random(in: 1...40, using: &random), Int.random(in: 1...12, using: &random))
            line.move(moves[Int.random(in: 0..<moves.count, using: &random)], count: count, room: room)
            let visible = line.visible(count: count, room: room)
            #expect(visible.contains(line.selected) && visible.count == min(count, room), "seed \(seed)")
            #expect(visible.lowerBound >= 0 && visible.upperBound <= count, "seed \(seed)")
        }
    }
}
