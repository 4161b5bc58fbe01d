import ImageFeeds

extension SourceReader {
    enum Event {
        /// The first items, or others in their place.
        case opened(FeedResult)
        /// The items that were opened are of an earlier run; this is what the sources have now.
        case renewed(FeedResult)
        /// As ``renewed(_:)``, while the reader looks at later pages, or around: it is shown by the next refresh.
        case held(FeedResult)
        /// More of what was opened or refreshed has come.
        case grew(Growth)
        /// The sources once more, or some of them: then only their failures.
        case refreshed(FeedResult)
        case page(FeedPage)
        /// Nothing came; what was there stays.
        case failed(FeedError)
        /// More files were found.
        case progressed
    }

    /// Items of sources that were still coming.
    struct Growth {
        /// All items that there are now, with those of later pages.
        let items: FeedItems
        /// The indices of the new ones; all others are in the same order as before.
        let insertions: [Range<Int>]
        /// The failures that no event had before.
        let failures: [FeedFailure]
        let result: FeedResult
    }

    /// What follows the last item.
    enum Following {
        case nothing
        /// A page that is read when the reader comes near.
        case page
        case coming
        case failedPage

        var isMore: Bool { if case .nothing = self { false } else { true } }
    }
}
