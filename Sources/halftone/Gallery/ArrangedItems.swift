import ImageFeeds

/// The items of a page, which of them are shown in which order, and the selected one. A value, without screen or clock.
///
/// An *index* is the position of an item in the sources, a *row* its position on the screen. Both change as items come and
/// go; what stays is ``FeedItem/id``.
struct ArrangedItems: Sendable {
    private(set) var items = FeedItems()
    private(set) var arrangement = SortAndFilter()
    /// The indices of the shown items, in order; `nil`: all, in the order of the sources.
    private var shown: [Int]?
    /// The version of the items among which ``shown`` was found: later items are missing in it.
    private var shownVersion = 0
    /// The selected row; 0 if there is none.
    private(set) var row = 0
    /// The index at which a search began.
    private var searchOrigin: Int?
    /// The words of the last search.
    var search = TitleQuery("")
    /// Bytes of pictures that were loaded; feeds rarely say them.
    private(set) var sizes: [FeedItem.ID: Int] = [:]
    /// Counts the changes of ``items``.
    private(set) var version = 0

    /// The number of rows.
    var count: Int { shown?.count ?? items.count }
    var isEmpty: Bool { count == 0 }
    /// Whether going through all of them takes so long that keys would wait.
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

    mutating func learn(bytes: Int, of id: FeedItem.ID) { sizes[id] = bytes }

    // MARK: - Finding

    /// Makes the selected row the one to which a cancelled search returns.
    mutating func beginSearch() { searchOrigin = selectedIndex }

    /// The row at which the search began; the selected one if that is not shown any more.
    var searchOriginRow: Int { searchOrigin.flatMap(row(ofIndex:)) ?? row }

    /// Returns the first row from `start` on with a matching title, going on at the other end; `nil` if there is none, or if
    /// it was cancelled. `start` may lie beyond either end.
    func row(
        matching query: TitleQuery, from start: Int, backwards: Bool = false, isCancelled: () -> Bool = { false }
    ) -> Int? {
        guard count > 0, !query.isEmpty else { return nil }
        for step in 0..<count {
            if step % 1024 == 0, isCancelled() { return nil }
            let row = ((start + (backwards ? -step : step)) % count + count) % count
            if query.matches(item(inRow: row).title) { return row }
        }
        return nil
    }

    // MARK: - Arranging

    /// Returns the indices that are shown with another arrangement, in order, or `nil` if it was cancelled.
    func indices(arranged wanted: SortAndFilter, isCancelled: () -> Bool = { false }) -> [Int]? {
        // Candidates must stand in the order of the feed.
        let isNarrower =
            wanted.filter.narrows(arrangement.filter) && arrangement.order == .feed && !arrangement.isReversed
            && shownVersion == version
        return wanted.indices(of: items, among: isNarrower ? shown : nil, sizes: sizes, isCancelled: isCancelled)
    }

    /// Shows the items of ``indices(arranged:isCancelled:)``. The selected picture stays selected; if it is not shown any
    /// more, the next one of the feed is.
    mutating func show(_ indices: [Int], arranged arrangement: SortAndFilter) {
        let selection = selectedIndex
        self.arrangement = arrangement
        (shown, shownVersion) = (arrangement.isPlain ? nil : indices, version)
        select(row: selection.flatMap(nearestRow) ?? 0)
    }

    private func nearestRow(toIndex index: Int) -> Int? {
        if let row = row(ofIndex: index) { return row }
        guard arrangement.order == .feed, let shown else { return nil }
        return arrangement.isReversed
            ? shown.firstIndex { $0 <= index } : shown.firstIndex { $0 >= index } ?? shown.indices.last
    }

    // MARK: - More items

    /// Adds a later page. Rows other than those of everything stay as they are until the items are arranged again.
    mutating func append(_ others: FeedItems) {
        items.append(others)
        version += 1
    }

    /// Takes items that contain the present ones, in the same order, with others at `ranges` of their indices, ascending.
    /// Rows other than those of everything stay as they are until the items are arranged again.
    mutating func insert(_ ranges: [Range<Int>], of all: FeedItems) {
        func shift(_ index: Int) -> Int {
            ranges.reduce(index) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
        }
        if shown == nil, !isEmpty { row = shift(row) }
        shown = shown?.map(shift)
        searchOrigin = searchOrigin.map(shift)
        items = all
        version += 1
    }
}

extension ArrangedItems {
    /// The items of a new reading of the sources, compared with the present ones.
    struct Refresh: Sendable {
        fileprivate let items: FeedItems
        fileprivate let shown: [Int]?
        /// What it was made for.
        fileprivate let (version, arrangement): (Int, SortAndFilter)
        /// The number of items that are equal at the beginning, and at the end.
        fileprivate let (head, tail): (Int, Int)
        fileprivate let oldCount: Int
        /// Where the items are now that were looked up between head and tail, by their old indices.
        fileprivate let found: [Int: NewIndex]
        /// The number of items that were not there before.
        let added: Int
        /// The files that have another date or length.
        let rewritten: Set<FeedItem.ID>

