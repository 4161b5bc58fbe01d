import FoundationEssentials
import TerminalScreen

/// One row of a table.
public typealias TableViewCell = ReusableCell

/// A scrolling list of rows shown by reused cells, with the contract of UITableView: an ``ItemsView`` of one column
/// under UIKit's names. Main actor only.
///
/// It differs from UITableView in the selection: keys need a row to act on, so one row is always selected, and
/// ``ItemsView/reloadData()`` keeps it. All rows have the height ``rowHeight`` and are in section 0. Set
/// ``dataSource`` and ``delegate``: a table does not ask those of an ``ItemsView``.
@MainActor
public final class TableView: ItemsView {
    /// The data source, held weakly. Not called before ``ItemsView/reloadData()``.
    public weak var dataSource: (any TableViewDataSource)?
    /// The delegate, held weakly.
    public weak var delegate: (any TableViewDelegate)?
    /// The data source for prefetching, held weakly.
    public weak var prefetchDataSource: (any TableViewDataSourcePrefetching)?

    /// Height of a row in lines; at least one. When it changes, the row at the top of the view stays there.
    public var rowHeight: Int {
        get { itemRows }
        set { itemRows = newValue }
    }

    // MARK: - Rows

    /// Returns a cell for a row, reused if possible, prepared for reuse and as large as the row. `identifier` must have
    /// been registered.
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> TableViewCell {
        dequeueReusableCell(withIdentifier: identifier, forItem: Self.item(at: indexPath))
    }

    /// Returns the cell that displays a row; `nil` while the row is out of view.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? { cell(forItem: Self.item(at: indexPath)) }
    /// Returns the row that a cell displays; `nil` if it displays none.
    public func indexPath(for cell: TableViewCell) -> IndexPath? { item(of: cell).map { IndexPath(row: $0) } }
    /// The selected row, on which keys act; `nil` if there are no rows.
    public var indexPathForSelectedRow: IndexPath? { selectedItem.map { IndexPath(row: $0) } }

    /// Scrolls a row into view; the nearest one if the index path does not exist.
    public func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition = .none) {
        scroll(toItem: Self.item(at: indexPath), at: position)
    }

    /// Selects a row, if it exists. The delegate is not called.
    public func selectRow(at indexPath: IndexPath, scrollPosition: ScrollPosition? = nil) {
        select(Self.item(at: indexPath))
        if let scrollPosition { scrollToRow(at: indexPath, at: scrollPosition) }
    }

    /// Replaces the cells of displayed rows by new ones from the data source.
    public func reloadRows(at indexPaths: [IndexPath]) { reloadItems(indexPaths.map(Self.item)) }

    /// Inserts rows that the data source has already; paths are those after the change. See ``ItemsView/apply(_:)``.
    public func insertRows(at indexPaths: [IndexPath]) {
        apply(ItemChanges(inserting: indexPaths.map(Self.item).sorted().map { $0..<$0 + 1 }))
    }

    /// Deletes rows that the data source no longer has; paths are those before the change. See ``ItemsView/apply(_:)``.
    public func deleteRows(at indexPaths: [IndexPath]) { apply(ItemChanges(removing: indexPaths.map(Self.item))) }

    /// Returns the number of a row; one that no row has for another section.
    private static func item(at indexPath: IndexPath) -> Int {
        indexPath.count == 2 && indexPath.section == 0 ? indexPath.row : -1
    }

    // MARK: - Data source and delegate

    override var numberOfItems: Int { dataSource?.tableView(self, numberOfRowsInSection: 0) ?? 0 }
    override func makeCell(for item: Int) -> ReusableCell? {
        dataSource?.tableView(self, cellForRowAt: IndexPath(row: item))
    }

    override var canPrefetch: Bool { prefetchDataSource != nil }
    override func prefetch(_ items: [Int]) {
        prefetchDataSource?.tableView(self, prefetchRowsAt: items.map { IndexPath(row: $0) })
    }
    override func cancelPrefetching(_ items: [Int]) {
        prefetchDataSource?.tableView(self, cancelPrefetchingForRowsAt: items.map { IndexPath(row: $0) })
    }

    override func willDisplay(_ cell: ReusableCell, _ item: Int) {
        delegate?.tableView(self, willDisplay: cell, forRowAt: IndexPath(row: item))
    }
    override func didEndDisplaying(_ cell: ReusableCell, _ item: Int) {
        delegate?.tableView(self, didEndDisplaying: cell, forRowAt: IndexPath(row: item))
    }
    override func didSettle(_ cell: ReusableCell, _ item: Int) {
        delegate?.tableView(self, didSettle: cell, forRowAt: IndexPath(row: item))
    }
    override func didSelect(_ item: Int) { delegate?.tableView(self, didSelectRowAt: IndexPath(row: item)) }
}
