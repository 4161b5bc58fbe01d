import ImageLoading
import TerminalScreen

/// A scrolling list or grid of items of one size, displayed by reused cells. Main actor only. ``TableView`` is a list
/// with the contract of UITableView.
///
/// The view holds cells for the items in view and at most two more of each identifier for reuse, however many items
/// there are. Scrolling moves by whole lines of the screen. Keys need an item to act on, so one item is always selected
/// if there are any. A data source or delegate may scroll, reload and change content from inside its methods; the view
/// then lays itself out once more.
@MainActor
public class ItemsView: View {
    /// The data source, held weakly. Not called before ``reloadData()``.
    public weak var itemsDataSource: (any ItemsViewDataSource)?
    /// The delegate, held weakly.
    public weak var itemsDelegate: (any ItemsViewDelegate)?

    /// Number of items in a line; at least one. Lowered where an item would have less than one column. When it or
    /// ``itemRows`` changes, the item at the top of the view stays there.
    public var columnCount: Int {
        get { grid.columnCount }
        set { keepingPlace { $0.columnCount = max(1, newValue) } }
    }
    /// Height of an item in lines; at least one.
    public var itemRows: Int {
        get { grid.itemRows }
        set { keepingPlace { $0.itemRows = max(1, newValue) } }
    }
    /// How long an item must have been in view before it settles and the delegate is notified; zero, the default, for
    /// immediately.
    public var settleDelay = Duration.zero
    /// Number of items to prefetch ahead of the scrolling; 0, the default, for none. A change takes effect at once:
    /// more items are prefetched, or the ones too far ahead are cancelled.
    public var prefetchDistance = 0 {
        didSet { if prefetchDistance != oldValue { setNeedsLayout() } }
    }
    /// Whether the view can become first responder, by a click, and moves the selection by keys. On by default.
    public var allowsFocus = true

    /// The first line of content that is in view.
    public internal(set) var contentOffset = 0
    /// The selected item; `nil` if there are none.
    public internal(set) var selectedItem: Int?

    /// A displayed cell. Times count from the first turn in which it is displayed, because the window's clock stands
    /// still between turns.
    struct Displayed {
        let cell: ReusableCell
        var since: Duration?
        var unmovedSince: Duration?
        var hasSettled = false
        var hasRested = false
    }

    /// How long an item must not move before the trace records that it rests.
    private static let restDelay = Duration.milliseconds(100)

    var grid = ItemGrid()
    var displayed: [Int: Displayed] = [:]
    var pool = ReusePool()
    /// The items being prefetched, in ascending order.
    var prefetching: [Int] = []
    var scrollsDown = true
    var isTiling = false
    /// Whether everything was reloaded since cells were last displayed.
    var isReloaded = false
    /// The item on which a mouse button is held.
    var highlighted: Int?
    /// Counts changes of the content, so that code detects a change made by a callback.
    var contentVersion = 0
    private var cellMakers: [String: @MainActor () -> ReusableCell] = [:]
    private let trace: Trace

    /// Creates a view of one column. `trace` records the events of its cells.
    public init(trace: Trace) {
        self.trace = trace
        super.init()
    }

    public override var canBecomeFirstResponder: Bool { allowsFocus }

    // MARK: - Data source and delegate, which subclasses replace

    var numberOfItems: Int { itemsDataSource?.numberOfItems(in: self) ?? 0 }
    /// Returns a cell from the data source; `nil` if there is none.
    func makeCell(for item: Int) -> ReusableCell? { itemsDataSource?.itemsView(self, cellForItem: item) }
    func prefetch(_ items: [Int]) { itemsDataSource?.itemsView(self, prefetch: items) }
    func cancelPrefetching(_ items: [Int]) { itemsDataSource?.itemsView(self, cancelPrefetching: items) }
    var canPrefetch: Bool { itemsDataSource != nil }

    func willDisplay(_ cell: ReusableCell, _ item: Int) {
        itemsDelegate?.itemsView(self, willDisplay: cell, forItem: item)
    }
    func didEndDisplaying(_ cell: ReusableCell, _ item: Int) {
        itemsDelegate?.itemsView(self, didEndDisplaying: cell, forItem: item)
    }
    func didSettle(_ cell: ReusableCell, _ item: Int) {
        itemsDelegate?.itemsView(self, didSettle: cell, forItem: item)
    }
    func didSelect(_ item: Int) { itemsDelegate?.itemsView(self, didSelectItem: item) }

    // MARK: - Cells

    /// Registers a function that makes cells of an identifier when none can be reused.
    public func register(_ identifier: String, make: @escaping @MainActor () -> ReusableCell) {
        cellMakers[identifier] = make
    }

    /// Returns a cell for an item, reused if possible, prepared for reuse and as large as the item. `identifier` must
    /// have been registered.
    public func dequeueReusableCell(withIdentifier identifier: String, forItem item: Int) -> ReusableCell {
        let cell: ReusableCell
        if let recycled = pool.take(identifier) {
            recycled.prepareForReuse()
            recycled.reuseCount += 1
            trace.record(TraceEvent(.reuse, row: item))
            cell = recycled
        } else {
            guard let make = cellMakers[identifier] else {
                preconditionFailure("no cell is registered for \(identifier)")
            }
            trace.record(TraceEvent(.dequeue, row: item))
            cell = make()
        }
        if grid.contains(item) { cell.frame = frame(of: item) }
        cell.layoutIfNeeded()
        return cell
    }

    /// Returns the cell that displays an item; `nil` while the item is out of view.
    public func cell(forItem item: Int) -> ReusableCell? { displayed[item]?.cell }

