import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// What holds for every grid, whatever its numbers.
@Suite(.endsInTime) struct ItemGridTests {
    private static func random(_ seed: UInt64) -> (grid: ItemGrid, random: SeededGenerator) {
        var random = SeededGenerator(seed: seed)
        let grid = ItemGrid(
            count: Int.random(in: 1...40, using: &random), width: Int.random(in: 0...60, using: &random),
            columnCount: Int.random(in: 1...9, using: &random), itemRows: Int.random(in: 1...4, using: &random))
        return (grid, random)
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `every item has its own frame, in order, inside of the content`(_ seed: UInt64) {
        let (grid, _) = Self.random(seed)
        let frames = (0..<grid.count).map(grid.frame)
        for (index, frame) in frames.enumerated() {
            #expect(!frame.isEmpty && frame.maxRow <= grid.contentLines, "seed \(seed)")
            #expect(frame.maxColumn <= max(1, grid.width) && frame.minColumn >= 0, "seed \(seed)")
            #expect(frames[..<index].allSatisfy { $0.intersection(frame).isEmpty }, "seed \(seed)")
        }
        #expect(frames.last?.maxRow == grid.contentLines, "seed \(seed)")
    }

    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func `the items of some lines are those whose frames meet them`(_ seed: UInt64) {
        var (grid, random) = Self.random(seed)
        for _ in 0..<20 {
            let start = Int.random(in: -5...grid.contentLines + 3, using: &random)
            let lines = start..<start + Int.random(in: 0...9, using: &random)
            let meeting = (0..<grid.count).filter { item in
                let frame = grid.frame(of: item)
                return !lines.isEmpty && frame.minRow < lines.upperBound && frame.maxRow > lines.lowerBound
            }
            #expect(Array(grid.items(inLines: lines)) == meeting, "seed \(seed), \(lines)")
        }
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `a point leads to the item around it`(_ seed: UInt64) {
        let (grid, _) = Self.random(seed)
        for row in -1...grid.contentLines {
            for column in -1...grid.width {
                let point = CellPoint(column: column, row: row)
                #expect(grid.item(at: point) == (0..<grid.count).first { grid.frame(of: $0).contains(point) })
            }
        }
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `moves stay inside, and up undoes down`(_ seed: UInt64) {
        var (grid, random) = Self.random(seed)
        let page = Int.random(in: 0...12, using: &random)
        for item in 0..<grid.count {
            for move in ItemMove.allCases {
                let target = grid.item(from: item, moving: move, page: page)
                #expect(grid.contains(target), "seed \(seed)")
            }
            let below = grid.item(from: item, moving: .down, page: page)
            if grid.frame(of: below).minColumn == grid.frame(of: item).minColumn {
                #expect(grid.item(from: below, moving: .up, page: page) == item || below == item, "seed \(seed)")
            } else {
                #expect(below == grid.count - 1, "seed \(seed): below a gap is the last item")
            }
            let paged = grid.item(from: item, moving: .pageDown, page: page)
            let lines = grid.frame(of: paged).minRow - grid.frame(of: item).minRow
            #expect(lines <= max(grid.itemRows, page), "seed \(seed): an item of the page is still in view")
        }
    }
}
