import ImageFeeds

extension SourceReader {
    enum Event {
        /// The first items, or a replacement of all.
        case opened(FeedResult)
        /// The current items, after those of an earlier run were opened.
        case renewed(FeedResult)
        /// As ``renewed(_:)``, while later pages are shown or the list is scrolled: the next refresh shows the items.
        case held(FeedResult)
        /// More sources have arrived since the items were opened or refreshed.
        case grew(Growth)
        /// The refreshed items of all sources, or of some: then only their failures.
        case refreshed(FeedResult)
        case page(FeedPage)
        /// Reading failed; the present items stay.
        case failed(FeedError)
        /// More files were found.
        case progressed
    }

    /// Items of sources that arrived later.
    struct Growth {
        /// All present items, with those of later pages.
        let items: FeedItems
        /// The indices of new items; the order of the others is unchanged.
        let insertions: [Range<Int>]
        /// The failures not reported by an earlier event.
        let failures: [FeedFailure]
        let result: FeedResult
    }

    /// The continuation after the last item.
    enum Following {
        case nothing
        /// A page that is read when the selection is near the end.
        case page
        case coming
        case failedPage

        var isMore: Bool { if case .nothing = self { false } else { true } }
    }
}
