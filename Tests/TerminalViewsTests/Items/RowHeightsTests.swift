import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) struct RowHeightsTests {
    private func height(_ lines: Int, measured: Bool = true) -> RowHeights.Height {
        RowHeights.Height(lines: lines, isMeasured: measured)
    }

    @Test func `a million rows of one height are one run`() {
        var heights = RowHeights(count: 1_000_000, height: height(7, measured: false))
        #expect(heights.count == 1_000_000 && heights.totalLines == 7_000_000 && heights.runCount == 1)
        #expect(heights.row(atLine: 3_500_003) == 500_000 && heights.lines(before: 500_000) == 3_500_000)
        heights[500_000] = height(9)
        #expect(heights.runCount == 3 && heights.totalLines == 7_000_002)
        #expect(heights.lines(before: 500_001) == 3_500_009 && heights.row(atLine: 3_500_009) == 500_001)
        heights[500_000] = height(7, measured: false)
        #expect(heights.runCount == 1)
    }

    @Test func `rows that are measured alike one after the other are one run`() {
        var heights = RowHeights(count: 1000, height: height(3, measured: false))
        for row in 100..<200 { heights[row] = height(3) }
        for row in (50..<100).reversed() { heights[row] = height(3) }
        #expect(heights.runCount == 3)
    }

    @Test func `a row has at least one line`() {
        var heights = RowHeights(count: 3, height: height(0))
        heights[1] = height(-5)
        #expect(heights.totalLines == 3)
    }

    @Test func `an empty table has no lines`() {
        let heights = RowHeights()
        #expect(heights.count == 0 && heights.totalLines == 0)
        #expect(heights.row(atLine: 0) == 0 && heights.lines(before: 0) == 0)
    }

    @Test func `a tree of single rows stays shallow`() {
        // the worst case: a million rows, a hundred thousand of them measured one by one, all different
        var heights = RowHeights(count: 1_000_000, height: height(3, measured: false))
        for row in 0..<50_000 { heights[row] = height(1 + row % 9) }
        var random = SeededGenerator(seed: 1)
        for _ in 0..<50_000 {
            heights[Int.random(in: 0..<1_000_000, using: &random)] = height(Int.random(in: 1...9, using: &random))
        }
        #expect(heights.runCount > 100_000)
        #expect(heights.depth < 60, "a binary tree of 150,000 is 18 deep at least")
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `it agrees with a list under random changes`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model: [RowHeights.Height] = []
        var heights = RowHeights()
        for _ in 0..<150 {
            let some = height(Int.random(in: 1...4, using: &random), measured: Bool.random(using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where !model.isEmpty:
                let row = Int.random(in: 0..<model.count, using: &random)
                model[row] = some
                heights[row] = some
            default:
                let start = Int.random(in: 0...model.count, using: &random)
                let end = min(model.count, start + Int.random(in: 0...3, using: &random))
                let count = Int.random(in: 0...6, using: &random)
                model.replaceSubrange(start..<end, with: Array(repeating: some, count: count))
                heights.replaceSubrange(start..<end, with: count, of: some)
            }
            check(heights, model, seed)
        }
    }

    private func check(_ heights: RowHeights, _ model: [RowHeights.Height], _ seed: UInt64) {
        #expect(heights.count == model.count, "seed \(seed)")
        var line = 0
        for (row, height) in model.enumerated() {
            guard heights[row] == height, heights.lines(before: row) == line, heights.row(atLine: line) == row,
                heights.row(atLine: line + height.lines - 1) == row
            else {
                Issue.record("seed \(seed), row \(row)")
                return
            }
            line += height.lines
        }
        #expect(heights.totalLines == line && heights.lines(before: model.count) == line, "seed \(seed)")
        let runs = zip(model, model.dropFirst()).count { $0 != $1 } + (model.isEmpty ? 0 : 1)
        #expect(heights.runCount == runs, "seed \(seed)")
    }
}

@Suite(.endsInTime) struct PrefixSumsTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `it agrees with a list`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model = (0..<Int.random(in: 0...40, using: &random)).map { _ in Int.random(in: 0...5, using: &random) }
        var sums = PrefixSums(model)
        for _ in 0..<30 {
            if !model.isEmpty {
                let (index, value) = (
                    Int.random(in: 0..<model.count, using: &random), Int.random(in: 0...5, using: &random)
                )
                model[index] = value
                sums.set(value, at: index)
            }
            #expect((0...model.count).allSatisfy { sums.sum(before: $0) == model[..<$0].reduce(0, +) }, "seed \(seed)")
            let total = model.reduce(0, +)
            #expect(sums.total == total)
            for place in 0...total + 1 {
                var (expected, end) = (0, 0)
                while expected < model.count, end + model[expected] <= place {
                    end += model[expected]
                    expected += 1
                }
                #expect(sums.index(at: place) == expected, "seed \(seed), place \(place)")
            }
        }
    }
}
