import ImageFeeds

extension GallerySources {
    /// What became of a reading.
    enum News {
        /// Other pictures from now on.
        case opened(FeedResult)
        /// What was opened is what was kept of an earlier run; this is what the sources have now.
        case renewed(FeedResult)
        /// The same, while the reader looks at later pages, or around: what is there stays until he refreshes it.
        case held(FeedResult)
        /// Of what was opened or refreshed, more has come.
        case grown(Growth)
        /// The same sources once more.
        case refreshed(FeedResult)
        case page(FeedPage)
        /// What was shown before the linked feed, as it was left.
        case returned(FeedResult)
        /// Nothing came; what was there stays.
        case failed(FeedError)
    }

    /// What sources gave that were still coming.
    struct Growth {
        /// All that there is now, with the pages that were read meanwhile.
        let items: FeedItems
        /// The numbers of what is new; all else is as it was, in the same order.
        let insertions: [Range<Int>]
        /// What was not said yet.
        let failures: [FeedFailure]
        let result: FeedResult
    }

    /// What follows the last row.
    enum Following {
        case nothing
        /// A page that is asked for when the reader comes near.
        case page
        /// It is on its way.
        case coming
        case failedPage

        var isMore: Bool { if case .nothing = self { false } else { true } }
    }
}
