import ImageFeeds

extension SourceReader {
    enum Event {
        /// What the sources have now.
        case snapshot(Snapshot)
        /// Reading failed; the present items stay.
        case failed(FeedError)
        /// More files were found.
        case progressed
    }

    /// The items of all sources so far, with those of later pages.
    struct Snapshot {
        /// The causes; of two snapshots that are shown together, the later case counts.
        enum Cause: Int {
            /// A later page was read.
            case page
            /// Sources have answered.
            case arrival
            /// Sources have answered whose items of an earlier run are shown.
            case renewal
            /// The user asked for the sources again.
            case refresh
        }

        let items: FeedItems
        private(set) var cause: Cause
        /// The failures that no snapshot before it had.
        private(set) var failures: [FeedFailure]
        /// The first pages of the sources.
        let result: FeedResult

        /// Whether all sources have answered.
        var isComplete: Bool { result.isComplete }

        /// Returns the snapshot with the cause and the failures of an earlier one that was never shown.
        func following(_ earlier: Snapshot?) -> Snapshot {
            guard let earlier else { return self }
            var snapshot = self
            if earlier.cause.rawValue > cause.rawValue { snapshot.cause = earlier.cause }
            snapshot.failures = earlier.failures + failures
            return snapshot
        }
    }
}
