import FoundationEssentials
import ImageLoading
import TerminalScreen

/// One row of a table.
public typealias TableViewCell = ReusableCell

/// A scrolling list of rows shown by reused cells, with the contract of UITableView. Main actor only.
///
/// Rows have ``rowHeight`` lines, or the height that the delegate returns when they come into view: the cost depends on
/// the rows in view, not on their number. It differs from UITableView in the selection: keys need a row to act on, so
/// one row is always selected while ``ReusableItemsView/allowsSelection`` is on, and ``ReusableItemsView/reloadData()``
/// keeps it.
@MainActor
public final class TableView: ReusableItemsView {
    /// The data source, held weakly. Not called before ``ReusableItemsView/reloadData()``.
    public weak var dataSource: (any TableViewDataSource)?
    /// The delegate, held weakly.
    public weak var delegate: (any TableViewDelegate)?
    /// The data source for prefetching, held weakly.
    public weak var prefetchDataSource: (any TableViewDataSourcePrefetching)?

    /// Height in lines of rows for which the delegate returns none and of rows that were not in view yet; at least one,
    /// or ``automaticDimension``. When it changes, the row at the top of the view stays there.
    public var rowHeight = 1 {
        didSet {
            if rowHeight != Self.automaticDimension { rowHeight = max(1, rowHeight) }
            if rowHeight != oldValue { invalidateRowHeights() }
        }
    }

    /// A row height that the cell determines: the lines that its `sizeThatFits(_:)` returns at the table's width once
    /// the data source has filled it; a thousand at most. After a change of that height, call ``reloadRows(at:)`` or
    /// ``invalidateRowHeights()`` to measure again.
    public static let automaticDimension = -1

    /// Estimated height in lines of rows that are not measured yet, where ``rowHeight`` is ``automaticDimension``; at
    /// least one.
    public var estimatedRowHeight = 1 {
        didSet {
            estimatedRowHeight = max(1, estimatedRowHeight)
            if estimatedRowHeight != oldValue { invalidateRowHeights() }
        }
    }

    private var estimate: Int { rowHeight == Self.automaticDimension ? estimatedRowHeight : rowHeight }

    static let headerIdentifier = "halftone.header"

    /// Creates a table without rows. `trace` records the events of its cells.
    public init(trace: Trace) {
        super.init(trace: trace, layout: TableLayout())
        registerSupplement(Self.headerIdentifier) { TableHeaderView(reuseIdentifier: Self.headerIdentifier) }
    }

    /// Discards all measured row heights; rows are measured again as they come into view.
    public func invalidateRowHeights() {
        keepingPlace { forgetHeights() }
        setNeedsLayout()
    }

    private func forgetHeights() {
        guard let table = layout as? TableLayout else { return }
        layout = table.forgettingHeights(rowHeight: estimate)
    }

    // MARK: - Rows, by UIKit's names

    /// Returns the cell that displays a row; `nil` while the row is out of view.
    public func cellForRow(at indexPath: IndexPath) -> TableViewCell? { cellForItem(at: indexPath) }
    /// Returns the number of rows in a section; 0 if there is no such section.
    public func numberOfRows(inSection section: Int) -> Int { numberOfItems(inSection: section) }
    /// The rows that have at least one line in view, in order.
    public var indexPathsForVisibleRows: [IndexPath] { indexPathsForVisibleItems }
    /// The row that keys act on, which is the one selected last; `nil` if none is selected.
    public var indexPathForSelectedRow: IndexPath? { indexPathForSelectedItem }
    /// All selected rows, in order.
    public var indexPathsForSelectedRows: [IndexPath] { indexPathsForSelectedItems }
    /// Returns the row at a point of the view; `nil` if there is none.
    public func indexPathForRow(at point: CellPoint) -> IndexPath? { indexPathForItem(at: point) }
    /// Returns a row's frame in the view, in view or not; `nil` if there is no such row.
    public func rectForRow(at indexPath: IndexPath) -> CellRect? { rectForItem(at: indexPath) }
    /// Replaces the cells of rows, as ``ReusableItemsView/reloadItems(at:)`` does.
    public func reloadRows(at indexPaths: [IndexPath]) { reloadItems(at: indexPaths) }
    /// Configures the cells of rows again, as ``ReusableItemsView/reconfigureItems(at:)`` does.
    public func reconfigureRows(at indexPaths: [IndexPath]) { reconfigureItems(at: indexPaths) }

    /// Scrolls a row into view; the nearest one if the index path does not exist.
    public func scrollToRow(at indexPath: IndexPath, at position: ScrollPosition = .none, animated: Bool = false) {
        scrollToItem(at: indexPath, at: position, animated: animated)
    }

    /// Selects a row; `nil` clears the selection. The delegate is not called.
    public func selectRow(at indexPath: IndexPath?, animated: Bool = false, scrollPosition: ScrollPosition? = nil) {
        selectItem(at: indexPath, animated: animated, scrollPosition: scrollPosition)
    }

    /// Deselects a row. The delegate is not called.
    public func deselectRow(at indexPath: IndexPath) { deselectItem(at: indexPath) }

    /// Returns the header of a section; `nil` if it has none or is out of view.
    public func headerView(forSection section: Int) -> ReusableView? {
        supplements[SupplementKey(kind: .header, section: section)]
    }

