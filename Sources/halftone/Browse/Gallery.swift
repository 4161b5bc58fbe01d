import Basis
import FoundationEssentials
import ImageFeeds
import ImageLoading
import TerminalViews

/// What is being browsed, and how pictures are to be loaded and shown; shared by all screens.
///
/// The ``model`` holds what is shown; whatever changes it here tells ``didArrange``.
@MainActor
final class Gallery {
    /// What a picture's row knows.
    struct Entry {
        let item: FeedItem
        let row: Int
        /// The item's number in the model.
        let index: Int
        let url: URL?

        /// As the footer counts.
        var number: Int { row + 1 }
    }

    var title: String
    var model = GalleryModel()
    var options: BrowseOptions
    let environment: ScreenEnvironment
    /// Other items are about to be shown than before.
    var willOpen: @MainActor () -> Void = {}
    /// Other items are shown, or in another order.
    var didArrange: @MainActor () -> Void = {}
    /// What is shown has other numbers, and is where it was.
    var didRenumber: @MainActor () -> Void = {}
    /// Before the same sources' items change: what is seen of them is to stay where it is on the screen.
    var willChangeItems: @MainActor () -> Void = {}
    /// Other pictures are marked, and not by a key.
    var didMark: @MainActor () -> Void = {}
    /// The load of the selected picture failed, or what had failed is on its way again.
    var didChangeFailure: @MainActor () -> Void = {}
    /// Says something for a moment.
    var say: @MainActor (String) -> Void = { _ in }
    /// The pictures that could not be loaded, by their numbers.
    var failed: Set<Int> = []
    /// What is called a picture is a web page.
    var didMeetPage: @MainActor (_ address: RequestAddress) -> Void = { _ in }
    /// Files that the refresh found written to, by their numbers, while ``didArrange`` shows what it brought.
    private(set) var rewritten = NumberSet()
    /// How many pictures the last refresh brought that were not there before.
    private(set) var added = 0
    /// What linked feeds were opened from, and what was marked in them.
    var levels = GalleryLevels()
    /// The linked feed that is shown; `nil` for what the program was opened with.
    private(set) var source: FeedSource?
    /// How many marks there are, as far as nothing has changed since.
    var tally: MarkTally?
    /// What follows the last row.
    var following: @MainActor () -> GallerySources.Following = { .nothing }
    let arranging = LatestWork()
    let finding = LatestWork()
    private let refreshing = LatestWork()
    let restoring = LatestWork()
    let recalling = LatestWork()
    /// A remembered place that was looked for and not reached; it is not to be forgotten for the first picture.
    var unfoundPlace: Places.Place?
    /// Where the reader is as long as he has not moved: at the first picture, or where that has gone.
    var unmovedPlace = 0
    /// Whether no key and no click has been about these items yet, and no place was come back to.
    var isUntouched = true
    /// Whether the first picture is not where it was drawn first, because somebody has scrolled.
    var isScrolled: @MainActor () -> Bool = { false }
    /// The place is one that was read on for.
    var didFindPlace: @MainActor () -> Void = {}
    /// A remembered place is not among the items so far, and more can come.
    var didNotFindPlace: @MainActor () -> Void = {}
    /// The arrangement that is under way, and who waits for it.
    var nextArrangement: (wanted: Arrangement, done: @MainActor () -> Void)?

    init(title: String, options: BrowseOptions, environment: ScreenEnvironment) {
        self.title = title
        self.options = options
        self.environment = environment
    }

    var manager: ImageManager { environment.manager }
    var count: Int { model.count }

    func entry(_ row: Int) -> Entry {
        let item = model.item(inRow: row)
        return Entry(item: item, row: row, index: model.number(ofRow: row), url: Self.url(of: item.picture))
    }

    /// Whether the entry's number still is its picture's.
    func has(_ entry: Entry) -> Bool {
        entry.index < model.items.count && model.items[entry.index].picture == entry.item.picture
    }

    /// The row that keys act on.
    var selectedEntry: Entry? { model.isEmpty ? nil : entry(model.place) }

    static func url(of picture: PictureSource) -> URL? {
        switch picture {
        case .remote(let address): URL(string: address.requestText)
        case .local(let path): URL(path)
        case .missing: nil
        }
    }

    /// The options of a load that was asked for by `r`: a failed one is tried again, a shown one is checked.
    func refreshOptions(for entry: Entry) -> ImageOptions {
        let isLocal = if case .local = entry.item.picture { true } else { false }
        return options.imageOptions.union(isLocal ? [.retryFailed, .fromLoaderOnly] : [.retryFailed, .refreshCached])
    }

    // MARK: - Items

    /// Shows other items than before.
    func open(_ items: FeedItems, title: String?) {
        giveUp()
        let change = model.marks.lastChange
        model = GalleryModel()
        model.followMarks(change)
        (failed, unmovedPlace, isUntouched) = ([], 0, true)
        model.replace(items)
        if let title, !title.isEmpty { self.title = title }
        recallMarks()
        willOpen()
        didArrange()
    }

