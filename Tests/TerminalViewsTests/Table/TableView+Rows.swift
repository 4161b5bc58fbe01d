import FoundationEssentials

@testable import TerminalViews

/// Calls by row number.
extension TableView {
    var displayedRows: Set<Int> { Set(displayed.keys) }

    /// Selects a row, clamped to the existing ones, as a key would.
    func selectRow(_ row: Int) {
        if grid.count > 0 { tap(min(max(0, row), grid.count - 1)) }
    }
}
