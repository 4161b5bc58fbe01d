import FoundationEssentials
import TerminalScreen

@testable import TerminalViews

/// Calls for a table of one section, by row number.
extension TableView {
    var rowCount: Int { numberOfRows(inSection: 0) }
    var selectedRow: Int? { indexPathForSelectedRow?.row }
    var displayedRows: Set<Int> { Set(displayed.keys.map(\.item)) }

    var visibleRows: Range<Int> {
        guard let first = indexPathsForVisibleRows.first, let last = indexPathsForVisibleRows.last else { return 0..<0 }
        return first.row..<last.row + 1
    }

    /// Selects a row, clamped to the existing ones, as a key would.
    func selectRow(_ row: Int) {
        guard rowCount > 0 else { return }
        tapItem(at: IndexPath(row: min(max(0, row), rowCount - 1)))
    }

    func frame(ofRow row: Int) -> CellRect { rectForRow(at: IndexPath(row: row)) ?? .zero }
}
