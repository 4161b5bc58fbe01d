extension ImageDownloader {
    /// The number of concurrent downloads, and their order. May be changed at any time.
    public struct QueueLimits: Sendable, Equatable {
        /// The order of downloads of one priority.
        public enum Order: Sendable {
            /// First in, first out.
            case firstInFirstOut
            /// The latest request first: what the user has just scrolled to.
            case lastInFirstOut
        }

        /// Maximum number of concurrent downloads, at least 1. Default 6, as in browsers and SDWebImage. Downloads of
        /// low priority leave two of these slots free, so that prefetching never delays a visible image.
        public var total: Int { didSet { total = max(1, total) } }

        /// The order of waiting downloads of one priority. Default `firstInFirstOut`.
        public var order: Order

        /// Creates limits. A total below 1 is raised to it.
        public init(total: Int = 6, order: Order = .firstInFirstOut) {
            (self.total, self.order) = (max(1, total), order)
        }
    }
}
