import Basis
import ImageFeeds

/// Which items are shown, and in which order. A value.
struct Arrangement: Hashable, Sendable {
    enum Order: String, CaseIterable, Sendable {
        /// As the sources give them.
        case feed
        /// The newest first.
        case date
        /// By title, in natural order.
        case title
        /// The largest first.
        case size
    }

    var order = Order.feed
    var isReversed = false
    /// Only titles with these words are shown; all if there are none.
    var filter = TitleQuery("")

    /// Everything, as it came.
    var isPlain: Bool { order == .feed && !isReversed && filter.isEmpty }

    /// The words of it for the footer; `nil` if there is nothing to say.
    var summary: String? {
        var words: [String] = []
        if !filter.isEmpty { words.append("“\(filter.text)”") }
        if order != .feed { words.append("by \(order.rawValue)") }
        if isReversed { words.append("reversed") }
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    /// The numbers of the items that are shown, in order; `nil` if it was given up because `isCancelled` said so. Items
    /// whose date or size nobody knows come last, either way round.
    ///
    /// - Parameters:
    ///   - candidates: of which are they; `nil`: of all. Ascending.
    ///   - sizes: bytes that are known better than the source says, by the item's number.
    func rows(
        of items: FeedItems, among candidates: [Int]? = nil, sizes: [Int: Int] = [:],
        isCancelled: () -> Bool = { false }
    ) -> [Int]? {
        guard var rows = filtered(items, candidates, isCancelled) else { return nil }
        switch order {
        case .feed: if isReversed { rows.reverse() }
        case .title:
            sort(&rows) {
                items[$0].title
            } precedes: {
                NaturalOrder.precedes($0, $1)
            }
        case .date:
            sort(&rows) {
                items[$0].date
            } precedes: {
                $0 > $1
            }
        case .size:
            sort(&rows) {
                sizes[$0] ?? items[$0].byteCount
            } precedes: {
                $0 > $1
            }
        }
        return isCancelled() ? nil : rows
    }

    private func filtered(_ items: FeedItems, _ candidates: [Int]?, _ isCancelled: () -> Bool) -> [Int]? {
        guard !filter.isEmpty else { return candidates ?? Array(items.indices) }
        var rows: [Int] = []
        for index in candidates ?? Array(items.indices) {
            if index % 1024 == 0, isCancelled() { return nil }
            if filter.matches(items[index].title) { rows.append(index) }
        }
        return rows
    }

    /// Sorts by a key that each item is asked for once. Equal items stay as they came, either way round.
    private func sort<Key>(_ rows: inout [Int], by key: (Int) -> Key?, precedes: (Key, Key) -> Bool) {
        let keyed = rows.map { (row: $0, key: key($0)) }
        rows = keyed.sorted { left, right in
            guard let first = left.key, let second = right.key else {
                if left.key == nil, right.key == nil { return left.row < right.row }
                return left.key != nil
            }
            let (before, after) = isReversed ? (second, first) : (first, second)
            if precedes(before, after) { return true }
            return !precedes(after, before) && left.row < right.row
        }.map(\.row)
    }
}

/// Words that a title is to have, in any order. Capitals matter only where the query has some. A value.
struct TitleQuery: Hashable, Sendable {
    let text: String
    private let words: [String]
    private let isExact: Bool

    init(_ text: String) {
        self.text = text
        words = text.split(separator: " ").map(String.init)
        isExact = text.contains(where: \.isUppercase)
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether whatever matches this matched `other` too: what was typed was only added to.
    func narrows(_ other: TitleQuery) -> Bool {
        !other.isEmpty && text.hasPrefix(other.text) && (isExact == other.isExact || !other.isExact)
    }

    func matches(_ title: String) -> Bool {
        let title = isExact ? title : title.lowercased()
        return words.allSatisfy { title.contains(isExact ? $0 : $0.lowercased()) }
    }
}
