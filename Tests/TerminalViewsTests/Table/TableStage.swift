import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

/// A table over numbered rows that records the calls of its data source and delegate.
@MainActor
final class TableStage: TableViewDataSource, TableViewDelegate, TableViewDataSourcePrefetching {
    /// A cell that shows its row, and counts its reuses.
    final class RowCell: TableViewCell {
        var row: Int?
        var log: (String) -> Void = { _ in }

        override func prepareForReuse() {
            super.prepareForReuse()
            log("reuse \(row.map(String.init) ?? "none")")
            row = nil
        }

        override func draw(in context: inout DrawingContext) {
            context.draw("\(row ?? -1)", column: 0, row: 0, columns: bounds.size.columns, style: .plain)
        }
    }

    let stage: Stage
    let table: TableView
    var rows: Int
    var log: [String] = []
    var made = 0
    /// The identifier of a row's cell.
    var identifier: (Int) -> String = { _ in "row" }
    /// Called in `willDisplay`.
    var onDisplay: (Int) -> Void = { _ in }

    init(rows: Int, columns: Int = 20, lines: Int = 10, rowHeight: Int = 1) {
        stage = Stage(columns: columns, rows: lines)
        self.rows = rows
        table = TableView(trace: stage.engine.trace)
        table.rowHeight = rowHeight
        for name in ["row", "other"] {
            table.register(name) { [unowned self] in
                made += 1
                let cell = RowCell(reuseIdentifier: name)
                cell.log = { [weak self] in self?.log.append($0) }
                return cell
            }
        }
        table.dataSource = self
        table.delegate = self
        table.prefetchDataSource = self
        table.frame = stage.window.bounds
        stage.host.addSubview(table)
        table.reloadData()
        stage.turn()
    }

    func resize(columns: Int, lines: Int) {
        stage.window.resize(to: CellSize(columns: columns, rows: lines))
        table.frame = stage.window.bounds
        stage.turn()
    }

    /// Returns the records since the last call, only those that begin with one of these words.
    func takeLog(_ words: String...) -> [String] {
        defer { log = [] }
        return words.isEmpty ? log : log.filter { line in words.contains { line.hasPrefix($0) } }
    }

    /// The numbers at the left edge of the screen, line by line; `nil` where there is none.
    func shownRows() -> [Int?] {
        let frame = stage.frame()
        return (0..<frame.size.rows).map { Int(frame.text(row: $0)) }
    }

    var topRow: Int { table.visibleItems.lowerBound }

    // MARK: - Data source, delegate

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { rows }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: identifier(indexPath.row), for: indexPath)
        (cell as? RowCell)?.row = indexPath.row
        return cell
    }

    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        log.append("display \(indexPath.row)")
        onDisplay(indexPath.row)
    }

    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        log.append("end \(indexPath.row)")
    }

    func tableView(_ tableView: TableView, didSettle cell: TableViewCell, forRowAt indexPath: IndexPath) {
        log.append("settle \(indexPath.row)")
    }

    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        log.append("select \(indexPath.row)")
    }

    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
        log.append("prefetch \(indexPaths.map(\.row))")
    }

    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        log.append("cancel \(indexPaths.map(\.row))")
    }
}
