import FoundationEssentials
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A grid over sections of numbered items that records its callbacks.
@MainActor
final class CollectionStage: CollectionViewDataSource, CollectionViewDelegate, CollectionViewDataSourcePrefetching {
    final class ItemCell: CollectionViewCell {
        var id = -1 {
            didSet { setNeedsDisplay() }
        }
        override func draw(in context: inout DrawingContext) {
            context.draw("\(id)", column: 0, row: 0, columns: bounds.size.columns, style: .plain)
        }
    }

    let stage: Stage
    let grid: CollectionView
    var sections: [[Int]]
    var headers: (Int) -> String? = { _ in nil }
    var log: [String] = []
    private(set) var shown: [ObjectIdentifier: Int] = [:]
    private(set) var faults: [String] = []
    private(set) var made = 0
    private(set) var asked = 0
    /// Items that may not be highlighted, and items that may not be deselected.
    var refused: Set<Int> = []
    var kept: Set<Int> = []

    init(
        _ sections: [[Int]], columns: Int = 24, lines: Int = 6, by count: Int = 4, itemRows: Int = 2,
        configure: (CollectionStage) -> Void = { _ in }
    ) {
        stage = Stage(columns: columns, rows: lines)
        grid = CollectionView(trace: stage.engine.trace)
        self.sections = sections
        grid.columnCount = count
        grid.itemRows = itemRows
        grid.spacing = CellSize(columns: 0, rows: 0)
        grid.register("item") { [unowned self] in
            made += 1
            return ItemCell(reuseIdentifier: "item")
        }
        stage.window.didFindWrongDamage = { [unowned self] in faults.append($0) }
        grid.dataSource = self
        grid.delegate = self
        grid.prefetchDataSource = self
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
        let frame = stage.frame()
        return (0..<frame.size.rows).map {
            frame.text(row: $0).split(separator: " ").joined(separator: " ")
        }
    }

    func fault() -> String? {
        if let fault = faults.first { return fault }
        for path in grid.indexPathsForVisibleItems {
            guard let cell = grid.cellForItem(at: path) as? ItemCell else { return "\(path) has no cell" }
            if cell.id != sections[path.section][path.item] { return "\(path) is shown by the cell of \(cell.id)" }
            if cell.frame != grid.rectForItem(at: path) { return "the cell of \(path) stands at \(cell.frame)" }
        }
        return shown.count == grid.indexPathsForVisibleItems.count ? nil : "\(shown.count) items were not ended"
    }

    func numberOfSections(in collectionView: CollectionView) -> Int { sections.count }
    func collectionView(_ collectionView: CollectionView, numberOfItemsInSection section: Int) -> Int {
        sections[section].count
    }
    func collectionView(_ collectionView: CollectionView, titleForHeaderInSection section: Int) -> String? {
        headers(section)
    }

    func collectionView(_ collectionView: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        asked += 1
        let cell = collectionView.dequeueReusableCell(withIdentifier: "item", for: indexPath)
        if shown[ObjectIdentifier(cell)] != nil { faults.append("a cell belongs to two items") }
        (cell as? ItemCell)?.id = sections[indexPath.section][indexPath.item]
        return cell
    }

    func collectionView(
        _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        let id = (cell as? ItemCell)?.id ?? -1
        if shown.updateValue(id, forKey: ObjectIdentifier(cell)) != nil { faults.append("\(id) was displayed twice") }
    }

    func collectionView(
        _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        let id = (cell as? ItemCell)?.id ?? -1
        if shown.removeValue(forKey: ObjectIdentifier(cell)) != id { faults.append("\(id) ended without a beginning") }
    }

    func collectionView(
        _ collectionView: CollectionView, didSettle cell: CollectionViewCell, forItemAt indexPath: IndexPath
    ) {
        log.append("settle \(indexPath.item)")
    }
    func collectionView(_ collectionView: CollectionView, shouldHighlightItemAt indexPath: IndexPath) -> Bool {
        !refused.contains(indexPath.item)
    }
    func collectionView(_ collectionView: CollectionView, didHighlightItemAt indexPath: IndexPath) {
        log.append("highlight \(indexPath.item)")
    }
    func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt indexPath: IndexPath) {
        log.append("unhighlight \(indexPath.item)")
    }
    func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt indexPath: IndexPath) -> Bool {
        !kept.contains(indexPath.item)
    }
    func collectionView(_ collectionView: CollectionView, didSelectItemAt indexPath: IndexPath) {
        log.append("select \(indexPath.item)")
    }
    func collectionView(_ collectionView: CollectionView, prefetchItemsAt indexPaths: [IndexPath]) {
        log.append("prefetch \(indexPaths.map(\.item))")
    }
    func collectionView(_ collectionView: CollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]) {
        log.append("cancel \(indexPaths.map(\.item))")
    }
}
