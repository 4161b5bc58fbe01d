import FoundationEssentials
import ImageLoading
import TerminalScreen

/// The common superclass of ``TableView`` and ``CollectionView``: items in sections, displayed by reused cells. Main
/// actor only.
///
/// The view holds cells for the items in view and at most two more of each identifier for reuse, however many items
/// there are. Scrolling moves by whole lines of the screen. A data source or delegate may scroll, reload and change
/// content from inside its methods; the view then lays itself out once more.
///
/// The positions of items are a value, the layout. Subclasses override the calls to the data source and the delegate.
@MainActor
public class ReusableItemsView: View {
    /// How long an item must have been in view before it settles and the delegate is notified; zero, the default, for
    /// immediately.
    public var settleDelay = Duration.zero
    /// Number of items to prefetch ahead of the scrolling; 0, the default, for none. A change takes effect at once:
    /// more items are prefetched, or the ones too far ahead are canceled.
    public var prefetchDistance = 0 {
        didSet { if prefetchDistance != oldValue { setNeedsLayout() } }
    }
    /// Whether a section's header stays at the top while the section is in view. On by default.
    public var pinsSectionHeaders = true {
        didSet { if pinsSectionHeaders != oldValue { setNeedsLayout() } }
    }
    /// Whether items can be selected. On by default; one item is then always selected if there are any.
    public var allowsSelection = true
    /// Whether clicks select more than one item. Off by default.
    public var allowsMultipleSelection = false

    /// Whether the view can become first responder, by a click or Tab, and moves the selection by keys. On by default.
    public var allowsFocus = true

    /// The first line of content that is in view.
    public internal(set) var contentOffset = 0

    /// A displayed cell. Times count from the first turn in which it is displayed, because the window's clock stands
    /// still between turns.
    struct Displayed {
        let cell: ReusableCell
        /// Whether the cell determines the item's height.
        var isSelfSized = false
        var since: Duration?
        var unmovedSince: Duration?
        var hasSettled = false
        var hasRested = false
    }

    /// The section and kind of a header or footer.
    struct SupplementKey: Hashable {
        enum Kind: Hashable { case header, footer }
        let kind: Kind
        let section: Int
    }

    /// How long an item must not move before the trace records that it rests.
    static let restDelay = Duration.milliseconds(100)

    var layout: any ItemLayout
    var displayed: [ItemPath: Displayed] = [:]
    var supplements: [SupplementKey: ReusableView] = [:]
    var pool = ReusePool<ReusableCell>()
    var supplementPool = ReusePool<ReusableView>()
    /// The items being prefetched, in ascending order.
    var prefetching: [ItemPath] = []
    var scrollsDown = true
    var isTiling = false
    /// The item that keys act on, which is the one selected last.
    var lead: ItemPath?
    var selection: Set<ItemPath> = []
    var marked: Set<ItemPath> = []
    /// The item on which a mouse button is held.
    var highlighted: ItemPath?
    var scrolling: ScrollAnimation?
    var momentum: Momentum?
    /// Cells that were made for measuring and are not displayed yet.
    var prepared: [ItemPath: ReusableCell] = [:]
    /// The item whose cell is being configured again.
    var reconfiguring: ItemPath?
    var updating: UpdateAnimation?
    /// Counts changes of the content, so that code detects a change made by a callback.
    var contentVersion = 0
    private var cellMakers: [String: @MainActor () -> ReusableCell] = [:]
    private var supplementMakers: [String: @MainActor () -> ReusableView] = [:]
    private let trace: Trace

    init(trace: Trace, layout: any ItemLayout) {
        self.trace = trace
        self.layout = layout
        super.init()
    }

    public override var canBecomeFirstResponder: Bool { allowsFocus }

    // MARK: - For subclasses

    /// Returns the sections of the data source, without bodies.
    func loadSections() -> [SectionLines.Section] { [] }
    /// Returns a layout of sections.
    func makeLayout(_ sections: [SectionLines.Section]) -> any ItemLayout { layout }
    /// Returns the height in lines of an item to be measured; `nil` to keep its estimate.
    func height(of path: ItemPath) -> Int? { nil }
    /// Returns the layout at another width.
    func layout(ofColumns columns: Int) -> any ItemLayout {
        var layout = layout
        layout.columns = columns
        return layout
    }
    /// Returns a cell from the data source; `nil` if there is none.
    func makeCell(for path: ItemPath) -> ReusableCell? { nil }
    func makeSupplement(_ key: SupplementKey) -> ReusableView? { nil }
    func willDisplay(_ cell: ReusableCell, at path: ItemPath) {}
    func didEndDisplaying(_ cell: ReusableCell, at path: ItemPath) {}
    func willDisplay(_ view: ReusableView, of key: SupplementKey) {}
    func didEndDisplaying(_ view: ReusableView, of key: SupplementKey) {}
    func didSettle(_ cell: ReusableCell, at path: ItemPath) {}
    func shouldHighlight(_ path: ItemPath) -> Bool { true }
    func didHighlight(_ path: ItemPath) {}
    func didUnhighlight(_ path: ItemPath) {}
    /// Returns the item to select instead, or `nil` to select none.
    func willSelect(_ path: ItemPath) -> ItemPath? { path }
    func didSelect(_ path: ItemPath) {}
    /// Returns the item to deselect instead, or `nil` to deselect none.
    func willDeselect(_ path: ItemPath) -> ItemPath? { path }
    func didDeselect(_ path: ItemPath) {}
    func didScroll() {}
    func didEndScrollingAnimation() {}
    func didEndDecelerating() {}
    var hasPrefetchDataSource: Bool { false }
    func prefetch(_ paths: [ItemPath]) {}
    func cancelPrefetching(_ paths: [ItemPath]) {}

