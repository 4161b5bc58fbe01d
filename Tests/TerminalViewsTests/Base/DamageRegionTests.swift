import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) struct DamageRegionTests {
    private func rect(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int) -> CellRect {
        CellRect(column: column, row: row, columns: columns, rows: rows)
    }

    @Test func `adjacent and nested rectangles are merged`() {
        var region = DamageRegion()
        region.add(rect(0, 0, 10, 2))
        region.add(rect(3, 1, 2, 1))
        region.add(rect(0, 2, 10, 3))
        #expect(region.rects == [rect(0, 0, 10, 5)])
        region.add(rect(0, 0, 20, 20))
        #expect(region.take() == [rect(0, 0, 20, 20)])
        #expect(region.isEmpty)
    }

    @Test func `distant rectangles are not merged`() {
        var region = DamageRegion()
        region.add(rect(0, 0, 1, 1))
        region.add(rect(50, 20, 1, 1))
        #expect(Set(region.rects) == [rect(0, 0, 1, 1), rect(50, 20, 1, 1)])
    }

    @Test func `an empty region has no rectangles`() {
        var region = DamageRegion()
        region.add(.zero)
        region.add(rect(3, 3, -1, 5))
        #expect(region.isEmpty)
    }

    @Test(arguments: 1...50 as ClosedRange<UInt64>)
    func `all added rectangles are covered by a few`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var region = DamageRegion()
        var points: Set<CellPoint> = []
        for _ in 0..<60 {
            let added = rect(
                Int.random(in: 0..<60, using: &random), Int.random(in: 0..<30, using: &random),
                Int.random(in: 0...9, using: &random), Int.random(in: 0...5, using: &random))
            region.add(added)
            for row in added.minRow..<max(added.minRow, added.maxRow) {
                for column in added.minColumn..<max(added.minColumn, added.maxColumn) {
                    points.insert(CellPoint(column: column, row: row))
                }
            }
            #expect(region.rects.count <= DamageRegion.maxCount)
            let missing = points.first { point in !region.rects.contains { $0.contains(point) } }
            #expect(missing == nil, "seed \(seed)")
        }
    }
}
