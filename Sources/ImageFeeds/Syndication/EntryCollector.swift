import HalftoneCore

/// The items of a feed's entries, up to the limits, whatever its format. A value.
///
/// An episode without a picture shows the feed's own, which may follow all entries: it waits for ``finish()``.
struct EntryCollector {
    /// The element that named the feed's own picture, the best first. Podcast artwork is large and square, a channel's
    /// image often a button.
    enum Rank: Int {
        case podcast, otherPodcast, channel
    }

    private(set) var items: [FeedItem] = []
    /// Entries that were left out because they have no picture.
    private(set) var hiddenEntries = 0
    private var allowance: ItemAllowance
    private var entryCount = 0
    private let entryLimit: Int
    /// The memory that the details of the entries take.
    let share: MemoryAllowance.Share
    private var detailBytes = 0
    private let showsTextOnly: Bool
    private var artwork: (address: WebAddress, rank: Rank)?
    /// The episodes without a picture, with the number of items before each.
    private var waiting: [(episode: FeedEntry, place: Int)] = []

    init(limits: FeedLimits, options: FeedOptions, details: DetailBudget) {
        (entryLimit, showsTextOnly) = (limits.feedEntries, options.showsEntriesWithoutPictures)
        allowance = ItemAllowance(count: limits.feedItems, limits: limits)
        share = MemoryAllowance.Share(of: details.allowance, replacing: details.former)
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
        if let artwork, artwork.rank.rawValue <= rank.rawValue { return }
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
        if let count = item?.detailBytes, count > 0 { item = item.flatMap { fitting($0, detailBytes + count) } }
        if item == nil { hiddenEntries += 1 }
        return item
    }

    /// Returns the item with its details if there is room for this many bytes, else without them.
    private mutating func fitting(_ item: FeedItem, _ count: Int) -> FeedItem? {
        var item = item
        if share.grow(to: count, free: 0) {
            (detailBytes, item.details) = (count, EntryDetails(of: item, retaining: share))
            return item
        }
        item.details = nil
        if case .embedded = item.picture { item.picture = .missing }
        return item.picture.isPicture || showsTextOnly ? item : nil
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
        share.replaceFormer()
    }
}
