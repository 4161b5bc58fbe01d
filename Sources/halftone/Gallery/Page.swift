import FoundationEssentials
import ImageFeeds

/// A page of the gallery: the items of some sources, how they are arranged, and which one is selected.
///
/// It owns the reading of its sources, and goes on while another page lies over it. What changes is told to its delegate.
@MainActor
final class Page {
    /// An item and where it is shown.
    struct Entry {
        let item: FeedItem
        let row: Int
        /// `nil` if the picture is a source itself.
        var source: FeedSource?

        /// The number that the footer shows.
        var number: Int { row + 1 }
        var url: URL? { item.picture.url }
    }

    let reader: SourceReader
    private(set) var title: String
    /// The name under which the user's position is remembered; `nil`: it is not.
    let name: ReadingPositions.Name?
    var list = ArrangedItems()
    /// The pictures that could not be loaded.
    private(set) var failed: Set<FeedItem.ID> = []
    /// How far it was scrolled when another page was opened over it.
    var scroll: ScrollPosition?
    /// The error that left the page without items.
    var problem: FeedError?
    /// The number of pictures that are new since an earlier run of the program.
    var newCount = 0
    /// A message that came while another page was shown.
    var missedMessage: String?
    weak var delegate: (any PageDelegate)?

    let arranging = LatestTask()
    /// The arrangement in progress.
    var nextArrangement: (wanted: SortAndFilter, done: @MainActor () -> Void)?
    let finding = LatestTask()
    let refreshing = LatestTask()
    /// The items that are being compared with those that are shown.
    private var nextItems: (items: FeedItems, done: @MainActor (ArrangedItems.Comparison) -> Void)?
    let restoring = LatestTask()
    /// A remembered position that is looked for, or may be on a later page.
    var awaitedPosition: ReadingPosition?
    /// Whether another picture was selected since the page was opened, by the user or at a remembered position.
    var hasMoved = false
    private var hadMovedBeforeSearch = false
    /// Whether no key and no click has been about these items, and no remembered position was found.
    var isUntouched = true
    private let keepsTitle: Bool

    /// - Parameters:
    ///   - keepsTitle: whether the title stays whatever the sources are called.
    init(title: String, keepsTitle: Bool = false, name: ReadingPositions.Name? = nil, reader: SourceReader) {
        (self.title, self.keepsTitle, self.name, self.reader) = (title, keepsTitle, name, reader)
        reader.didRead = { [weak self] in self?.take($0) }
        reader.showsSelection = { [weak self] in self?.showsSelection ?? true }
    }

    var sources: [FeedSource] { reader.sources }
    var count: Int { list.count }
    var row: Int { list.row }
    var isRefreshing: Bool { nextItems != nil }
    var isArranging: Bool { nextArrangement != nil }
    var isFinding: Bool { finding.isRunning }

    func entry(_ row: Int) -> Entry {
        let index = list.index(ofRow: row)
        return Entry(item: list.items[index], row: row, source: list.items.source(ofItemAt: index))
    }
    var selectedEntry: Entry? { list.isEmpty ? nil : entry(row) }

    /// Whether it is one picture of this machine that was named by itself: that is opened, as there is nothing to choose.
    var isSinglePicture: Bool {
        guard sources.count == 1, case .path(let path) = sources[0], list.items.count == 1 else { return false }
        return list.items[0].picture == .local(path)
    }

    /// Forgets which pictures failed, and returns them.
    func takeFailed() -> Set<FeedItem.ID> {
        defer { failed = [] }
        return failed
    }

    func tell(_ change: GalleryChange) { delegate?.page(self, did: change) }
    func say(_ text: String) { tell(.message(text)) }

    /// A source may be called otherwise than the title so far.
    func retitle(_ title: String?) {
        if !keepsTitle, let title, !title.isEmpty { self.title = title }
    }

    /// Selects a row by a command of the user.
    func select(row: Int) {
        let before = list.row
        list.select(row: row)
        if list.row != before { hasMoved = true }
        isUntouched = false
    }

    /// Notes the selected row as the one to which a cancelled search returns.
    func beginSearch() {
        list.beginSearch()
        hadMovedBeforeSearch = hasMoved
    }

    func cancelSearch() {
        finding.cancel()
        list.select(row: list.searchOriginRow)
        hasMoved = hadMovedBeforeSearch
    }

    func didLoad(_ id: FeedItem.ID, bytes: Int) {
        failed.remove(id)
        list.learn(bytes: bytes, of: id)
    }

    func didFail(_ id: FeedItem.ID) { failed.insert(id) }

    /// Ends everything that is in progress.
    func cancel() {
        reader.cancel()
        cancelTasks()
    }

    private func cancelTasks() {
        for task in [finding, restoring, refreshing, arranging] { task.cancel() }
        (nextItems, nextArrangement) = (nil, nil)
    }

