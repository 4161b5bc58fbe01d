import FoundationEssentials
import ImageLoading
import TerminalScreen

/// One item of a collection view.
public typealias CollectionViewCell = ReusableCell

/// A scrolling grid of items of one size, shown by reused cells, like UICollectionView with a flow layout. With one
/// column it is a list. Main actor only. See ``ReusableItemsView`` for what it shares with ``TableView``.
@MainActor
public final class CollectionView: ReusableItemsView {
    /// The data source, held weakly. Not called before ``ReusableItemsView/reloadData()``.
    public weak var dataSource: (any CollectionViewDataSource)?
    /// The delegate, held weakly.
    public weak var delegate: (any CollectionViewDelegate)?
    /// The data source for prefetching, held weakly.
    public weak var prefetchDataSource: (any CollectionViewDataSourcePrefetching)?

    /// Number of items per line; at least one. Lowered where an item would have less than one column. When this or a
    /// property below changes, the item at the top of the view stays there.
    public var columnCount = 3 {
        didSet {
            columnCount = max(1, columnCount)
            if columnCount != oldValue { change { $0.columnCount = columnCount } }
        }
    }
    /// Height of an item in rows; at least one.
    public var itemRows = 6 {
        didSet {
            itemRows = max(1, itemRows)
            if itemRows != oldValue { change { $0.itemRows = itemRows } }
        }
    }
    /// Number of cells between two items, horizontally and vertically.
    public var spacing = CellSize(columns: 1, rows: 0) {
        didSet { if spacing != oldValue { change { $0.spacing = spacing } } }
    }

    static let headerIdentifier = "halftone.header"

    /// Creates a grid of three columns, with items six rows high. `trace` records the events of its cells.
    public init(trace: Trace) {
        super.init(
            trace: trace, layout: GridLayout(columnCount: 3, itemRows: 6, spacing: CellSize(columns: 1, rows: 0)))
        registerSupplement(Self.headerIdentifier) { TableHeaderView(reuseIdentifier: Self.headerIdentifier) }
    }

    /// The size of an item at the view's present width.
    public var itemSize: CellSize {
        var grid = grid
        grid.columns = bounds.size.columns
        return CellSize(columns: grid.itemColumns, rows: itemRows)
    }

    private var grid: GridLayout { layout as? GridLayout ?? GridLayout() }

    private func change(_ body: (inout GridLayout) -> Void) {
        var new = grid
        body(&new)
        keepingPlace { layout = new }
        setNeedsLayout()
    }

    // MARK: - Data source and delegate

    override func loadSections() -> [SectionLines.Section] {
        guard let dataSource else { return [] }
        return (0..<max(0, dataSource.numberOfSections(in: self))).map { section in
            SectionLines.Section(
                header: dataSource.collectionView(self, titleForHeaderInSection: section) == nil ? 0 : 1,
                itemCount: max(0, dataSource.collectionView(self, numberOfItemsInSection: section)))
        }
    }

    override func makeLayout(_ sections: [SectionLines.Section]) -> any ItemLayout {
        GridLayout(
            columns: bounds.size.columns, columnCount: columnCount, itemRows: itemRows, spacing: spacing,
            sections: sections)
    }

    override func makeCell(for path: ItemPath) -> ReusableCell? {
        dataSource?.collectionView(self, cellForItemAt: path.indexPath)
    }

    override func makeSupplement(_ key: SupplementKey) -> ReusableView? {
        let view = dequeueReusableSupplement(withIdentifier: Self.headerIdentifier)
        (view as? TableHeaderView)?.label.text =
            dataSource?.collectionView(self, titleForHeaderInSection: key.section) ?? ""
        return view
    }

    override func willDisplay(_ cell: ReusableCell, at path: ItemPath) {
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path.indexPath)
    }

    override func didEndDisplaying(_ cell: ReusableCell, at path: ItemPath) {
        delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path.indexPath)
    }

    override func didSettle(_ cell: ReusableCell, at path: ItemPath) {
        delegate?.collectionView(self, didSettle: cell, forItemAt: path.indexPath)
    }

    override func shouldHighlight(_ path: ItemPath) -> Bool {
        delegate?.collectionView(self, shouldHighlightItemAt: path.indexPath) ?? true
    }

    override func didHighlight(_ path: ItemPath) { delegate?.collectionView(self, didHighlightItemAt: path.indexPath) }
    override func didUnhighlight(_ path: ItemPath) {
        delegate?.collectionView(self, didUnhighlightItemAt: path.indexPath)
    }

    override func willDeselect(_ path: ItemPath) -> ItemPath? {
        delegate?.collectionView(self, shouldDeselectItemAt: path.indexPath) ?? true ? path : nil
    }

    override func willSelect(_ path: ItemPath) -> ItemPath? {
        guard let delegate else { return path }
        return delegate.collectionView(self, shouldSelectItemAt: path.indexPath) ? path : nil
    }

    override func didSelect(_ path: ItemPath) { delegate?.collectionView(self, didSelectItemAt: path.indexPath) }
    override func didDeselect(_ path: ItemPath) { delegate?.collectionView(self, didDeselectItemAt: path.indexPath) }
    override func didScroll() { delegate?.collectionViewDidScroll(self) }
    override func didEndScrollingAnimation() { delegate?.collectionViewDidEndScrollingAnimation(self) }
    override func didEndDecelerating() { delegate?.collectionViewDidEndDecelerating(self) }
    override var hasPrefetchDataSource: Bool { prefetchDataSource != nil }

    override func prefetch(_ paths: [ItemPath]) {
        prefetchDataSource?.collectionView(self, prefetchItemsAt: paths.map(\.indexPath))
    }

    override func cancelPrefetching(_ paths: [ItemPath]) {
        prefetchDataSource?.collectionView(self, cancelPrefetchingForItemsAt: paths.map(\.indexPath))
    }
}