    /// Returns the item that a cell displays; `nil` if it displays none.
    public func item(of cell: ReusableCell) -> Int? { displayed.first { $0.value.cell === cell }?.key }

    /// The cells of the items in view, in order.
    public var visibleCells: [ReusableCell] { displayed.sorted { $0.key < $1.key }.map(\.value.cell) }

    // MARK: - Content

    /// The number of items when the view last asked its data source.
    public var itemCount: Int { grid.count }

    /// Reloads everything from the data source. The selection keeps its number, or moves to the last item if there are
    /// fewer now; without a selection the first item is selected.
    public func reloadData() {
        contentVersion += 1
        withoutTiling {
            endDisplayingAll()
            cancelPrefetching()
            grid.count = max(0, numberOfItems)
        }
        isReloaded = true
        keepSelection(selectedItem)
        setNeedsLayout()
        if grid.count == 0 { tile() }  // a hidden view is not laid out
    }

    /// Replaces the cells of displayed items by new ones from the data source.
    public func reloadItems(_ items: [Int]) {
        endDisplaying(cells: items.compactMap { displayed[$0]?.cell })
        tile()
    }

    /// Ends the display of these cells, whose numbers change if a callback changes the items.
    private func endDisplaying(cells: [ReusableCell]) {
        for cell in cells { if let item = item(of: cell) { endDisplaying(item) } }
    }

    /// Adopts changes of the data source. Items that stay keep their cells. The selected item keeps its line on the screen;
    /// if it is out of view, the first visible item does. If the selected item was removed, the next one that stays is
    /// selected. Everything is reloaded if the changes do not lead to what the data source has.
    public func apply(_ changes: ItemChanges) {
        let count = max(0, numberOfItems)
        guard changes.lead(from: grid.count, to: count) else { return reloadData() }
        contentVersion += 1
        let (version, oldCount) = (contentVersion, grid.count)
        withoutTiling {
            for item in displayed.keys.sorted() where changes.newIndex(of: item) == nil { endDisplaying(item) }
            if prefetching.contains(where: { changes.newIndex(of: $0) != $0 }) { cancelPrefetching() }
        }
        guard version == contentVersion else { return }  // a delegate reloaded everything meanwhile
        let anchor = anchor(by: changes)
        displayed = Dictionary(
            uniqueKeysWithValues: displayed.compactMap { old, state in changes.newIndex(of: old).map { ($0, state) } })
        highlighted = highlighted.flatMap(changes.newIndex)
        grid.count = count
        keepSelection(selectedItem.flatMap { changes.newIndex(at: $0, of: oldCount) })
        contentOffset = clamped(anchor.map { grid.frame(of: $0.item).minRow - $0.line } ?? contentOffset)
        setNeedsDisplay()
        tile()
    }

    /// Returns the new number of the item that stays in place on the screen, and its first line in the view.
    private func anchor(by changes: ItemChanges) -> (item: Int, line: Int)? {
        let staying = displayed.keys.filter(visibleItems.contains)
        guard let old = selectedItem.flatMap({ staying.contains($0) ? $0 : nil }) ?? staying.min() else { return nil }
        return changes.newIndex(of: old).map { ($0, frame(of: old).minRow) }
    }

    /// Calls the delegate and the data source while cells and numbers do not match: a change that they make of the
    /// position waits for the next layout.
    private func withoutTiling(_ body: () -> Void) {
        let before = isTiling
        isTiling = true
        body()
        isTiling = before
    }

    // MARK: - Layout

    public override func layoutSubviews() {
        keepingPlace { $0.width = bounds.size.columns }
        contentOffset = clamped(contentOffset)
        // Cells get their size when they are dequeued, so items of another size need new cells.
        let others = displayed.keys.sorted().filter { displayed[$0]?.cell.frame.size != grid.frame(of: $0).size }
        endDisplaying(cells: others.compactMap { displayed[$0]?.cell })
        tile()
    }

    /// Changes the layout so that the item at the top of the view stays there.
    private func keepingPlace(_ change: (inout ItemGrid) -> Void) {
        let (top, old) = (visibleItems.first, grid)
        change(&grid)
        guard grid != old else { return }
        setNeedsLayout()
        guard let top else { return }
        let (before, now) = (old.frame(of: top), grid.frame(of: top))
        let cut = contentOffset - before.minRow
        contentOffset = now.minRow + cut * now.size.rows / before.size.rows
    }

    public override func handle(_ event: InputEvent) -> Bool { take(event) }

    /// Cancels a press when the view can no longer be seen.
    override func didChangeVisibility() { if !isInVisibleTree { cancelHighlight() } }

    // MARK: - Time

    public override func advance(to now: Duration) -> Duration? {
        var next: Duration?
        func isOver(_ start: Duration, _ delay: Duration) -> Bool {
            if now - start >= delay { return true }
            next = min(next ?? start + delay, start + delay)
            return false
        }
        for item in displayed.keys.sorted() {
            guard let state = displayed[item] else { continue }
            let (since, unmovedSince) = (state.since ?? now, state.unmovedSince ?? now)
            displayed[item]?.since = since
            displayed[item]?.unmovedSince = unmovedSince
            if !state.hasRested, isOver(unmovedSince, Self.restDelay) {
                displayed[item]?.hasRested = true
                trace.record(TraceEvent(.rest, row: item))
            }
            if !state.hasSettled, isOver(since, settleDelay) { settle(item) }
        }
        return next
    }

    func settle(_ item: Int) {
        guard let state = displayed[item], !state.hasSettled else { return }
        displayed[item]?.hasSettled = true
        didSettle(state.cell, item)
    }
}
