extension ImageDownloader {
    /// How many downloads run at once, and in which order. May be changed at any time.
    public struct QueueLimits: Sendable, Equatable {
        /// Who goes first among downloads of one priority.
        public enum Order: Sendable {
            case firstInFirstOut
            case lastInFirstOut
        }

        /// Downloads at once; six, as browsers and SDWebImage have it. At least one.
        public var total: Int { didSet { total = max(1, total) } }

        /// Downloads at once from one host (scheme, name and port). Six, the same; over HTTP/2 they share a connection.
        public var perHost: Int { didSet { perHost = max(1, perHost) } }

        /// Of both, the places that downloads of low priority leave free, so that prefetching never keeps a visible
        /// picture waiting. Two; one place is left to low priority in any case.
        public var reserved: Int { didSet { reserved = max(0, reserved) } }

        public var order: Order

        /// How fast downloads may begin. `nil`, for as fast as there are places: six at once are polite enough.
        public var rate: TokenBucket?

        public init(
            total: Int = 6, perHost: Int = 6, reserved: Int = 2, order: Order = .firstInFirstOut,
            rate: TokenBucket? = nil
        ) {
            self.total = max(1, total)
            self.perHost = max(1, perHost)
            self.reserved = max(0, reserved)
            self.order = order
            self.rate = rate
        }
    }
}
