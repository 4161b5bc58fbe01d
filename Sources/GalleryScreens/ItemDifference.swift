import ImageFeeds

/// The keyed difference between two readings of some sources: where each item is now, how many are new, and which files
/// were rewritten. A value.
struct ItemDifference: Sendable {
    /// The items of the later reading.
    let items: FeedItems
    /// The number of items that were not there before.
    let added: Int
    /// The files that have another date or length.
    let rewritten: Set<PictureSource>
    /// The number of equal items at the beginning.
    private let head: Int
    private let oldCount: Int
    /// The new indices of the items between those that are equal at both ends; `nil` for items that are gone.
    private let moved: [Int?]

    /// Compares two readings; `nil` if it was cancelled.
    init?(from old: FeedItems, to new: FeedItems, isCancelled: () -> Bool = { false }) {
        var (head, tail) = (0, 0)
        let shorter = min(old.count, new.count)
        while head < shorter, old[head] == new[head] {
            head += 1
            if head % 1024 == 0, isCancelled() { return nil }
        }
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] {
            tail += 1
            if tail % 1024 == 0, isCancelled() { return nil }
        }
        var places: [FeedItem.ID: [Int]] = [:]
        for index in head..<new.count - tail {
            if index % 1024 == 0, isCancelled() { return nil }
            places[new[index].id, default: []].append(index)
        }
        var (moved, rewritten, copies) = ([Int?](), Set<PictureSource>(), [FeedItem.ID: Int]())
        for index in head..<old.count - tail {
            if index % 1024 == 0, isCancelled() { return nil }
            let item = old[index]
            guard let places = places[item.id] else {
                moved.append(nil)
                continue
            }
            // The first copy of an item stays the first one.
            let place = places[min(copies[item.id, default: 0], places.count - 1)]
            copies[item.id, default: 0] += 1
            moved.append(place)
            let now = new[place]
            if case .local = now.picture, (item.date, item.byteCount) != (now.date, now.byteCount) {
                rewritten.insert(now.picture)
            }
        }
        items = new
        added = places.reduce(0) { copies[$1.key] == nil ? $0 + $1.value.count : $0 }
        (self.rewritten, self.head, oldCount, self.moved) = (rewritten, head, old.count, moved)
    }

    /// Whether both readings have the same items.
    var isEmpty: Bool { moved.isEmpty && items.count == oldCount }

    /// Returns where the item of an old index is now; `nil` if it is gone.
    func newIndex(of index: Int) -> Int? {
        if index < head { return index }
        return index - head < moved.count ? moved[index - head] : index - oldCount + items.count
    }
}
