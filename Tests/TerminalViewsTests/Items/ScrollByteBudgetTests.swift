import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The bytes that scrolling sends, in the worst case: every cell of every picture has different colors.
@Suite(.endsInTime) @MainActor struct ScrollByteBudgetTests {
    /// A picture that is different from all others, with a line of text below it.
    final class NoiseCell: ReusableCell {
        var number = 0 {
            didSet { setNeedsDisplay() }
        }

        override func draw(in context: inout DrawingContext) {
            var random = SeededGenerator(seed: UInt64(number))
            for row in 0..<bounds.size.rows - 1 {
                for column in 0..<bounds.size.columns {
                    let (ink, ground) = (UInt32(random.byte()) << 16 + UInt32(random.byte()), UInt32(random.byte()))
                    let style = CellStyle(foreground: CellColor(hex: ink), background: CellColor(hex: ground << 8))
                    let place = CellRect(column: column, row: row, columns: 1, rows: 1)
                    context.fill(place, with: Cell("▀", style: style))
                }
            }
            context.draw("picture \(number)", column: 1, row: bounds.size.rows - 1, columns: 30, style: .plain)
        }
    }

    final class Source: ItemsViewDataSource {
        func numberOfItems(in view: ItemsView) -> Int { 1000 }
        func itemsView(_ view: ItemsView, cellForItem item: Int) -> ReusableCell {
            let cell = view.dequeueReusableCell(withIdentifier: "noise", forItem: item)
            (cell as? NoiseCell)?.number = item
            return cell
        }
    }

    let stage = Stage(columns: 200, rows: 60)
    let source = Source()
    let footer = Label()

    private func makeView(columns: Int, rows: Int) -> ItemsView {
        let view = ItemsView(trace: stage.engine.trace)
        (view.columnCount, view.itemRows) = (columns, rows)
        view.itemsDataSource = source
        view.register("noise") { NoiseCell(reuseIdentifier: "noise") }
        view.frame = CellRect(column: 0, row: 0, columns: 200, rows: 59)
        footer.frame = CellRect(column: 0, row: 59, columns: 200, rows: 1)
        stage.host.addSubview(view)
        stage.host.addSubview(footer)
        view.reloadData()
        return view
    }

    /// Returns the bytes of some scrolls by one line, each as a fraction of a full repaint.
    private func parts(of view: ItemsView, lines: [Int]) -> [Double] {
        let presenter = DirectColorPresenter(size: CellSize(columns: 200, rows: 60))
        let whole = Double(presenter.present(stage.frame()).count)
        return lines.map { step in
            view.scroll(byLines: step)
            footer.text = "\(view.contentOffset)"
            return Double(presenter.present(stage.frame()).count) / whole
        }
    }

    @Test(arguments: [(8, 9), (1, 20)])
    func `scrolling by one line sends little more than that line`(_ columns: Int, _ rows: Int) {
        let view = makeView(columns: columns, rows: rows)
        let parts = parts(of: view, lines: Array(repeating: 1, count: 15) + Array(repeating: -1, count: 10))
        #expect(parts.allSatisfy { $0 <= 0.06 }, "\(parts.max() ?? 0)")
    }
}
