import FoundationEssentials
import ImageFeeds
import ScreenKit

/// A page of the gallery: the items of some sources, how they are arranged, and which one is selected.
///
/// It owns the reader of its sources, and continues while another page covers it. It reports changes to its browser.
@MainActor
final class Page {
    struct Entry {
        /// The item, with the one of its pictures that is shown.
        let item: FeedItem
        let row: Int
        /// The source; `nil` if the picture is a source itself.
        var source: FeedSource?
        /// The index of the shown picture among those of the item.
        var picture = 0

        /// The number that the footer shows.
        var number: Int { row + 1 }
        var url: URL? { item.picture.url }
        var pictureCount: Int { item.otherPictures.count + 1 }
    }

    let reader: SourceReader
    private(set) var title: String
    /// The name under which the position is saved; `nil` if it is not saved.
    let name: SourceID?
    var list = ArrangedItems()
    private(set) var layout = GalleryLayout.list
    /// How the user has chosen to show the items; without a layout, they have that of their content.
    var chosen = SourceLayout() {
        didSet { if let chosen = chosen.layout { layout = chosen } }
    }
    /// The pictures whose load failed.
    private(set) var failed: Set<PictureSource> = []
    /// The first line in view when another page was opened over it.
    var firstLine: Int?
    /// The error that left the page without items.
    var problem: FeedError?
    /// The number of pictures that are new since an earlier run of the program.
    var newCount = 0
    weak var browser: Browser?

    let arranging = LatestTask()
    /// The arrangement in progress.
    var nextArrangement: SortAndFilter?
    let finding = LatestTask()
    private let comparing = LatestTask()
    /// What the sources have now, while it is compared with the shown items.
    private(set) var next: SourceReader.Snapshot?
    /// What has arrived since.
    private(set) var later: SourceReader.Snapshot?
    let restoring = LatestTask()
    /// A saved position that is looked for, or may be on a later page.
    var awaitedPosition: ReadingPosition?
    private var awaitedBeforeSearch: ReadingPosition?
    /// Whether the selected picture stays selected when others come before it: after a command about it, or a saved
    /// position. Until then the first row is selected.
    private(set) var hasSelection = false
    /// The picture of an entry that is shown in place of its first.
    private var shownPicture: (id: FeedItem.ID, index: Int)?

    /// Creates a page for a reader. The title stays until the sources' own is known.
    init(title: String, name: SourceID? = nil, reader: SourceReader) {
        (self.title, self.name, self.reader) = (title, name, reader)
        reader.didRead = { [weak self] in self?.take($0) }
    }

    /// The keys that messages name.
    var keys: KeyBindings<Action> { browser?.keys ?? KeyBindings() }
    var sources: [FeedSource] { reader.sources }
    var count: Int { list.count }
    var row: Int { list.row }
    var isRefreshing: Bool { next != nil }
    var isArranging: Bool { nextArrangement != nil }
    var isFinding: Bool { finding.isRunning }

    func entry(_ row: Int) -> Entry {
        let index = list.index(ofRow: row)
        let (item, source) = (list.items[index], list.items.source(ofItemAt: index))
        reader.environment.guardian?.trust(item, of: source)
        return Entry(item: item, row: row, source: source)
    }
    /// The selected entry, with the one of its pictures that is shown.
    var selectedEntry: Entry? {
        guard !list.isEmpty else { return nil }
        let entry = entry(row)
        guard let shownPicture, shownPicture.id == entry.item.id, shownPicture.index < entry.pictureCount else {
            return entry
        }
        return Entry(
            item: entry.item.showing(shownPicture.index), row: row, source: entry.source, picture: shownPicture.index)
    }

    /// Whether the only source is one local picture, which is then opened.
    var isSinglePicture: Bool {
        guard sources.count == 1, case .path(let path) = sources[0], list.items.count == 1 else { return false }
        return list.items[0].picture == .local(path)
    }

    func publish(_ change: GalleryChange) { browser?.page(self, did: change) }
    func flash(_ text: String) { publish(.message(text)) }

    /// Adopts the title of the source.
    func retitle(_ title: String?) {
        if let title, !title.isEmpty { self.title = title }
    }

    /// Selects a row, to which a view may have scrolled already. All else that a move does begins here: the screen shows
    /// the picture and its facts, and near the end the next page of the sources is read.
    func select(row: Int) {
        let before = list.row
        list.select(row: row)
        if list.row != before { stopRestoring() }
        pinSelection()
        publish(.selection)
        readAhead()
    }

    /// Shows the next or previous picture of the selected entry.
    func showPicture(_ step: Int) {
        guard let entry = pinnedEntry(), let id = list.selected?.id else { return }
        let index = entry.picture + step
        guard (0..<entry.pictureCount).contains(index) else {
            let place = entry.pictureCount == 1 ? "only" : step < 0 ? "first" : "last"
            return flash("this is the \(place) picture of its entry")
        }
        shownPicture = (id, index)
        stopRestoring()
        publish(.selection)
    }