    // MARK: - Cells

    /// Registers a function that makes cells of an identifier when none can be reused.
    public func register(_ identifier: String, make: @escaping @MainActor () -> ReusableCell) {
        cellMakers[identifier] = make
    }

    /// Registers a function that makes headers and footers of an identifier when none can be reused.
    public func registerSupplement(_ identifier: String, make: @escaping @MainActor () -> ReusableView) {
        supplementMakers[identifier] = make
    }

    /// Returns a cell for an item, reused if possible, prepared for reuse and as large as the item. `identifier` must
    /// have been registered.
    public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> ReusableCell {
        let path = ItemPath(indexPath) ?? ItemPath(section: 0, item: 0)
        if let cell = cellToReconfigure(at: path, identifier) { return cell }
        let cell: ReusableCell
        if let recycled = pool.take(identifier) {
            recycled.prepareForReuse()
            recycled.reuseCount += 1
            trace.record(TraceEvent(.reuse, row: ordinal(of: path)))
            cell = recycled
        } else {
            guard let make = cellMakers[identifier] else {
                preconditionFailure("no cell is registered for \(identifier)")
            }
            trace.record(TraceEvent(.dequeue, row: ordinal(of: path)))
            cell = make()
        }
        if layout.sections.contains(path) { cell.frame = frame(of: path) }
        cell.layoutIfNeeded()
        return cell
    }

    /// Returns a header or footer, reused if possible and prepared for reuse. `identifier` must have been registered.
    public func dequeueReusableSupplement(withIdentifier identifier: String) -> ReusableView {
        if let recycled = supplementPool.take(identifier) {
            recycled.prepareForReuse()
            recycled.reuseCount += 1
            return recycled
        }
        guard let make = supplementMakers[identifier] else {
            preconditionFailure("no header or footer is registered for \(identifier)")
        }
        return make()
    }

    // MARK: - Content

    /// Reloads everything from the data source. The selection keeps its index paths, or moves to the last item if there
    /// are fewer now; without a selection the first item is selected. Marks of items that no longer exist are removed.
    public func reloadData() {
        contentVersion += 1
        scrolling = nil
        finishUpdateAnimation()
        recyclePrepared()
        endDisplayingAll()
        cancelPrefetching()
        layout = makeLayout(loadSections())
        selection = selection.filter(layout.sections.contains)
        marked = marked.filter(layout.sections.contains)
        restoreLead()
        setNeedsLayout()
    }

    /// Replaces the cells of displayed items by new ones from the data source, and marks all given heights to be
    /// measured again when they are needed.
    public func reloadItems(at indexPaths: [IndexPath]) {
        for path in indexPaths.compactMap({ ItemPath($0) }) where layout.sections.contains(path) {
            layout.forgetHeight(of: path)
            endDisplaying(path)
            recyclePrepared()
        }
        measureVisible(keepsPlace: false)
        tile()
    }

    public override func layoutSubviews() {
        if layout.columns != bounds.size.columns {
            keepingPlace { layout = layout(ofColumns: bounds.size.columns) }
        }
        contentOffset = clamped(contentOffset)
        measureVisible()  // while the cells to be measured are still displayed
        // Cells get their size when they are dequeued, so items of another size need new cells, unless the cell itself
        // determined the size.
        for path in displayed.keys.sorted() {
            guard let state = displayed[path] else { continue }
            let (old, new) = (state.cell.frame.size, layout.frame(of: path).size)
            if old != new, !state.isSelfSized || old.columns != new.columns { endDisplaying(path) }
        }
        tile()
    }

    /// Changes the layout so that the item at the top of the view stays there.
    func keepingPlace(_ change: () -> Void) {
        guard let path = visiblePaths.first else { return change() }
        let old = layout.frame(of: path)
        change()
        guard layout.sections.contains(path) else { return }
        let new = layout.frame(of: path)
        let cut = contentOffset - old.minRow
        contentOffset = new.minRow + (cut > 0 ? cut * new.size.rows / old.size.rows : cut)
        setNeedsLayout()
    }

    public override func handle(_ event: InputEvent) -> Bool { take(event) }

    /// Cancels a press when the view can no longer be seen.
    public override func didChangeVisibility() { if !isInVisibleTree { cancelHighlight() } }

    // MARK: - Time

    public override func advance(to now: Duration) -> Duration? {
        let animations = [advanceScrolling(to: now), advanceMomentum(to: now), advanceUpdate(to: now)]
        var next = animations.compactMap { $0 }.min()
        func isOver(_ start: Duration, _ delay: Duration) -> Bool {
            if now - start >= delay { return true }
            next = min(next ?? start + delay, start + delay)
            return false
        }
        for path in displayed.keys.sorted() {
            guard let state = displayed[path] else { continue }
            let (since, unmovedSince) = (state.since ?? now, state.unmovedSince ?? now)
            displayed[path]?.since = since
            displayed[path]?.unmovedSince = unmovedSince
            if !state.hasRested, isOver(unmovedSince, Self.restDelay) {
                displayed[path]?.hasRested = true
                trace.record(TraceEvent(.rest, row: ordinal(of: path)))
            }
            if !state.hasSettled, isOver(since, settleDelay) { settle(path) }
        }
        return next
    }

    func settle(_ path: ItemPath) {
        guard let state = displayed[path], !state.hasSettled else { return }
        displayed[path]?.hasSettled = true
        didSettle(state.cell, at: path)
    }

    private func ordinal(of path: ItemPath) -> Int {
        layout.sections.contains(path) ? layout.sections.ordinal(of: path) : path.item
    }
}
