import HalftoneCore

/// The items of a feed's entries, up to the limits, whatever its format. A value.
///
/// An episode without a picture shows the feed's own, which may follow all entries: it waits for ``finish()``.
struct EntryCollector {
    /// The element that named the feed's own picture, the best first. Podcast artwork is large and square, a channel's
    /// image often a button.
    enum Rank: Comparable {
        case podcast, otherPodcast, channel
    }

    private(set) var items: [FeedItem] = []
    /// Entries that were left out because they have no picture.
    private(set) var hiddenEntries = 0
    private var allowance: ItemAllowance
    private var entryCount = 0
    private let entryLimit: Int
    private(set) var detailBytes = 0
    private let maxDetailBytes: Int
    /// The share of these bytes in those of all documents.
    let share: MemoryAllowance.Share?
    private let showsTextOnly: Bool
    private var artwork: (address: WebAddress, rank: Rank)?
    /// The episodes without a picture, with the number of items before each.
    private var waiting: [(episode: FeedEntry, place: Int)] = []

    init(limits: FeedLimits, options: FeedOptions, share: MemoryAllowance.Share? = nil) {
        self.share = share
        (entryLimit, showsTextOnly) = (limits.feedEntries, options.showsEntriesWithoutPictures)
        allowance = ItemAllowance(count: limits.feedItems, limits: limits)
        maxDetailBytes = limits.detailBytes
    }

    /// Whether no more entries are taken.
    var isCutShort: Bool { allowance.isExceeded || entryCount > entryLimit }

    /// The warnings about omitted entries. Episodes may take all room for pictures and have none.
    var warnings: [FeedError] {
        guard isCutShort else { return [] }
        let hasTooManyItems = allowance.isExceeded && !items.isEmpty
        return [hasTooManyItems ? .tooManyItems(limit: items.count) : .tooManyEntries(limit: entryCount - 1)]
    }

    /// Takes a picture of the feed itself.
    mutating func offer(_ address: WebAddress, as rank: Rank) {
        if let artwork, artwork.rank <= rank { return }
        artwork = (address, rank)
    }

    mutating func add(_ entry: FeedEntry) {
        guard !isCutShort else { return }
        entryCount += 1
        guard !isCutShort else { return }
        var entry = entry
        entry.offerWaiting()
        let addresses = (entry.page?.text, entry.pictures.shown?.address?.text)
        if entry.isEpisode, !entry.hasPicture {
            if allowance.admit(addresses.0) { waiting.append((entry, items.count)) }
        } else if let item = item(of: entry), allowance.admit(addresses.0, addresses.1) {
            items.append(item)
        }
    }

    /// Returns the item of an entry, with its whole text, other pictures and a picture of its own if there is room for
    /// them. Counts an entry that has no picture.
    private mutating func item(of entry: FeedEntry) -> FeedItem? {
        var item = entry.item(orTextOnly: showsTextOnly)
        if let count = item?.detailBytes, detailBytes + count <= maxDetailBytes,
            share?.grow(to: detailBytes + count) != false
        {
            detailBytes += count
        } else {
            item?.removeDetails()
        }
        if let item, item.picture.isPicture || showsTextOnly { return item }
        hiddenEntries += 1
        return nil
    }

    /// Inserts the episodes that have waited. Call it once, after the last entry.
    mutating func finish() {
        var (all, added) = ([FeedItem](), 0)
        all.reserveCapacity(items.count + waiting.count)
        for (episode, place) in waiting {
            all += items[added..<place]
            added = place
            var episode = episode
            if let artwork { episode.pictures.offer(.init(role: .itunesImage, address: artwork.address)) }
            if let item = item(of: episode) { all.append(item) }
        }
        (items, waiting) = (all + items[added...], [])
        items.separateEntries()
    }
}