    // MARK: - Items

    /// Shows the first items, or others in their place.
    func open(_ items: FeedItems) {
        cancelTasks()
        list = ArrangedItems()
        list.append(items)
        (hasMoved, isUntouched, awaitedPosition) = (false, true, nil)
        (failed, newCount, problem) = ([], 0, nil)
        tell(.opened)
    }

    /// Shows what the same sources have now: at once if there are few items, else as soon as another thread has compared
    /// them with the present ones, which stay until then.
    func refresh(_ items: FeedItems, then done: @escaping @MainActor (ArrangedItems.Comparison) -> Void = { _ in }) {
        nextItems = (items, done)
        compare(items)
    }

    private func compare(_ items: FeedItems, knowing known: ArrangedItems.Comparison? = nil) {
        noteStates(for: list.arrangement.filter, of: items)
        let isLong =
            list.isLong || items.count > ArrangedItems.shortCount || list.arrangement.order == .taken
        refreshing.run(isLong: isLong) { [list] in
            list.comparison(with: items, knowing: known, isCancelled: $0)
        } then: { [weak self] in
            self?.adopt($0)
        }
    }

    private func adopt(_ comparison: ArrangedItems.Comparison) {
        guard let (items, done) = nextItems else { return }
        let (wasAwaiting, position, selected) = (isAwaitingPosition, positionToRemember, list.selected?.id)
        // The items may be others by now, or arranged in another way, or another picture may be selected.
        guard list.canAdopt(comparison) else { return compare(items, knowing: comparison) }
        tell(.willChangeItems)
        changeItems { $0.adopt(comparison) }
        nextItems = nil
        (failed, problem) = ([], nil)
        tell(.items(rewritten: comparison.rewritten))
        done(comparison)
        guard !wasAwaiting else { return restoreAgain() }
        // Only the first page was read again: the selected picture may be on a later one.
        guard let position, list.selected?.id != selected, reader.following.isMore else { return }
        hasMoved = false
        restore(position)
    }

    /// Adds a later page.
    func append(_ items: FeedItems) {
        if var next = nextItems {  // it follows those, not the ones that are still shown
            next.items.append(items)
            return refresh(next.items, then: next.done)
        }
        let before = count
        list.append(items)
        didAdd([before..<count])
    }

    /// Takes all items there are now, of which those at `ranges` of their indices are new.
    func insert(_ ranges: [Range<Int>], of all: FeedItems) {
        if let next = nextItems { return refresh(all, then: next.done) }
        changeItems { $0.insert(ranges, of: all) }
        didAdd(ranges)
    }

    private func didAdd(_ ranges: [Range<Int>]) {
        let isPlain = list.arrangement.isPlain
        if isPlain { tell(.grew(ranges)) }
        if let next = nextArrangement {
            arrange(next.wanted, then: next.done)
        } else if !isPlain {
            arrange(list.arrangement)
        }
    }

    /// Changes the items. As long as nothing was done, the first of them is selected.
    func changeItems(_ change: (inout ArrangedItems) -> Void) {
        let isAtTop = hasDoneNothing
        change(&list)
        if isAtTop { list.select(row: 0) }
    }
}

/// How far a list or a grid is scrolled: the line at its top, which holds as long as the screen is laid out the same.
struct ScrollPosition: Hashable, Sendable {
    let line: Int
    let layout: GalleryLayout
    let columns: Int
    let rows: Int
    /// Pictures side by side.
    let itemColumns: Int
    /// The version of the items.
    let version: Int
}

/// What the screen has to show anew.
enum GalleryChange {
    /// The page has its first items, or others in their place; or another page is shown.
    case opened
    /// The items are about to change, and the selected picture is to stay where it is on the screen.
    case willChangeItems
    /// Other items are shown, or in another order.
    case items(rewritten: Set<FeedItem.ID> = [])
    /// The rows became more, by these.
    case grew([Range<Int>])
    /// Something else than a key has selected another picture.
    case selection
    /// Pictures that failed are to be loaded again.
    case retry(Set<FeedItem.ID>)
    /// What is being read, or whether there is anything to show.
    case activity
    /// Other pictures are marked.
    case marks
    case message(String)
}

/// What shows a page.
@MainActor
protocol PageDelegate: AnyObject {
    /// What became of items by now.
    func states(of items: FeedItems, on page: Page) -> ItemStates
    func page(_ page: Page, did change: GalleryChange)
    /// Nothing came of a reading; what was there stays.
    func page(_ page: Page, didFailWith error: FeedError)
    /// Sources gave nothing, or less than they hold, beside others.
    func page(_ page: Page, didReport failures: [FeedFailure])
    /// Whether the page is scrolled away from its beginning.
    func isScrolled(_ page: Page) -> Bool
    /// Whether the selected picture of the page is in view.
    func showsSelection(_ page: Page) -> Bool
}
