import ImageFeeds

/// The items of a page, which of them are shown in which order, and the selected one. A value, without screen or clock.
///
/// An *index* is the position of an item in the sources, a *row* its position on the screen. Both change as items come
/// and go; what stays is ``FeedItem/id``.
struct ArrangedItems: Sendable {
    private(set) var items: FeedItems
    private(set) var arrangement = SortAndFilter()
    /// The indices of the shown items, in order; `nil`: all, in the order of the sources.
    private var shown: [Int]?
    /// The selected row; 0 if there is none.
    private(set) var row = 0
    /// The index at which the current search began.
    private var searchOrigin: Int?
    /// The index that was selected before nothing was shown.
    private var lastSelectedIndex: Int?
    private(set) var search = ItemQuery("")
    /// The query before the search that has begun.
    private var earlierSearch = ItemQuery("")
    /// The query whose matches are highlighted: that of the last search, until it is cancelled or left.
    private(set) var highlighted = ItemQuery("")
    /// The item states that filters and searches test.
    var states = ItemStates()
    /// The cached capture dates of photos.
    let captures = CaptureDates()
    /// Counts the changes of ``items``.
    private(set) var version: Int

    init(_ items: FeedItems = FeedItems()) {
        self.items = items
        version = items.isEmpty ? 0 : 1
    }

    /// Number of rows that are searched for an item, so that the search does not delay key input.
    private static let nearRows = 1_000

    /// Returns the present rows of neighboring items, by their former rows. The search begins `shift` rows below the first
    /// of those; items that it does not find are left out.
    func rows(of former: [Int: FeedItem.ID], shift: Int = 0) -> [Int: Int] {
        var wanted = former.sorted { $0.key < $1.key }
        let ids = Set(former.values)
        var rows: [Int: Int] = [:]
        let start = min(max(0, (wanted.first?.key ?? 0) + shift), count)
        for distance in 0...min(count, Self.nearRows) {
            for row in distance == 0 ? [start] : [start + distance, start - distance] where (0..<count).contains(row) {
                let id = item(inRow: row).id
                guard ids.contains(id), let found = wanted.firstIndex(where: { $0.value == id }) else { continue }
                rows[wanted.remove(at: found).key] = row
            }
            if wanted.isEmpty { break }
        }
        return rows
    }

    var count: Int { shown?.count ?? items.count }
    var isEmpty: Bool { count == 0 }
    /// Whether visiting all items would delay key input.
    var isLong: Bool { items.count > Self.shortCount }
    static let shortCount = 5_000

    func index(ofRow row: Int) -> Int { shown?[row] ?? row }
    func item(inRow row: Int) -> FeedItem { items[index(ofRow: row)] }

    /// Returns the row of an index, or `nil` if it is not shown.
    func row(ofIndex index: Int) -> Int? {
        guard let shown else { return items.indices.contains(index) ? index : nil }
        return shown.firstIndex(of: index)
    }

    var selectedIndex: Int? { isEmpty ? nil : index(ofRow: row) }
    var selected: FeedItem? { selectedIndex.map { items[$0] } }

    mutating func select(row: Int) { self.row = min(max(0, row), max(0, count - 1)) }

    // MARK: - Finding

    /// Makes the selected row the one to which a cancelled search returns.
    mutating func beginSearch() { (searchOrigin, earlierSearch) = (selectedIndex, search) }

    mutating func search(for query: ItemQuery) { (search, highlighted) = (query, query) }

    /// Forgets the search that has begun, and its highlights.
    mutating func restoreSearch() { (search, highlighted) = (earlierSearch, ItemQuery("")) }

    /// Highlights no matches any more. The next match of the last search can still be found.
    mutating func removeHighlights() { highlighted = ItemQuery("") }

    /// The row at which the search began; the selected one if that is not shown any more.
    var searchOriginRow: Int { searchOrigin.flatMap(row(ofIndex:)) ?? row }

