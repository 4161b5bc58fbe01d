import FoundationEssentials
import ImageFeeds
import ImageLoading

/// A page of the gallery: the items of some sources, how they are arranged, and where the reader is.
///
/// It owns the reading of its sources, and goes on while another page lies over it. What changes is told to its delegate.
@MainActor
final class Page {
    /// An item and where it is shown.
    struct Entry {
        let item: FeedItem
        let row: Int

        /// The number that the footer shows.
        var number: Int { row + 1 }
        @MainActor var url: URL? { Page.url(of: item.picture) }
    }

    /// What the screen has to show anew.
    enum Change {
        /// The page has its first items, or others in their place.
        case opened
        /// The items are about to change, and the selected picture is to stay where it is on the screen.
        case willChangeItems
        /// Other items are shown, or in another order.
        case items(rewritten: Set<FeedItem.ID> = [])
        /// The rows became more, by these.
        case grew([Range<Int>])
        /// Something else than a key has selected another picture.
        case selection
        /// The selected picture failed, or what had failed is loaded again.
        case failure
        /// Pictures that failed are to be loaded again.
        case retry(Set<FeedItem.ID>)
        /// What is being read, or whether there is anything to show.
        case activity
        /// Other pictures are marked.
        case marks
        case message(String)
    }

    let reader: SourceReader
    private(set) var title: String
    /// The name under which the reader's position is remembered; `nil`: it is not.
    let name: ReadingPositions.Name?
    var list = ArrangedItems()
    /// The pictures that could not be loaded.
    var failed: Set<FeedItem.ID> = []
    /// How far it was scrolled when another page was opened over it.
    var scroll: ScrollPosition?
    /// The error that left the page without items.
    var problem: FeedError?
    /// The number of pictures that are new since an earlier run of the program.
    var renewed = 0
    weak var delegate: (any PageDelegate)?

    let arranging = LatestTask()
    /// The arrangement in progress.
    var nextArrangement: (wanted: SortAndFilter, done: @MainActor () -> Void)?
    let finding = LatestTask()
    let refreshing = LatestTask()
    /// The items that are being compared with those that are shown.
    var nextItems: (items: FeedItems, done: @MainActor (ArrangedItems.Refresh) -> Void)?
    let restoring = LatestTask()
    /// A remembered position that is looked for, or may be on a later page.
    var awaitedPosition: ReadingPosition?
    /// Whether the reader has gone to another picture than the one at which the page began.
    var hasMoved = false
    /// Whether no key and no click has been about these items, and no remembered position was found.
    var isUntouched = true
    private let keepsTitle: Bool

    /// - Parameters:
    ///   - keepsTitle: whether the title stays whatever the sources are called.
    init(title: String, keepsTitle: Bool = false, name: ReadingPositions.Name? = nil, reader: SourceReader) {
        (self.title, self.keepsTitle, self.name, self.reader) = (title, keepsTitle, name, reader)
        reader.didRead = { [weak self] in self?.take($0) }
        reader.isLookingAround = { [weak self] in self.map { !$0.showsSelection } ?? false }
    }

    var sources: [FeedSource] { reader.sources }
    var count: Int { list.count }
    var row: Int { list.row }
    var isRefreshing: Bool { nextItems != nil }
    var isArranging: Bool { nextArrangement != nil }
    var isFinding: Bool { finding.isRunning }

    func entry(_ row: Int) -> Entry { Entry(item: list.item(inRow: row), row: row) }
    var selectedEntry: Entry? { list.isEmpty ? nil : entry(row) }

    static func url(of picture: PictureSource) -> URL? {
        switch picture {
        case .remote(let address): URL(string: address.requestText)
        case .local(let path): URL(path)
        case .missing: nil
        }
    }

    func tell(_ change: Change) { delegate?.page(self, did: change) }
    func say(_ text: String) { tell(.message(text)) }

    /// A source may be called otherwise than the title so far.
    func retitle(_ title: String?) {
        if !keepsTitle, let title, !title.isEmpty { self.title = title }
    }

    /// Selects a row for the reader.
    func select(row: Int) {
        list.select(row: row)
        (hasMoved, isUntouched) = (true, false)
    }

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
        (failed, hasMoved, isUntouched, awaitedPosition, renewed, problem) = ([], false, true, nil, 0, nil)
        tell(.opened)
    }

    /// Shows what the same sources have now: at once if there are few items, else as soon as another thread has compared
    /// them with the present ones, which stay until then.
    func refresh(_ items: FeedItems, then done: @escaping @MainActor (ArrangedItems.Refresh) -> Void = { _ in }) {
        nextItems = (items, done)
        refreshing.run(isLong: list.isLong || items.count > ArrangedItems.shortCount) { [list] in
            list.refresh(with: items, isCancelled: $0)
        } then: { [weak self] in
            self?.adopt($0)
        }
    }

    private func adopt(_ refresh: ArrangedItems.Refresh) {
        guard let (items, done) = nextItems else { return }
        let (wasAwaiting, position, selected) = (isAwaitingPosition, positionToRemember, list.selected?.id)
        tell(.willChangeItems)
        // It may be arranged in another way by now, or another picture be selected.
        guard changeItems({ $0.adopt(refresh) }) else { return self.refresh(items, then: done) }
        nextItems = nil
        (failed, problem) = ([], nil)
        tell(.items(rewritten: refresh.rewritten))
        done(refresh)
        guard !wasAwaiting else { return restoreAgain() }
        // Only the first page was read again: the reader is led back to the picture on a later one.
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

    /// Changes the items. A reader who has done nothing is at the first of them afterwards.
    @discardableResult
    private func changeItems<Value>(_ change: (inout ArrangedItems) -> Value) -> Value {
        let isAtTop = hasDoneNothing
        defer { if isAtTop { list.select(row: 0) } }
        return change(&list)
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
}

/// What shows a page.
@MainActor
protocol PageDelegate: AnyObject {
    func page(_ page: Page, did change: Page.Change)
    /// Nothing came of a reading; what was there stays.
    func page(_ page: Page, didFailWith error: FeedError)
    /// Sources gave nothing, or less than they hold, beside others.
    func page(_ page: Page, didReport failures: [FeedFailure])
    /// Whether the page is scrolled away from its beginning.
    func isScrolled(_ page: Page) -> Bool
    /// Whether the selected picture of the page is in view.
    func showsSelection(_ page: Page) -> Bool
}