        enum NewIndex: Hashable, Sendable {
            case at(Int)
            case gone

            var index: Int? { if case .at(let index) = self { index } else { nil } }
        }

        /// Returns where the item of an old index is now, or `nil` if it was not looked up.
        fileprivate func newIndex(of index: Int?) -> NewIndex? {
            guard let index else { return .gone }
            if index < head { return .at(index) }
            if index >= oldCount - tail { return .at(index - oldCount + items.count) }
            return found[index]
        }
    }

    /// Compares the items with those of a new reading, or returns `nil` if it was cancelled.
    func refresh(with others: FeedItems, isCancelled: () -> Bool = { false }) -> Refresh? {
        var (head, tail) = (0, 0)
        let shorter = min(items.count, others.count)
        while head < shorter, items[head] == others[head] {
            head += 1
            if head % 1024 == 0, isCancelled() { return nil }
        }
        while tail < shorter - head, items[items.count - 1 - tail] == others[others.count - 1 - tail] {
            tail += 1
            if tail % 1024 == 0, isCancelled() { return nil }
        }
        guard
            let (added, rewritten) = difference(
                head..<items.count - tail, others, head..<others.count - tail, isCancelled),
            let shown = arrangement.indices(of: others, sizes: sizes, isCancelled: isCancelled)
        else { return nil }
        var found: [Int: Refresh.NewIndex] = [:]
        let middle = head..<items.count - tail
        for index in [selectedIndex, searchOrigin].compactMap(\.self) where middle.contains(index) {
            let id = items[index].id
            let new = others.index(nearest: index, isCancelled: isCancelled) { $0.id == id }
            found[index] = new.map(Refresh.NewIndex.at) ?? .gone
        }
        guard !isCancelled() else { return nil }
        return Refresh(
            items: others, shown: arrangement.isPlain ? nil : shown, version: version, arrangement: arrangement,
            head: head, tail: tail,
            oldCount: items.count, found: found, added: added, rewritten: rewritten)
    }

    private func difference(
        _ old: Range<Int>, _ others: FeedItems, _ new: Range<Int>, _ isCancelled: () -> Bool
    ) -> (added: Int, rewritten: Set<FeedItem.ID>)? {
        struct Stamp: Equatable { let date: Double?, byteCount: Int? }
        var stamps: [FeedItem.ID: Stamp] = [:]
        for index in old {
            if index % 1024 == 0, isCancelled() { return nil }
            stamps[items[index].id] = Stamp(date: items[index].date, byteCount: items[index].byteCount)
        }
        var (added, rewritten) = (0, Set<FeedItem.ID>())
        for index in new {
            if index % 1024 == 0, isCancelled() { return nil }
            let item = others[index]
            guard let stamp = stamps[item.id] else {
                added += 1
                continue
            }
            if case .local = item.picture, stamp != Stamp(date: item.date, byteCount: item.byteCount) {
                rewritten.insert(item.id)
            }
        }
        return (added, rewritten)
    }

    /// Takes the items of a new reading. The selected picture stays selected; if it is gone, the row stays.
    ///
    /// Returns `false`, and does nothing, if items, arrangement or selection are others than those that were compared.
    mutating func adopt(_ refresh: Refresh) -> Bool {
        guard refresh.version == version, refresh.arrangement == arrangement,
            let selection = refresh.newIndex(of: selectedIndex), let origin = refresh.newIndex(of: searchOrigin)
        else { return false }
        for id in refresh.rewritten { sizes[id] = nil }
        items = refresh.items
        version += 1
        (shown, shownVersion) = (refresh.shown, version)
        searchOrigin = origin.index
        select(row: selection.index.flatMap(row(ofIndex:)) ?? row)
        return true
    }
}

extension FeedItems {
    /// Returns the index of the item nearest to an index that satisfies `isWanted`, or `nil` if there is none or it was
    /// cancelled.
    func index(nearest start: Int, isCancelled: () -> Bool, where isWanted: (FeedItem) -> Bool) -> Int? {
        guard !isEmpty else { return nil }
        let start = Swift.min(Swift.max(0, start), count - 1)
        for distance in 0...Swift.max(start, count - 1 - start) {
            if distance % 1024 == 1023, isCancelled() { return nil }
            for index in distance == 0 ? [start] : [start - distance, start + distance]
            where indices.contains(index) && isWanted(self[index]) {
                return index
            }
        }
        return nil
    }
}