    /// Returns the first row from `start` on with a matching item, going on at the other end; `nil` if there is none,
    /// or if it was cancelled. `start` may lie beyond either end.
    func row(
        matching query: ItemQuery, from start: Int, backwards: Bool = false, isCancelled: () -> Bool = { false }
    ) -> Int? {
        guard count > 0, !query.isEmpty else { return nil }
        for step in 0..<count {
            if step % 1024 == 0, isCancelled() { return nil }
            let row = ((start + (backwards ? -step : step)) % count + count) % count
            if matches(query, inRow: row) { return row }
        }
        return nil
    }

    private func matches(_ query: ItemQuery, inRow row: Int) -> Bool {
        let source = query.states.isEmpty ? nil : items.source(ofItemAt: index(ofRow: row))
        return query.matches(item(inRow: row), from: source, in: states)
    }

    /// Returns which of the matches of the search is selected, as in “2 of 8”; `nil` if counting would delay key input.
    func placeAmongMatches() -> String? {
        guard count <= search.shortCount else { return nil }
        let found = (0..<count).filter { matches(search, inRow: $0) }
        return "\(found.firstIndex(of: row).map { $0 + 1 } ?? 0) of \(found.count)"
    }

    // MARK: - Arranging

    /// Returns the indices that are shown with another arrangement, in order, or `nil` if it was cancelled.
    func indices(arranged wanted: SortAndFilter, isCancelled: () -> Bool = { false }) -> [Int]? {
        wanted.indices(
            of: items, states: states, captures: captures,
            isCancelled: isCancelled)
    }

    /// Returns whether arranging would delay key input.
    func isLong(toArrange wanted: SortAndFilter) -> Bool {
        wanted.order == .taken || items.count > wanted.filter.shortCount
    }

    /// Shows the items of ``indices(arranged:isCancelled:)``. The selected picture stays selected; if it is not shown
    /// any more, the next one of the feed is.
    mutating func show(_ indices: [Int], arranged arrangement: SortAndFilter) {
        let selection = selectedIndex ?? lastSelectedIndex
        self.arrangement = arrangement
        shown = arrangement.isPlain ? nil : indices
        lastSelectedIndex = isEmpty ? selection : nil
        select(row: selection.flatMap(nearestRow) ?? 0)
    }

    private func nearestRow(toIndex index: Int) -> Int? {
        if let row = row(ofIndex: index) { return row }
        guard arrangement.order == .feed, let shown else { return nil }
        return shown.firstIndex { $0 >= index } ?? shown.indices.last
    }
}

extension ArrangedItems {
    /// What the sources have now, compared and arranged with the present items.
    struct Comparison: Sendable {
        let difference: ItemDifference
        fileprivate let shown: [Int]?
        /// The version of the items with which they were compared, and their arrangement.
        fileprivate let version: Int
        fileprivate let arrangement: SortAndFilter
    }

    /// Compares the items with those of a new reading, or returns `nil` if it was cancelled.
    func comparison(with others: FeedItems, isCancelled: () -> Bool = { false }) -> Comparison? {
        guard let difference = ItemDifference(from: items, to: others, isCancelled: isCancelled),
            let shown = arrangement.indices(
                of: others, states: states, captures: captures, isCancelled: isCancelled)
        else { return nil }
        return Comparison(
            difference: difference, shown: arrangement.isPlain ? nil : shown, version: version, arrangement: arrangement
        )
    }

    /// Takes the items of a new reading. The selected picture stays selected; if it is gone, the row stays. Returns
    /// `false` if the comparison was with other items or another arrangement than the present ones.
    @discardableResult
    mutating func adopt(_ comparison: Comparison) -> Bool {
        guard comparison.version == version, comparison.arrangement == arrangement else { return false }
        let difference = comparison.difference
        let selection = selectedIndex.flatMap(difference.newIndex)
        searchOrigin = searchOrigin.flatMap(difference.newIndex)
        lastSelectedIndex = lastSelectedIndex.flatMap(difference.newIndex)
        items = difference.items
        version += 1
        shown = comparison.shown
        select(row: selection.flatMap(row(ofIndex:)) ?? row)
        return true
    }
}
