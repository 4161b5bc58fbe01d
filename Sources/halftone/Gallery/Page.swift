import FoundationEssentials
import ImageFeeds

/// A page of the gallery: the items of some sources, how they are arranged, and which one is selected.
///
/// It owns the reader of its sources, and continues while another page covers it. It reports changes to its browser.
@MainActor
final class Page {
    /// An item and its position.
    struct Entry {
        let item: FeedItem
        let row: Int
        /// The source; `nil` if the picture is a source itself.
        var source: FeedSource?

        /// The number that the footer shows.
        var number: Int { row + 1 }
        var url: URL? { item.picture.url }
    }

    let reader: SourceReader
    /// The keys that messages name.
    let keys: KeyBindings<Action>
    private(set) var title: String
    /// The name under which the position is saved; `nil` if it is not saved.
    let name: SourceID?
    var list = ArrangedItems()
    /// The layout of its items.
    private(set) var layout = GalleryLayout.list
    /// How the user has chosen to show the items; without a layout, they have that of their content.
    var chosen = SourceLayout() {
        didSet { if let chosen = chosen.layout { layout = chosen } }
    }
    /// The pictures whose load failed.
    private(set) var failed: Set<PictureSource> = []
    /// The scroll position at which another page was opened over it.
    var scroll: ScrollPosition?
    /// The error that left the page without items.
    var problem: FeedError?
    /// The number of pictures that are new since an earlier run of the program.
    var newCount = 0
    /// A message that arrived while another page was shown.
    var missedMessage: String?
    weak var browser: Browser?

    let arranging = LatestTask()
    /// The arrangement in progress.
    var nextArrangement: (wanted: SortAndFilter, done: @MainActor () -> Void)?
    let finding = LatestTask()
    let refreshing = LatestTask()
    /// The new items that are being compared with the shown ones.
    private var nextItems: (items: FeedItems, done: @MainActor (ArrangedItems.Comparison) -> Void)?
    let restoring = LatestTask()
    /// A saved position that is looked for, or may be on a later page.
    var awaitedPosition: ReadingPosition?
    /// Whether a picture was selected since the page was opened, by the user or at a saved position.
    var hasMoved = false
    private var hadMovedBeforeSearch = false
    /// Whether there was no user input about these items, and no saved position was found.
    var isUntouched = true
    private let keepsTitle: Bool

    /// Creates a page for a reader.
    ///
    /// - Parameters:
    ///   - keepsTitle: whether the title stays when the sources' own titles are known.
    init(
        title: String, keepsTitle: Bool = false, name: SourceID? = nil,
        keys: KeyBindings<Action>, reader: SourceReader
    ) {
        (self.title, self.keepsTitle, self.name, self.keys, self.reader) = (title, keepsTitle, name, keys, reader)
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

    /// Whether the only source is one local picture, which is then opened.
    var isSinglePicture: Bool {
        guard sources.count == 1, case .path(let path) = sources[0], list.items.count == 1 else { return false }
        return list.items[0].picture == .local(path)
    }

    func tell(_ change: GalleryChange) { browser?.page(self, did: change) }
    func say(_ text: String) { tell(.message(text)) }

    /// Adopts the title of the source.
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
        list.restoreSearch()
        list.select(row: list.searchOriginRow)
        hasMoved = hadMovedBeforeSearch
    }

    func didBeginLoading(_ picture: PictureSource) { failed.remove(picture) }

    func didLoad(_ picture: PictureSource, bytes: Int) {
        failed.remove(picture)
        list.learn(bytes: bytes, of: picture)
    }

    /// Shows files anew that another program has changed.
    func didRewrite(_ files: Set<PictureSource>) {
        guard !files.isEmpty else { return }
        failed.subtract(files)
        list.forgetSizes(of: files)
        tell(.willChangeItems)
        tell(.items(rewritten: files))
    }

    func didFail(_ picture: PictureSource) { failed.insert(picture) }

    /// Cancels everything in progress.
    func cancel() {
        reader.cancel()
        cancelTasks()
    }

    private func cancelTasks() {
        for task in [finding, restoring, refreshing, arranging] { task.cancel() }
        (nextItems, nextArrangement) = (nil, nil)
    }

    // MARK: - Items

    /// Shows the first items, or replaces them.
    func open(_ items: FeedItems) {
        let filter = arrangement.filter
        cancelTasks()
        list = ArrangedItems()
        list.append(items)
        layout = chosen.layout ?? .standard(for: items)
        if filter.states.contains(.text) { keep(filter) }  // these entries were read because it asks for them
        (hasMoved, isUntouched, awaitedPosition) = (false, true, nil)
        (failed, newCount, problem) = ([], 0, nil)
        tell(.opened)
    }

    /// Shows the items that match a filter.
    private func keep(_ filter: ItemQuery) {
        noteStates(for: filter, of: list.items)
        let wanted = SortAndFilter(filter: filter)
        if let rows = list.indices(arranged: wanted) { list.show(rows, arranged: wanted) }
    }

    /// Replaces the items by a new reading of the sources: immediately if there are few, otherwise after a comparison
    /// with the present ones on another thread.
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
        // The items, their arrangement or the selection may have changed.
        guard list.canAdopt(comparison) else { return compare(items, knowing: comparison) }
        tell(.willChangeItems)
        changeItems { $0.adopt(comparison) }
        nextItems = nil
        problem = nil
        failed.subtract(comparison.rewritten)
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
        if var next = nextItems {  // it follows the new items, not the shown ones
            next.items.append(items)
            return refresh(next.items, then: next.done)
        }
        let before = count
        list.append(items)
        didAdd([before..<count])
    }

    /// Adopts all present items, of which those at `ranges` of indices are new.
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

    /// Changes the items. Without user input, the first row stays selected.
    func changeItems(_ change: (inout ArrangedItems) -> Void) {
        let isAtTop = hasDoneNothing
        change(&list)
        if isAtTop { list.select(row: 0) }
    }
}

/// The scroll position of a list or grid: its top line, valid for an unchanged layout.
struct ScrollPosition: Hashable, Sendable {
    let line: Int
    let layout: GalleryLayout
    let columns: Int
    let rows: Int
    /// The number of columns.
    let itemColumns: Int
    /// The version of the items.
    let version: Int
}

/// A change that the screen must show.
enum GalleryChange {
    /// The page has its first items or replaced them, or another page is shown.
    case opened
    /// The items are about to change; the selected picture keeps its place on the screen.
    case willChangeItems
    /// The items or their order have changed.
    case items(rewritten: Set<PictureSource> = [])
    /// Rows were inserted.
    case grew([Range<Int>])
    /// The selection has changed without a key press.
    case selection
    /// Failed pictures must be loaded again.
    case retry(Set<PictureSource>)
    /// The reading activity, or the presence of items, has changed.
    case activity
    /// The marks have changed.
    case marks
    case message(String)
}
