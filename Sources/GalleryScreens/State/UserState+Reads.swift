import ImageFeeds

/// Read and unread items.
extension UserState {
    func state(of entry: Page.Entry) -> ReadMarks.State {
        id(of: entry.source).map { stored.read[$0].state(of: entry.item) } ?? .read
    }

    /// Returns the read state of the given sources.
    func sources(_ sources: some Sequence<FeedSource?>) -> [FeedSource: ReadMarks.Source] {
        var known: [FeedSource: ReadMarks.Source] = [:]
        for case let source? in sources where known[source] == nil {
            known[source] = id(of: source).map { stored.read[$0] }
        }
        return known
    }

    /// Marks an item as read or unread. Returns whether that changed anything.
    @discardableResult
    func mark(_ entry: Page.Entry, isRead: Bool) -> Bool {
        guard let source = id(of: entry.source), (state(of: entry) == .read) != isRead else { return false }
        stored.read.mark(ItemID(entry.item), of: source, isRead: isRead)
        return true
    }

    /// Notes items as seen.
    func leave(_ items: FeedItems) {
        var left: [SourceID: [ItemID]] = [:]
        for (source, range) in items.runs {
            guard let id = id(of: source), left[id, default: []].count <= ReadMarks.maxSeen else { continue }
            left[id, default: []] += range.prefix(ReadMarks.maxSeen + 1).map { ItemID(items[$0]) }
        }
        for (source, items) in left { stored.read.leave(source, having: items) }
    }
}