    /// Returns the footer of a section; `nil` if it has none or is out of view.
    public func footerView(forSection section: Int) -> ReusableView? {
        supplements[SupplementKey(kind: .footer, section: section)]
    }

    // MARK: - Data source and delegate

    override func loadSections() -> [SectionLines.Section] {
        guard let dataSource else { return [] }
        return (0..<max(0, dataSource.numberOfSections(in: self))).map { section in
            let header = dataSource.tableView(self, titleForHeaderInSection: section) == nil ? 0 : 1
            let footer = dataSource.tableView(self, titleForFooterInSection: section) == nil ? 0 : 1
            return SectionLines.Section(
                header: max(0, delegate?.tableView(self, heightForHeaderInSection: section) ?? header),
                footer: max(0, delegate?.tableView(self, heightForFooterInSection: section) ?? footer),
                itemCount: max(0, dataSource.tableView(self, numberOfRowsInSection: section)))
        }
    }

    override func makeLayout(_ sections: [SectionLines.Section]) -> any ItemLayout {
        TableLayout(columns: bounds.size.columns, rowHeight: estimate, sections: sections)
    }

    override func height(of path: ItemPath) -> Int? {
        let height = delegate?.tableView(self, heightForRowAt: path.indexPath) ?? rowHeight
        return height == Self.automaticDimension ? wishedHeight(of: path) : height
    }

    /// Returns the layout at another width without measured heights: a row may be higher where it is narrower.
    override func layout(ofColumns columns: Int) -> any ItemLayout {
        guard var table = layout as? TableLayout else { return layout }
        table.columns = columns
        return table.forgettingHeights(rowHeight: estimate)
    }

    override func makeCell(for path: ItemPath) -> ReusableCell? {
        dataSource?.tableView(self, cellForRowAt: path.indexPath)
    }

    override func makeSupplement(_ key: SupplementKey) -> ReusableView? {
        let (custom, title) =
            switch key.kind {
            case .header:
                (
                    delegate?.tableView(self, viewForHeaderInSection: key.section),
                    dataSource?.tableView(self, titleForHeaderInSection: key.section)
                )
            case .footer:
                (
                    delegate?.tableView(self, viewForFooterInSection: key.section),
                    dataSource?.tableView(self, titleForFooterInSection: key.section)
                )
            }
        if let custom { return custom }
        let view = dequeueReusableSupplement(withIdentifier: Self.headerIdentifier)
        (view as? TableHeaderView)?.label.text = title ?? ""
        return view
    }

    override func willDisplay(_ cell: ReusableCell, at path: ItemPath) {
        delegate?.tableView(self, willDisplay: cell, forRowAt: path.indexPath)
    }

    override func didEndDisplaying(_ cell: ReusableCell, at path: ItemPath) {
        delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path.indexPath)
    }

    override func willDisplay(_ view: ReusableView, of key: SupplementKey) {
        switch key.kind {
        case .header: delegate?.tableView(self, willDisplayHeaderView: view, forSection: key.section)
        case .footer: delegate?.tableView(self, willDisplayFooterView: view, forSection: key.section)
        }
    }

    override func didEndDisplaying(_ view: ReusableView, of key: SupplementKey) {
        switch key.kind {
        case .header: delegate?.tableView(self, didEndDisplayingHeaderView: view, forSection: key.section)
        case .footer: delegate?.tableView(self, didEndDisplayingFooterView: view, forSection: key.section)
        }
    }

    override func didSettle(_ cell: ReusableCell, at path: ItemPath) {
        delegate?.tableView(self, didSettle: cell, forRowAt: path.indexPath)
    }

    override func shouldHighlight(_ path: ItemPath) -> Bool {
        delegate?.tableView(self, shouldHighlightRowAt: path.indexPath) ?? true
    }

    override func didHighlight(_ path: ItemPath) { delegate?.tableView(self, didHighlightRowAt: path.indexPath) }
    override func didUnhighlight(_ path: ItemPath) { delegate?.tableView(self, didUnhighlightRowAt: path.indexPath) }

    override func willDeselect(_ path: ItemPath) -> ItemPath? {
        guard let delegate else { return path }
        return delegate.tableView(self, willDeselectRowAt: path.indexPath).flatMap { ItemPath($0) }
    }

    override func willSelect(_ path: ItemPath) -> ItemPath? {
        guard let delegate else { return path }
        return delegate.tableView(self, willSelectRowAt: path.indexPath).flatMap { ItemPath($0) }
    }

    override func didSelect(_ path: ItemPath) { delegate?.tableView(self, didSelectRowAt: path.indexPath) }
    override func didDeselect(_ path: ItemPath) { delegate?.tableView(self, didDeselectRowAt: path.indexPath) }
    override func didScroll() { delegate?.tableViewDidScroll(self) }
    override func didEndScrollingAnimation() { delegate?.tableViewDidEndScrollingAnimation(self) }
    override func didEndDecelerating() { delegate?.tableViewDidEndDecelerating(self) }
    override var hasPrefetchDataSource: Bool { prefetchDataSource != nil }

    override func prefetch(_ paths: [ItemPath]) {
        prefetchDataSource?.tableView(self, prefetchRowsAt: paths.map(\.indexPath))
    }

    override func cancelPrefetching(_ paths: [ItemPath]) {
        prefetchDataSource?.tableView(self, cancelPrefetchingForRowsAt: paths.map(\.indexPath))
    }
}
