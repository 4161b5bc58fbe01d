import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A grid of numbered items that records its callbacks.
@MainActor
final class GridStage: ItemsViewDataSource, ItemsViewDelegate {
    final class ItemCell: ReusableCell {
        var item = -1 {
            didSet { setNeedsDisplay() }
        }
        override func draw(in context: inout DrawingContext) {
            context.draw("\(item)", column: 0, row: 0, columns: bounds.size.columns, style: .plain)
        }
    }

    let stage: Stage
    let grid: ItemsView
    var count: Int
    var log: [String] = []
    private(set) var shown: [ObjectIdentifier: Int] = [:]
    private(set) var faults: [String] = []
    private(set) var made = 0

    init(
        _ count: Int, columns: Int = 24, lines: Int = 6, by columnCount: Int = 4, itemRows: Int = 2,
        configure: (GridStage) -> Void = { _ in }
    ) {
        stage = Stage(columns: columns, rows: lines)
        grid = ItemsView(trace: stage.engine.trace)
        self.count = count
        grid.columnCount = columnCount
        grid.itemRows = itemRows
        grid.register("item") { [unowned self] in
            made += 1
            return ItemCell(reuseIdentifier: "item")
        }
        stage.window.didFindWrongDamage = { [unowned self] in faults.append($0) }
        grid.itemsDataSource = self
        grid.itemsDelegate = self
        grid.frame = stage.window.bounds
        stage.host.addSubview(grid)
        configure(self)
        grid.reloadData()
        stage.frame()
    }

    func resize(columns: Int, lines: Int) {
        stage.window.resize(to: CellSize(columns: columns, rows: lines))
        grid.frame = stage.window.bounds
        stage.frame()
    }

    func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
        stage.window.sendEvent(.mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row))))
    }

    func takeLog(_ words: String...) -> [String] {
        defer { log = [] }
        return log.filter { line in words.contains { line.hasPrefix($0) } }
    }

    /// The lines of the screen, with single spaces.
    func lines() -> [String] {
        stage.frame().lines.map { $0.split(separator: " ").joined(separator: " ") }
    }

    func fault() -> String? {
        if let fault = faults.first { return fault }
        for item in grid.visibleItems {
            guard let cell = grid.cell(forItem: item) as? ItemCell else { return "\(item) has no cell" }
            if cell.item != item { return "\(item) is shown by the cell of \(cell.item)" }
            if cell.frame != grid.frame(of: item) { return "the cell of \(item) stands at \(cell.frame)" }
        }
        return shown.count == grid.visibleItems.count ? nil : "\(shown.count) items were not ended"
    }

    func numberOfItems(in view: ItemsView) -> Int { count }

    func itemsView(_ view: ItemsView, cellForItem item: Int) -> ReusableCell {
        let cell = view.dequeueReusableCell(withIdentifier: "item", forItem: item)
        if shown[ObjectIdentifier(cell)] != nil { faults.append("a cell belongs to two items") }
        (cell as? ItemCell)?.item = item
        return cell
    }

    func itemsView(_ view: ItemsView, willDisplay cell: ReusableCell, forItem item: Int) {
        if shown.updateValue(item, forKey: ObjectIdentifier(cell)) != nil { faults.append("\(item) displayed twice") }
    }
    func itemsView(_ view: ItemsView, didEndDisplaying cell: ReusableCell, forItem item: Int) {
        if shown.removeValue(forKey: ObjectIdentifier(cell)) != item { faults.append("\(item) ended for no display") }
    }
    func itemsView(_ view: ItemsView, didSelectItem item: Int) { log.append("select \(item)") }
}
