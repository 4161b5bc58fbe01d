import FoundationEssentials
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

    final class Source: TableViewDataSource, CollectionViewDataSource {
        var title: String?

        private func cell(_ view: ReusableItemsView, _ path: IndexPath) -> ReusableCell {
            let cell = view.dequeueReusableCell(withIdentifier: "noise", for: path)
            (cell as? NoiseCell)?.number = path.item
            return cell
        }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1000 }
        func tableView(_ tableView: TableView, cellForRowAt path: IndexPath) -> TableViewCell { cell(tableView, path) }
        func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { title }
        func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int { 1000 }
        func collectionView(_ collectionView: CollectionView, cellForItemAt path: IndexPath) -> CollectionViewCell {
            cell(collectionView, path)
        }
    }

    let stage = Stage(columns: 200, rows: 60)
    let source = Source()
    let footer = Label()

    private func show(_ view: ReusableItemsView) {
        view.register("noise") { NoiseCell(reuseIdentifier: "noise") }
        view.frame = CellRect(column: 0, row: 0, columns: 200, rows: 59)
        footer.frame = CellRect(column: 0, row: 59, columns: 200, rows: 1)
        stage.host.addSubview(view)
        stage.host.addSubview(footer)
        view.reloadData()
    }

    private func makeTable() -> TableView {
        let table = TableView(trace: stage.engine.trace)
        table.rowHeight = 20
        table.dataSource = source
        show(table)
        return table
    }

    private func makeGrid() -> CollectionView {
        let grid = CollectionView(trace: stage.engine.trace)
        (grid.columnCount, grid.itemRows) = (8, 9)
        grid.dataSource = source
        show(grid)
        return grid
    }

    /// Returns the bytes of some scrolls by one line, each as a fraction of a full repaint.
    private func parts(of view: ReusableItemsView, lines: [Int]) -> [Double] {
        let presenter = DirectColorPresenter(size: CellSize(columns: 200, rows: 60))
        let whole = Double(presenter.present(stage.frame()).count)
        return lines.map { step in
            view.scroll(byLines: step)
            footer.text = "\(view.contentOffset)"
            return Double(presenter.present(stage.frame()).count) / whole
        }
    }

    @Test func `scrolling a grid by one line sends little more than that line`() {
        let parts = parts(of: makeGrid(), lines: Array(repeating: 1, count: 15) + Array(repeating: -1, count: 10))
        #expect(parts.allSatisfy { $0 <= 0.06 }, "\(parts.max() ?? 0)")
    }

    @Test func `scrolling below a pinned header sends little more than one line`() {
        source.title = "Pictures"
        let parts = parts(of: makeTable(), lines: [1, 1, 1, 1, 1, -1, -1])
        #expect(parts.allSatisfy { $0 <= 0.06 }, "\(parts.max() ?? 0)")
    }

    @Test func `scrolling smoothly sends hardly more than jumping`() {
        let table = makeTable()
        let presenter = DirectColorPresenter(size: CellSize(columns: 200, rows: 60))
        let whole = presenter.present(stage.frame()).count
        var bytes = 0
        table.setContentOffset(50, animated: true)
        stage.turn()
        while table.scrolling != nil { bytes += presenter.present(stage.frame(after: .milliseconds(16))).count }
        bytes += presenter.present(stage.frame()).count
        #expect(table.contentOffset == 50)
        #expect(Double(bytes) < 1.05 * Double(whole), "\(bytes) of \(whole)")
    }
}
