import HalftoneCore
import ImageFeeds

/// The order in which items are shown, and the filter that they pass. A value.
package struct SortAndFilter: Hashable, Sendable {
    package enum Order: String, CaseIterable, Sendable, Codable {
        /// The order of the sources.
        case feed
        /// By date.
        case newest, oldest
        /// By title, in natural order.
        case title
        /// The largest first.
        case size
        /// By the EXIF capture date of local files, the latest first.
        case taken

        /// For the footer.
        var words: String {
            switch self {
            case .feed: "in feed order"
            case .newest, .oldest: "\(rawValue) first"
            case .title, .size: "by \(rawValue)"
            case .taken: "by date taken"
            }
        }
    }

    var order = Order.feed
    /// The query that shown items match; an empty query matches all.
    var filter = ItemQuery("")
    /// The source of the shown items; `nil` for all sources.
    var source: FeedSource?

    /// Whether all items are shown in feed order.
    var isPlain: Bool { order == .feed && !isFiltered }
    /// Whether some items are hidden.
    var isFiltered: Bool { !filter.isEmpty || source != nil }

    /// The description for the footer; `nil` if all items are shown in feed order.
    var summary: String? {
        var words: [String] = []
        if !filter.isEmpty { words.append("“\(filter.text)”") }
        if order != .feed { words.append(order.words) }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// Returns the indices of the items that are shown, in order, or `nil` if it was cancelled. Items without a known
    /// date or size come last in every order.
    ///
    /// - Parameters:
    ///   - states: the item states that the filter tests.
    ///   - captures: the capture dates of photos; missing ones are read from their files, which blocks.
    func indices(
        of items: FeedItems,
        states: ItemStates = ItemStates(), captures: CaptureDates = CaptureDates(),
        isCancelled: () -> Bool = { false }
    ) -> [Int]? {
        guard var rows = filtered(items, states, isCancelled) else { return nil }
        switch order {
        case .feed: break
        case .title: sort(&rows, by: { NaturalName(items[$0].title) }, precedes: <)
        case .newest: sort(&rows, by: { items[$0].date }, precedes: >)
        case .oldest: sort(&rows, by: { items[$0].date }, precedes: <)
        case .size: sort(&rows, by: { items[$0].byteCount }, precedes: >)
        case .taken:
            var dates: [Int: String] = [:]  // photos beyond the cache's limit
            for row in rows {
                dates[row] = captures.read(items[row])
                if isCancelled() { return nil }
            }
            sort(&rows, by: { dates[$0] }, precedes: >)
        }
        return isCancelled() ? nil : rows
    }

    private func filtered(
        _ items: FeedItems, _ states: ItemStates, _ isCancelled: () -> Bool
    ) -> [Int]? {
        let candidates = indices(ofSourceIn: items)
        guard !filter.isEmpty else { return candidates }
        var rows: [Int] = []
        for (number, index) in candidates.enumerated() {
            if number % 1024 == 0, isCancelled() { return nil }
            let source = filter.states.isEmpty ? nil : items.source(ofItemAt: index)
            if filter.matches(items[index], from: source, in: states) { rows.append(index) }
        }
        return rows
    }

    private func indices(ofSourceIn items: FeedItems) -> [Int] {
        guard let source else { return Array(items.indices) }
        return items.runs.filter { $0.source == source }.flatMap(\.range)
    }

    /// Sorts by a key, which is computed once per item. The sort is stable.
    private func sort<Key>(_ rows: inout [Int], by key: (Int) -> Key?, precedes: (Key, Key) -> Bool) {
        let keyed = rows.map { (row: $0, key: key($0)) }
        rows = keyed.sorted { left, right in
            guard let first = left.key, let second = right.key else {
                if left.key == nil, right.key == nil { return left.row < right.row }
                return left.key != nil
            }
            if precedes(first, second) { return true }
            return !precedes(second, first) && left.row < right.row
        }.map(\.row)
    }
}
