import FoundationEssentials
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A table over sections of named rows of different heights that records its callbacks.
@MainActor
final class ListStage: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    final class RowCell: TableViewCell {
        var id = -1 {
            didSet { setNeedsDisplay() }
        }
        override func prepareForReuse() {
            super.prepareForReuse()
            id = -1
        }
        override func draw(in context: inout DrawingContext) {
            for row in 0..<bounds.size.rows {
                context.draw(row == 0 ? "\(id)" : "|", column: 0, row: row, columns: 9, style: .plain)
            }
        }
    }

    let stage: Stage
    let table: TableView
    var model: BatchModel
    var heights: (Int) -> Int? = { _ in nil }
    var headers: (Int) -> String? = { _ in nil }
    var footers: (Int) -> String? = { _ in nil }
    var log: [String] = []
    /// The row that each cell was displayed for, to check that callbacks come in pairs.
    private(set) var shown: [ObjectIdentifier: Int] = [:]
    private(set) var faults: [String] = []
    private(set) var asked = 0
    private(set) var measured = 0
    private(set) var made = 0
    var shouldHighlight: (IndexPath) -> Bool = { _ in true }
    var willSelect: (IndexPath) -> IndexPath? = { $0 }
    var willDeselect: (IndexPath) -> IndexPath? = { $0 }
    /// Called when the table requests a cell from the data source.
    var onAsk: (IndexPath) -> Void = { _ in }
    /// Called when a row is highlighted or unhighlighted.
    var onHighlight: () -> Void = {}

    init(
        _ sections: [[Int]], columns: Int = 20, lines: Int = 10, rowHeight: Int = 1,
        configure: (ListStage) -> Void = { _ in }
    ) {
        stage = Stage(columns: columns, rows: lines)
        table = TableView(trace: stage.engine.trace)
        model = BatchModel(sections: sections)
        table.rowHeight = rowHeight
        table.register("row") { [unowned self] in
            made += 1
            return RowCell(reuseIdentifier: "row")
        }
        stage.window.didFindWrongDamage = { [unowned self] in faults.append($0) }
        table.dataSource = self
        table.delegate = self
        table.prefetchDataSource = self
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
        configure(self)
        table.reloadData()
        stage.frame()
    }

    func resize(columns: Int, lines: Int) {
        stage.window.resize(to: CellSize(columns: columns, rows: lines))
        table.frame = stage.window.bounds
        stage.frame()
    }

    /// Sends a mouse event on a line.
    func mouse(_ action: MouseEvent.Action, _ row: Int, column: Int = 3) {
        stage.window.sendEvent(.mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row))))
    }

    func takeLog(_ words: String...) -> [String] {
        defer { log = [] }
        return words.isEmpty ? log : log.filter { line in words.contains { line.hasPrefix($0) } }
    }

    /// The first characters of the lines on screen. Animations start now at the latest.
    func lines(after duration: Duration = .zero) -> [String] {
        stage.turn()
        let frame = stage.frame(after: duration)
        return (0..<frame.size.rows).map { frame.text(row: $0) }
    }

    /// Describes a difference between the model, the cells and the screen; `nil` if there is none.
    func fault() -> String? {
        if let fault = faults.first { return fault }
        for path in table.indexPathsForVisibleRows {
            guard let cell = table.cellForRow(at: path) as? RowCell else { return "\(path) has no cell" }
            if cell.id != model.sections[path.section][path.row] { return "\(path) is shown by the cell of \(cell.id)" }
            if cell.frame != table.rectForRow(at: path) { return "the cell of \(path) stands at \(cell.frame)" }
        }
        if table.visibleCells.count != table.indexPathsForVisibleRows.count { return "there are cells out of view" }
        if shown.count != table.visibleCells.count { return "\(shown.count) rows were displayed and not ended" }
        let cells = table.subviews.compactMap { $0 as? RowCell }
        return cells.count == shown.count ? nil : "\(cells.count) cells are in the table"
    }

    // MARK: - Data source, delegate

    func numberOfSections(in tableView: TableView) -> Int { model.sections.count }
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { model.sections[section].count }
    func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { headers(section) }
    func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { footers(section) }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        asked += 1
        let cell = tableView.dequeueReusableCell(withIdentifier: "row", for: indexPath)
        let id = model.sections[indexPath.section][indexPath.row]
        // A cell that is reconfigured must belong to the same row.
        if let other = shown[ObjectIdentifier(cell)], other != id { faults.append("a cell belongs to two rows") }
        onAsk(indexPath)
        (cell as? RowCell)?.id = model.sections[indexPath.section][indexPath.row]
        return cell
    }

    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? {
        measured += 1
        return heights(model.sections[indexPath.section][indexPath.row])
    }

    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        let id = (cell as? RowCell)?.id ?? -1
        log.append("display \(id)")
        if shown.updateValue(id, forKey: ObjectIdentifier(cell)) != nil { faults.append("\(id) was displayed twice") }
    }

    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        let id = (cell as? RowCell)?.id ?? -1
        log.append("end \(id)")
        if shown.removeValue(forKey: ObjectIdentifier(cell)) != id { faults.append("\(id) ended without a beginning") }
    }

    func tableView(_ tableView: TableView, willDisplayHeaderView view: ReusableView, forSection section: Int) {
        log.append("header \(section)")
    }

    func tableView(_ tableView: TableView, didEndDisplayingHeaderView view: ReusableView, forSection section: Int) {
        log.append("endheader \(section)")
    }

    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        shouldHighlight(indexPath)
    }
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        log.append("highlight \(indexPath.section).\(indexPath.row)")
        onHighlight()
    }
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        log.append("unhighlight \(indexPath.section).\(indexPath.row)")
        onHighlight()
    }
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        log.append("willselect \(indexPath.section).\(indexPath.row)")
        return willSelect(indexPath)
    }
    func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        log.append("willdeselect \(indexPath.section).\(indexPath.row)")
        return willDeselect(indexPath)
    }
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        log.append("select \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
        log.append("deselect \(indexPath.section).\(indexPath.row)")
    }
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        log.append("prefetch \(indexPaths.map { "\($0.section).\($0.row)" }.joined(separator: " "))")
    }
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        log.append("cancel \(indexPaths.map { "\($0.section).\($0.row)" }.joined(separator: " "))")
    }
}
