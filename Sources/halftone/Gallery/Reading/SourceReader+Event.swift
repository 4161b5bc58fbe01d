import ImageFeeds

extension SourceReader {
    enum Event {
        /// What the sources have now.
        case snapshot(Snapshot)
        /// The current items, after those of an earlier run were shown. Later pages of those are shown, which the new ones
        /// would replace: the next refresh shows them.
        case held(FeedResult)
        /// Reading failed; the present items stay.
        case failed(FeedError)
        /// More files were found.
        case progressed
    }

    /// The items of all sources so far, with those of later pages.
    struct Snapshot {
        enum Cause {
            /// Sources have answered.
            case arrival
            /// Sources have answered whose items of an earlier run are shown.
            case renewal
            /// The user asked for the sources again.
            case refresh
            /// A later page was read.
            case page
        }

        let items: FeedItems
        let cause: Cause
        /// The failures that no snapshot before it had.
        var failures: [FeedFailure]
        /// The first pages of the sources.
        let result: FeedResult

        /// Whether all sources have answered.
        var isComplete: Bool { result.pending.isEmpty }
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
