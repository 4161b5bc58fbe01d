/// A feed's own picture, for episodes without one, and the episodes that need it, because it may follow them. A value.
struct ChannelArtwork {
    /// The element that named the picture, the best first. Podcast artwork is large and square, a channel's image often
    /// a button.
    enum Rank: Int {
        case podcast, otherPodcast, channel
    }

    private var picture: (address: WebAddress, rank: Rank)?
    private var waiting: [(episode: FeedEntry, place: Int, isShown: Bool)] = []

    /// The episodes without a picture.
    var waitingCount: Int { waiting.count }

    mutating func offer(_ address: WebAddress, as rank: Rank) {
        if let picture, picture.rank.rawValue <= rank.rawValue { return }
        picture = (address, rank)
    }

    /// Keeps an episode until the end of the feed, with the number of items before it. `isShown`: also without a
    /// picture.
    mutating func wait(_ episode: FeedEntry, behind place: Int, orShow isShown: Bool) {
        waiting.append((episode, place, isShown))
    }

    /// Inserts the episodes among the items, in order; returns the number of episodes without a picture.
    func addEpisodes(to items: inout [FeedItem]) -> Int {
        guard !waiting.isEmpty else { return 0 }
        var (all, added, hidden) = ([FeedItem](), 0, 0)
        all.reserveCapacity(items.count + waiting.count)
        for (episode, place, isShown) in waiting {
            all += items[added..<place]
            added = place
            var episode = episode
            if let picture { episode.pictures.offer(.init(role: .itunesImage, address: picture.address)) }
            if let item = episode.item(orWordsAlone: isShown) { all.append(item) } else { hidden += 1 }
        }
        items = all + items[added...]
        return hidden
    }
}
