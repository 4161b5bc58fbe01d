import Testing

@testable import TerminalScreen

@Suite(.endsInTime) struct ScrollPlannerTests {
    private func canvas(_ lines: [String]) -> Canvas {
        var canvas = Canvas(size: CellSize(columns: 60, rows: lines.count))
        for (row, line) in lines.enumerated() {
            canvas.draw(
                String(repeating: line, count: 60), at: CellPoint(column: 0, row: row), style: .plain,
                clip: canvas.bounds)
        }
        return canvas
    }

    private func plan(_ last: [String], _ next: [String]) -> Scroll? {
        let (last, next) = (canvas(last), canvas(next))
        let blank = Canvas(size: CellSize(columns: 60, rows: 1))
        return next.cells.withUnsafeBufferPointer { next in
            last.cells.withUnsafeBufferPointer { last in
                blank.cells.withUnsafeBufferPointer { blank -> Scroll? in
                    guard let a = next.baseAddress, let b = last.baseAddress, let c = blank.baseAddress else {
                        return nil
                    }
                    return ScrollPlanner(
                        next: a, last: b, blank: c, size: CellSize(columns: 60, rows: next.count / 60),
                        placeholderCost: 200
                    ).plan()
                }
            }
        }
    }

    @Test func `a shift of the band between fixed rows is found, if it gains enough`() {
        func expect(_ last: String, _ next: String, _ scroll: Scroll?) {
            #expect(plan(last.map(String.init), next.map(String.init)) == scroll, "\(last) to \(next)")
        }
        expect("tabcds", "tbcdes", Scroll(band: 1..<5, shift: 1))
        expect("tabcde", "txyabc", Scroll(band: 1..<6, shift: -2))
        // rows that stay are not moved for a small gain
        expect("abcdef", "bbcdea", nil)
        // and without a movement there is no plan
        expect("abc", "abc", nil)
        expect("abc", "xyz", nil)
        #expect(plan([" ", "b", " "], ["b", " ", "q"]) != Scroll(band: 0..<3, shift: 2))
    }
}
