extension ImageDownloader {
    /// Limits on the number of concurrent downloads, and their order. May be changed at any time.
    public struct QueueLimits: Sendable, Equatable {
        /// The order of downloads of one priority.
        public enum Order: Sendable {
            /// First in, first out.
            case firstInFirstOut
            /// The latest request first: what the user has just scrolled to.
            case lastInFirstOut
        }

        /// Maximum number of concurrent downloads, at least 1. Default 6, as in browsers and SDWebImage.
        public var total: Int { didSet { total = max(1, total) } }

        /// Maximum number of concurrent downloads from one host (scheme, name and port), at least 1. Default 6, as in
        /// browsers; over HTTP/2 they share a connection.
        public var perHost: Int { didSet { perHost = max(1, perHost) } }

        /// Number of slots, of `total` and of `perHost`, that low-priority downloads leave free, so that prefetching
        /// never delays a visible image. Default 2. Low-priority downloads may use one slot in any case.
        public var reserved: Int { didSet { reserved = max(0, reserved) } }

        /// The order of waiting downloads of one priority. Default `firstInFirstOut`.
        public var order: Order

        /// Creates limits. Numbers below the minimum are raised to it.
        public init(total: Int = 6, perHost: Int = 6, reserved: Int = 2, order: Order = .firstInFirstOut) {
            self.total = max(1, total)
            self.perHost = max(1, perHost)
            self.reserved = max(0, reserved)
            self.order = order
        }
    }
}
