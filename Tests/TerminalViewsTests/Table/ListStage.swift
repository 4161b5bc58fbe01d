import FoundationEssentials
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A table over rows with identities that records its callbacks, and the reuses of its cells.
@MainActor
final class ListStage: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    final class RowCell: TableViewCell {
        var id = -1 {
            didSet { setNeedsDisplay() }
        }
        var log: (String) -> Void = { _ in }

        override func prepareForReuse() {
            super.prepareForReuse()
            log("reuse \(id)")
            id = -1
        }

        override func draw(in context: inout DrawingContext) {
            for row in 0..<bounds.size.rows {
                context.draw(row == 0 ? "\(id)" : "|", column: 0, row: row, columns: bounds.size.columns, style: .plain)
            }
        }
    }

    let stage: Stage
    let table: TableView
    var ids: [Int]
    var log: [String] = []
    /// The row that each cell was displayed for, to check that callbacks come in pairs.
    private(set) var shown: [ObjectIdentifier: Int] = [:]
    private(set) var faults: [String] = []
    private(set) var made = 0
    /// The identifier of a row's cell.
    var identifier: (Int) -> String = { _ in "row" }
    /// Whether the rows have no identities but their numbers. Then the numbers that the delegate gets are recorded, else
    /// the identities of the cells.
    private var isNumbered = false
    /// Called during every callback, with the recorded row, or with the number of rows that the callback is about.
    var onCallback: (Callback, Int) -> Void = { _, _ in }
    enum Callback: CaseIterable, Sendable { case count, ask, display, end, settle, select, prefetch, cancel }

    init(
        _ ids: [Int], columns: Int = 20, lines: Int = 10, rowHeight: Int = 1,
        configure: (ListStage) -> Void = { _ in }
    ) {
        stage = Stage(columns: columns, rows: lines)
        table = TableView(trace: stage.engine.trace)
        self.ids = ids
        table.rowHeight = rowHeight
        for name in ["row", "other"] {
            table.register(name) { [unowned self] in
                made += 1
                let cell = RowCell(reuseIdentifier: name)
                cell.log = { [weak self] in self?.log.append($0) }
                return cell
            }
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

    /// Creates a table of numbered rows.
    convenience init(rows: Int, columns: Int = 20, lines: Int = 10, rowHeight: Int = 1) {
        self.init(Array(0..<rows), columns: columns, lines: lines, rowHeight: rowHeight) { $0.isNumbered = true }
    }

    /// The number of rows whose identities are their numbers.
    var rows: Int {
        get { ids.count }
        set { ids = Array(0..<newValue) }
    }

    func resize(columns: Int, lines: Int) {
        stage.window.resize(to: CellSize(columns: columns, rows: lines))
        table.frame = stage.window.bounds
        stage.frame()
    }

    /// Changes the rows, as a keyed difference.
    func change(to ids: [Int]) {
        let changes = ItemChanges(from: self.ids, to: ids)
        self.ids = ids
        table.apply(changes)
    }

    /// Sends a mouse event on a line.
    func mouse(_ action: MouseEvent.Action, _ row: Int, column: Int = 3) {
        stage.window.sendEvent(.mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row))))
    }

    func takeLog(_ words: String...) -> [String] {
        defer { log = [] }
        return words.isEmpty ? log : log.filter { line in words.contains { line.hasPrefix($0) } }
    }

    /// The first characters of the lines on screen.
    func lines() -> [String] { stage.frame().lines }

    /// The identities at the left edge of the screen, line by line; `nil` where there is none.
    func shownRows() -> [Int?] { lines().map { Int($0) } }

    /// Describes a difference between the rows, the cells and the screen; `nil` if there is none.
    func fault() -> String? {
        if let fault = faults.first { return fault }
        for row in table.visibleItems {
            guard let cell = table.cell(forItem: row) as? RowCell else { return "\(row) has no cell" }
            if cell.id != ids[row] { return "\(row) is shown by the cell of \(cell.id)" }
            if cell.frame != table.frame(of: row) { return "the cell of \(row) stands at \(cell.frame)" }
            if cell.isSelected != (row == table.selectedItem) { return "\(row) looks selected: \(cell.isSelected)" }
        }
        if table.visibleCells.count != table.visibleItems.count { return "there are cells out of view" }
        if shown.count != table.visibleCells.count { return "\(shown.count) rows were displayed and not ended" }
        let cells = table.subviews.compactMap { $0 as? RowCell }
        return cells.count == shown.count ? nil : "\(cells.count) cells are in the table"
    }

    // MARK: - Data source, delegate

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        onCallback(.count, ids.count)
        return ids.count
    }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: identifier(indexPath.row), for: indexPath)
        if shown[ObjectIdentifier(cell)] != nil { faults.append("a cell belongs to two rows") }
        onCallback(.ask, indexPath.row)
        (cell as? RowCell)?.id = ids.indices.contains(indexPath.row) ? ids[indexPath.row] : -1
        return cell
    }

    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        let id = (cell as? RowCell)?.id ?? -1
        let row = isNumbered ? indexPath.row : id
        log.append("display \(row)")
        if shown.updateValue(id, forKey: ObjectIdentifier(cell)) != nil { faults.append("\(id) was displayed twice") }
        onCallback(.display, row)
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {
        log.append("settle \(indexPath.row)")
        onCallback(.settle, indexPath.row)
    }

    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        let id = (cell as? RowCell)?.id ?? -1
        let row = isNumbered ? indexPath.row : id
        log.append("end \(row)")
        if shown.removeValue(forKey: ObjectIdentifier(cell)) != id { faults.append("\(id) ended without a beginning") }
        onCallback(.end, row)
    }

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        log.append("select \(indexPath.row)")
        onCallback(.select, indexPath.row)
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        log.append("prefetch \(indexPaths.map(\.row))")
        if indexPaths.contains(where: { $0.row >= table.itemCount }) { faults.append("a missing row is prefetched") }
        onCallback(.prefetch, indexPaths.count)
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        log.append("cancel \(indexPaths.map(\.row))")
        onCallback(.cancel, indexPaths.count)
    }
}
