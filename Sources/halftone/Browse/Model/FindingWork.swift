import ImageFeeds

/// The rows in which a title is to be found, and which; the result goes to ``GalleryModel/adopt(_:of:)``.
struct FindingWork: Sendable {
    let query: TitleQuery
    let items: FeedItems
    /// The numbers of the rows; `nil`: all, as they came.
    let rows: [Int]?
    /// The row that is looked at first; it may lie beyond either end.
    let start: Int
    let isBackwards: Bool
    let version: Int
    let arrangement: Arrangement

    /// What became of it.
    enum Outcome: Hashable, Sendable {
        /// It is the place now. `aroundTheEnd`: it lay on the other side of where the search began.
        case found(aroundTheEnd: Bool)
        case nothing
        /// Other rows are shown since: nothing can be said of them.
        case outdated
    }

    private var count: Int { rows?.count ?? items.count }

    /// Whether it takes so long that keys would wait for it.
    var isLong: Bool { count > 5_000 }

    /// The next row whose title matches, around at the end. `nil`: there is none, or it was given up.
    func run(isCancelled: () -> Bool = { false }) -> Int? {
        guard count > 0, !query.isEmpty else { return nil }
        for step in 0..<count {
            if step % 1024 == 0, isCancelled() { return nil }
            let row = ((start + (isBackwards ? -step : step)) % count + count) % count
            if query.matches(items[rows?[row] ?? row].title) { return row }
        }
        return nil
    }
}