    /// Shows a linked feed, with the marks of earlier visits. What is shown now, scrolled so far, is come back to with
    /// ``leave()``.
    func enter(
        _ items: FeedItems, of source: FeedSource, title: String?, from scroll: GalleryLevels.ScrollPlace
    ) {
        levels.push(
            GalleryLevels.Level(
                title: self.title, source: self.source, model: model, refreshed: refreshment?.items,
                arrangement: nextArrangement?.wanted, failed: failed, scroll: scroll,
                unfoundPlace: hasUnfoundPlace ? unfoundPlace : nil))
        self.source = source
        unfoundPlace = nil
        open(items, title: title)
    }

    /// Shows what was shown before the linked feed, and returns how far that was scrolled; `nil` if there is nothing.
    func leave() -> GalleryLevels.ScrollPlace? {
        let change = model.marks.lastChange
        guard let level = levels.pop(leaving: model, of: source) else { return nil }
        giveUp()
        (title, source, model, failed) = (level.title, level.source, level.model, level.failed)
        model.followMarks(change)
        (unfoundPlace, unmovedPlace) = (level.unfoundPlace, level.unfoundPlace == nil ? 0 : model.place)
        isUntouched = false
        recallMarks()  // of the same feed, had it been entered from itself
        didArrange()
        if let items = level.refreshed { refresh(items) }
        if let arrangement = level.arrangement { arrange(arrangement) }
        return level.scroll
    }

    /// The same sources gave these now. They are shown at once if they are few, else as soon as another thread has found
    /// out which of them is which; until then, what is there stays.
    func refresh(_ items: FeedItems, then done: @escaping @MainActor () -> Void = {}) {
        refresh(by: model.refreshing(items), then: done)
    }

    private func refresh(by work: RefreshingWork, then done: @escaping @MainActor () -> Void) {
        refreshing.cancel()
        guard work.isLong else {
            refreshment = nil
            if let outcome = work.run() { adopt(outcome, of: work, then: done) }
            return
        }
        refreshment = Refreshment(items: work.others, done: done)
        refreshing.start {
            work.run(isCancelled: $0)
        } then: { [weak self] outcome in
            guard let self, let outcome else { return }
            refreshment = nil
            adopt(outcome, of: work, then: done)
        }
    }

    private func adopt(
        _ outcome: RefreshingWork.Outcome, of work: RefreshingWork, then done: @escaping @MainActor () -> Void
    ) {
        willChangeItems()
        let (before, wasUnfound) = (model, hasUnfoundPlace)
        let place = hasDoneNothing ? nil : model.remembered
        // They were marked, or arranged in another way meanwhile.
        guard changeItems({ model.adopt(outcome, of: work) }) else {
            return refresh(by: model.refreshing(again: work, after: outcome), then: done)
        }
        failed = work.insertions == nil ? [] : Set(failed.compactMap(outcome.numbers.new))
        added = outcome.added
        forget(outcome.rewritten)
        levels.keep(outcome.lost, of: before.items, source: source)
        recallMarks()
        didArrange()
        rewritten = []
        done()
        // Only the first page was read again: the reader is led back to where he was on a later one.
        guard !wasUnfound else { return restoreAgain { [weak self] in self?.didFindPlace() } }
        guard let place, before.selected.flatMap(outcome.numbers.new) == nil, following().isMore else { return }
        unmovedPlace = model.place
        restore(place) { [weak self] in self?.didFindPlace() }
    }

    /// Files that were written to are read anew when they are next shown.
    private func forget(_ numbers: NumberSet) {
        rewritten = numbers
        for number in numbers {
            guard let url = Self.url(of: model.items[number].picture) else { continue }
            manager.memoryCache.removeAll(of: manager.key(for: url).source)
            manager.removeFailedURL(url)
        }
    }

    /// Items that are on their way into the model.
    private struct Refreshment {
        var items: FeedItems
        let done: @MainActor () -> Void
    }

    private var refreshment: Refreshment?
    var isRefreshing: Bool { refreshment != nil }

    /// Adds a later page. `true` if what is shown only became longer; otherwise it is arranged anew.
    func append(_ items: FeedItems) -> Bool {
        if var refreshment {  // it follows those, not what is still shown
            refreshment.items.append(items)
            refresh(refreshment.items, then: refreshment.done)
            return false
        }
        model.append(items)
        return didAdd()
    }

    /// Shows what was still coming, at these numbers among `all` items, of which the others are there. `true` if what is
    /// shown only became longer; otherwise it is shown anew: at once, or as soon as another thread has found out which
    /// numbers they all have then.
    func insert(_ ranges: [Range<Int>], of all: FeedItems) -> Bool {
        if let refreshment {  // whoever waits for those waits for all
            refresh(all, then: refreshment.done)
            return false
        }
        let work = model.refreshing(all, inserting: ranges)
        if work.isLong {
            refresh(by: work) {}
            return false
        }
        let numbers = changeItems { model.insert(ranges, of: all) }
        failed = Set(failed.compactMap(numbers.new))
        if !model.arrangement.isPlain { didRenumber() }  // until it is arranged with what came
        return didAdd()
    }

    private func didAdd() -> Bool {
        recallMarks()
        let isLonger = model.arrangement.isPlain
        if let next = nextArrangement {
            arrange(next.wanted, then: next.done)
        } else if !isLonger {
            arrange(model.arrangement)
        }
        return isLonger
    }

    /// Gives up what is being done with items that make way for others.
    private func giveUp() {
        for work in [finding, restoring, refreshing, arranging, recalling] { work.cancel() }
        refreshment = nil
        nextArrangement = nil
    }
}