    /// Keeps the selected picture selected when others come before it.
    func pinSelection() { hasSelection = !list.items.isEmpty }

    /// Returns the selected entry for a command about it, and keeps it selected.
    func pinnedEntry() -> Entry? {
        pinSelection()
        return selectedEntry
    }

    /// Reads the next page of the sources if the selection is near the end.
    func readAhead() {
        if reader.readAhead(at: row, of: count) { publish(.activity) }
    }

    /// Notes the selected row as the one to which a cancelled search returns.
    func beginSearch() {
        list.beginSearch()
        awaitedBeforeSearch = awaitedPosition
    }

    func cancelSearch() {
        finding.cancel()
        list.restoreSearch()
        select(row: list.searchOriginRow)
        awaitedPosition = awaitedBeforeSearch
        restoreAgain()
    }

    /// Notes that a picture is loading or loaded.
    func didRecover(_ picture: PictureSource) { failed.remove(picture) }

    /// Shows files anew that another program has changed.
    func didRewrite(_ files: Set<PictureSource>) {
        guard !files.isEmpty else { return }
        failed.subtract(files)
        publish(.items(reloading: files))
    }

    func didFail(_ picture: PictureSource) { failed.insert(picture) }

    func cancel() {
        reader.cancel()
        cancelTasks()
    }

    private func cancelTasks() {
        for task in [finding, restoring, comparing, arranging] { task.cancel() }
        (next, later, nextArrangement) = (nil, nil, nil)
    }

    // MARK: - Items

    func open(_ items: FeedItems) {
        let filter = arrangement.filter
        cancelTasks()
        list = ArrangedItems(items)
        layout = chosen.layout ?? .standard(for: items)
        if filter.states.contains(.text) { keep(filter) }  // these entries were read because it asks for them
        (hasSelection, awaitedPosition) = (false, nil)
        (failed, newCount, problem) = ([], 0, nil)
        publish(.opened)
    }

    /// Shows the items that match a filter.
    private func keep(_ filter: ItemQuery) {
        noteStates(for: filter, of: list.items)
        let wanted = SortAndFilter(filter: filter)
        if let rows = list.indices(arranged: wanted) { list.show(rows, arranged: wanted) }
    }

    /// Shows what the sources have now: immediately if there are few items, otherwise after a comparison with the present
    /// ones on another thread.
    func show(_ new: SourceReader.Snapshot) {
        retitle(new.result.title)
        browser?.page(self, didReport: new.failures)  // now: the gallery may end before the comparison
        guard !list.items.isEmpty else {
            open(new.items)
            return announce(new, added: 0)
        }
        guard next == nil else { return later = new.following(later) }
        next = new
        compare(new)
    }

    private func compare(_ new: SourceReader.Snapshot) {
        noteStates(for: list.arrangement.filter, of: new.items)
        let isLong =
            list.isLong || new.items.count > ArrangedItems.shortCount || list.arrangement.order == .taken
        comparing.run(isLong: isLong) { [list, items = new.items] in
            list.comparison(with: items, isCancelled: $0)
        } then: { [weak self] in
            self?.adopt($0, of: new)
        }
    }

    private func adopt(_ comparison: ArrangedItems.Comparison, of new: SourceReader.Snapshot) {
        let (position, selected) = (positionToRemember, list.selected?.id)
        let rewritten = comparison.difference.rewritten
        // The items or their arrangement may have changed.
        guard list.adopt(comparison) else { return compare(new) }
        if !hasSelection { list.select(row: 0) }
        (next, problem) = (nil, nil)
        failed.subtract(rewritten)
        publish(.items(reloading: rewritten))
        seek(position, unlessStillSelected: selected)
        announce(new, added: comparison.difference.added, isSame: comparison.difference.isEmpty)
        if let new = later {
            later = nil
            show(new)
        }
    }

    /// Looks for a position again among new items. A refresh reads only its first page: the selected picture may be on
    /// a later one.
    private func seek(_ position: ReadingPosition?, unlessStillSelected id: FeedItem.ID?) {
        guard awaitedPosition == nil else { return restoreAgain() }
        guard let position, list.selected?.id != id, reader.isMore else { return }
        restore(position)
    }
}

/// A change that the screen must show.
enum GalleryChange {
    /// The page has its first items, or another page is shown.
    case opened
    /// The items or their order have changed, or some pictures must be loaded again: of files that were rewritten, or that
    /// failed. The selected picture keeps its place on the screen.
    case items(reloading: Set<PictureSource> = [])
    case selection
    /// The reading activity, or the presence of items, has changed.
    case activity
    case marks
    case message(String)
}
