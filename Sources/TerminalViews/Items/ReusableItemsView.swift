import FoundationEssentials
import ImageLoading
import TerminalScreen

/// The common part of ``TableView`` and ``CollectionView``: items in sections, of which those in view are shown by
/// recycled cells. Main actor only.
///
/// It holds cells for the items in view and at most two more of each kind for reuse, however many items there are.
/// Scrolling goes by lines of the screen. A data source or delegate may scroll, reload and change content from inside
/// its methods; the view then lays itself out once more.
///
/// Where items are is a value, the layout; who gives them and hears of them is what subclasses override.
@MainActor
public class ReusableItemsView: View {
    /// How long an item must have been in view before the delegate hears that it settled; zero: at once.
    public var settleDelay = Duration.zero
    /// How many items ahead of the scrolling to prefetch; 0: none. A change holds at once: more are prefetched, or those
    /// that are too far ahead are given up.
    public var prefetchDistance = 0 {
        didSet { if prefetchDistance != oldValue { setNeedsLayout() } }
    }
    /// Whether a section's header stays at the top while the section is in view. On by default.
    public var pinsSectionHeaders = true {
        didSet { if pinsSectionHeaders != oldValue { setNeedsLayout() } }
    }
    /// Whether items can be selected. On by default; then one item always is, if there are any.
    public var allowsSelection = true
    /// Whether clicks select more than one item. Off by default.
    public var allowsMultipleSelection = false

    /// Whether it can become first responder, by a click or Tab, and then moves the selection by keys. On by default.
    public var allowsFocus = true

    /// The first line of content that is in view.
    public internal(set) var contentOffset = 0

    /// A cell that shows an item. Times count from the first turn that sees the item there: the window's clock stands
    /// still between turns.
    struct Displayed {
        let cell: ReusableCell
        /// Whether the item is as high as the cell wants.
        var isSelfSized = false
        var since: Duration?
        var unmovedSince: Duration?
        var hasSettled = false
        var hasRested = false
    }

    /// A header or footer in view.
    struct SupplementKey: Hashable {
        enum Kind: Hashable { case header, footer }
        let kind: Kind
        let section: Int
    }

    /// How long an item stands still before the trace says that it rests.
    static let restDelay = Duration.milliseconds(100)

    var layout: any ItemLayout
    var displayed: [ItemPath: Displayed] = [:]
    var supplements: [SupplementKey: ReusableView] = [:]
    var pool = ReusePool<ReusableCell>()
    var supplementPool = ReusePool<ReusableView>()
    /// In order, nearest to the beginning first.
    var prefetching: [ItemPath] = []
    var scrollsDown = true
    var isTiling = false
    /// The item that keys act on: the one selected last.
    var lead: ItemPath?
    var selection: Set<ItemPath> = []
    var marked: Set<ItemPath> = []
    /// The item on which a mouse button is held.
    var highlighted: ItemPath?
    var scrolling: ScrollAnimation?
    var momentum: Momentum?
    /// Cells that were made to be measured and are not shown yet.
    var prepared: [ItemPath: ReusableCell] = [:]
    /// The item whose cell is being filled anew.
    var reconfiguring: ItemPath?
    var updating: UpdateAnimation?
    /// Counts the times that items changed their places or were asked for anew.
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

    /// The sections as the data source has them, without bodies.
    func loadSections() -> [SectionLines.Section] { [] }
    /// A layout of these sections.
    func makeLayout(_ sections: [SectionLines.Section]) -> any ItemLayout { layout }
    /// The lines of an item that is to be measured; `nil`: those it has been given.
    func height(of path: ItemPath) -> Int? { nil }
    /// The layout at another width.
    func layout(ofColumns columns: Int) -> any ItemLayout {
        var layout = layout
        layout.columns = columns
        return layout
    }
    /// `nil`: nobody gives any.
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
    /// The item to select instead, or `nil` to select none.
    func willSelect(_ path: ItemPath) -> ItemPath? { path }
    func didSelect(_ path: ItemPath) {}
    /// The item to deselect instead, or `nil` to deselect none.
    func willDeselect(_ path: ItemPath) -> ItemPath? { path }
    func didDeselect(_ path: ItemPath) {}
    func didScroll() {}
    func didEndScrollingAnimation() {}
    func didEndDecelerating() {}
    var hasPrefetchDataSource: Bool { false }
    func prefetch(_ paths: [ItemPath]) {}
    func cancelPrefetching(_ paths: [ItemPath]) {}

    // MARK: - Cells

    /// Says how cells of an identifier are made when none can be recycled.
    public func register(_ identifier: String, make: @escaping @MainActor () -> ReusableCell) {
        cellMakers[identifier] = make
    }

    /// Says how headers and footers of an identifier are made when none can be recycled.
    public func registerSupplement(_ identifier: String, make: @escaping @MainActor () -> ReusableView) {
        supplementMakers[identifier] = make
    }

    /// A cell for an item, recycled if possible, prepared for reuse and as large as the item. `identifier` must have been
    /// registered.
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

    /// A header or footer, recycled if possible and prepared for reuse. `identifier` must have been registered.
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

    /// Asks the data source for everything again. The selection stays where it is, or goes to the last item if there
    /// are fewer now; a view that had none selects the first item. Marks of items that are no more are gone.
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

    /// Asks the data source again for items that are in view, and for the heights of all these when they are needed.
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
        measureVisible()  // while the cells are there that may be asked
        // Cells are given their size when they are dequeued: items of another size need to be asked for again, unless it
        // was the cell that asked for the size.
        for path in displayed.keys.sorted() {
            guard let state = displayed[path] else { continue }
            let (old, new) = (state.cell.frame.size, layout.frame(of: path).size)
            if old != new, !state.isSelfSized || old.columns != new.columns { endDisplaying(path) }
        }
        tile()
    }

    /// Changes the layout so that what is at the top of the view stays there.
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

    /// A press on what cannot be seen any more leads to nothing.
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
