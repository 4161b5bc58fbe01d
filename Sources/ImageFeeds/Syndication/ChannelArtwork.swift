/// A feed's own picture, for episodes that have none, and the episodes that wait for it: it may stand behind them. A
/// value.
struct ChannelArtwork {
    /// Where it was named, the best first. What podcasts name is large and square, what a channel names often a button.
    enum Rank: Int {
        case podcast, otherPodcast, channel
    }

    private var picture: (address: WebAddress, rank: Rank)?
    private var waiting: [(episode: FeedEntry, place: Int, isShown: Bool)] = []

    /// Episodes that have no picture so far.
    var waitingCount: Int { waiting.count }

    mutating func offer(_ address: WebAddress, as rank: Rank) {
        if let picture, picture.rank.rawValue <= rank.rawValue { return }
        picture = (address, rank)
    }

    /// Keeps an episode until the feed has been read: it stands behind so many items. `isShown`: also without a picture.
    mutating func wait(_ episode: FeedEntry, behind place: Int, orShow isShown: Bool) {
        waiting.append((episode, place, isShown))
    }

    /// Puts the episodes among the other items, each at its place; returns how many have nothing to show.
    func addEpisodes(to items: inout [FeedItem]) -> Int {
        guard !waiting.isEmpty else { return 0 }
        var (all, added, hidden) = ([FeedItem](), 0, 0)
        all.reserveCapacity(items.count + waiting.count)
        for (episode, place, isShown) in waiting {
            all += items[added..<place]
            added = place
            var episode = episode
            if let picture { episode.offer(.init(role: .itunesImage, address: picture.address)) }
            if let item = episode.item ?? (isShown ? episode.wordsAlone : nil) { all.append(item) } else { hidden += 1 }
        }
        items = all + items[added...]
        return hidden
    }
}
