import ImageFeeds

/// What lies below what is shown: the pages from which linked feeds were opened, each as the reader left it; and what he
/// marked in feeds that he has left. A value.
struct GalleryLevels: Sendable {
    /// One of them.
    struct Level: Sendable {
        let title: String
        /// The linked feed that it is; `nil` for what the program was opened with.
        let source: FeedSource?
        fileprivate(set) var model: GalleryModel
        /// What the same sources gave since, and was not shown yet.
        let refreshed: FeedItems?
        /// How it was about to be arranged.
        let arrangement: Arrangement?
        /// The pictures that could not be loaded, by their numbers.
        let failed: Set<Int>
        /// How far it was scrolled.
        let scroll: ScrollPlace
        /// A remembered place was looked for in it and not reached yet.
        let unfoundPlace: Places.Place?
        var placeToRemember: Places.Place? { unfoundPlace ?? model.remembered }
    }

    /// How far a list or a grid is scrolled: the line at its top holds for as long as it stands as it stood.
    struct ScrollPlace: Hashable, Sendable {
        let line: Int
        let layout: GalleryLayout
        let columns: Int
        let rows: Int
        /// Pictures side by side.
        let itemColumns: Int
    }

    /// A feed as it was when the reader left it or read it again, for what he had marked there.
    struct Visit: Sendable {
        /// The linked feed that it is; `nil` for what the program was opened with.
        let source: FeedSource?
        let items: FeedItems
        fileprivate(set) var marks: Marks

        fileprivate var markedItems: [FeedItem] { marks.numbers.map { items[$0] } }
    }

    /// From the one that the program was opened with, on.
    private(set) var levels: [Level] = []
    /// The latest last.
    private var visits: [Visit] = []
    /// Counts the changes of what is marked here.
    private(set) var version = 0

    var depth: Int { levels.count }

    mutating func push(_ level: Level) {
        version += 1
        levels.append(level)
    }

    /// The one to go back to. What is marked in what is shown, the feed `source`, is kept.
    mutating func pop(leaving model: GalleryModel, of source: FeedSource?) -> Level? {
        guard let level = levels.popLast() else { return nil }
        version += 1
        if let source, !model.marks.isUntouched {
            visits.append(Visit(source: source, items: model.items, marks: model.marks))
        }
        return level
    }

    /// Keeps marks of items that a new reading has not, or not yet: they may be on a later page.
    mutating func keep(_ marks: Marks, of items: FeedItems, source: FeedSource?) {
        guard !marks.isUntouched else { return }
        version += 1
        visits.append(Visit(source: source, items: items, marks: marks))
    }

    /// Whether something is marked in what is not shown.
    var hasMarks: Bool { levels.contains { !$0.model.marks.isEmpty } || visits.contains { !$0.marks.isEmpty } }

    /// How many marks there are in what is not shown.
    var markCount: Int {
        levels.reduce(0) { $0 + $1.model.marks.count } + visits.reduce(0) { $0 + $1.marks.count }
    }

    /// What is marked anywhere, what is shown being `model`: from the first level on, and then what was left.
    func markedItems(with model: GalleryModel) -> [FeedItem] {
        var marked = levels.flatMap(\.model.markedItems)
        for items in [model.markedItems] + visits.map(\.markedItems) { marked += Self.without(marked, items) }
        return marked
    }

    // MARK: - Changing marks of what is not shown

    /// The latest change of marks that can be taken back here; `nil` if there is none.
    var undoableMarks: Int? {
        (levels.map(\.model.marks.undoable) + visits.map(\.marks.undoable)).compactMap(\.self).max()
    }

    /// Takes a change back, as far as it was made here.
    mutating func undoMarks(_ change: Int) {
        version += 1
        for index in levels.indices { levels[index].model.undoMarks(change) }
        for index in visits.indices { visits[index].marks.undo(change) }
        visits.removeAll { $0.marks.isUntouched }
    }

    /// Marks nothing any more of what a feed has no longer, or not yet, as a part of a change made in what it has.
    mutating func clearMarks(of source: FeedSource?, inChange change: Int) {
        version += 1
        for index in visits.indices where visits[index].source == source { visits[index].marks.clear(inChange: change) }
    }

    /// Those whose picture is not among others. What has none is known by nothing.
    private static func without(_ known: [FeedItem], _ items: [FeedItem]) -> [FeedItem] {
        guard !items.isEmpty else { return [] }
        let pictures = Set(known.map(\.picture))
        return items.filter { $0.picture == .missing || !pictures.contains($0.picture) }
    }

    // MARK: - Marks of feeds that are entered again

    /// What finding the marked pictures of earlier visits needs, among the items that `source` has now; for another
    /// thread if there are many. `nil`: there are none.
    func recalling(_ model: GalleryModel, of source: FeedSource?) -> RecallingWork? {
        let visits = visits.filter { $0.source == source }
        guard !visits.isEmpty else { return nil }
        return RecallingWork(visits: visits, items: model.items, version: model.version)
    }

    /// Marks in `model` what was found. The others stay to be printed, and to be found on a later page. `false` if there
    /// are other items since.
    mutating func adopt(_ outcome: RecallingWork.Outcome, of work: RecallingWork, in model: inout GalleryModel) -> Bool
    {
        guard work.version == model.version else { return false }
        version += 1
        for marks in outcome.found { model.recall(marks) }
        visits.removeAll { $0.source == work.visits[0].source }
        visits += outcome.rest
        return true
    }
}

/// Looks for what was marked on earlier visits of a feed among the items it has now; the outcome goes to
/// ``GalleryLevels/adopt(_:of:in:)``.
struct RecallingWork: Sendable {
    /// One at least, all of one feed.
    fileprivate let visits: [GalleryLevels.Visit]
    let items: FeedItems
    let version: Int

    struct Outcome: Sendable {
        /// By the numbers they have now.
        let found: [Marks]
        /// With the marks that were not found, and the way back from those.
        let rest: [GalleryLevels.Visit]
    }

    /// Whether it takes so long that keys would wait for it.
    var isLong: Bool { visits.reduce(items.count) { Swift.max($0, $1.items.count) } > 5_000 }

    /// `nil`: it was given up.
    func run(isCancelled: () -> Bool = { false }) -> Outcome? {
        var found: [Marks] = []
        var rest: [GalleryLevels.Visit] = []
        for var visit in visits {
            guard let numbers = Renumbering(from: visit.items, to: items, isCancelled: isCancelled) else { return nil }
            var marks = visit.marks
            marks.renumber(numbers)
            found.append(marks)
            visit.marks = visit.marks.lost(by: numbers)
            if !visit.marks.isUntouched { rest.append(visit) }
        }
        return Outcome(found: found, rest: rest)
    }
}
