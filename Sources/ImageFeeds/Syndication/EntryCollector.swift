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
    /// Whether entries were left out because there are too many.
    private(set) var isCutShort = false
    var warnings: [FeedError] { isCutShort ? [.tooManyItems(limit: limit)] : [] }
    /// The memory that the details of the entries take.
    let share: MemoryAllowance.Share
    private var detailBytes = 0
    private let limit: Int
    private let showsWords: Bool
    private var artwork: (address: WebAddress, rank: Rank)?
    /// The episodes without a picture, with the number of items before each.
    private var waiting: [(episode: FeedEntry, place: Int)] = []

    init(limits: FeedLimits, options: FeedOptions, details: DetailBudget) {
        (limit, showsWords) = (limits.feedItems, options.showsEntriesWithoutPictures)
        share = MemoryAllowance.Share(of: details.allowance, replacing: details.former)
    }

    /// Takes a picture of the feed itself.
    mutating func offer(_ address: WebAddress, as rank: Rank) {
        if let artwork, artwork.rank.rawValue <= rank.rawValue { return }
        artwork = (address, rank)
    }

    mutating func add(_ entry: FeedEntry) {
        var entry = entry
        entry.offerWaiting()
        if entry.isEpisode, !entry.hasPicture {
            if hasRoom() { waiting.append((entry, items.count)) }
        } else if let item = item(of: entry), hasRoom() {
            items.append(item)
        }
    }

    private mutating func hasRoom() -> Bool {
        if items.count + waiting.count == limit { isCutShort = true }
        return !isCutShort
    }

    /// Returns the item of an entry, with its whole text, other pictures and a picture of its own if there is room for
    /// them. Counts an entry that has no picture.
    private mutating func item(of entry: FeedEntry) -> FeedItem? {
        var item = entry.item(orWordsAlone: showsWords)
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
        return item.picture.isPicture || showsWords ? item : nil
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
