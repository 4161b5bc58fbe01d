extension MemoryCache {
    /// How much the cache may hold.
    public struct Limits: Sendable, Equatable {
        /// Bytes of pixels. By default what ``MemoryBudget`` makes of this machine.
        public var bytes: Int
        /// Images; `nil`: as many as the bytes allow.
        public var count: Int?
        /// Bytes of one image. By default a quarter of all: one picture must not throw out most others. A larger one is
        /// still found as long as somebody shows it.
        public var entryBytes: Int
        /// Whether an image that had to leave is found again as long as somebody shows it.
        public var keepsShownImages = true

        public init(bytes: Int = MemoryBudget.standard, count: Int? = nil, entryBytes: Int? = nil) {
            self.bytes = bytes
            self.count = count
            self.entryBytes = entryBytes ?? bytes / 4
        }
    }

    /// What the cache holds, and what it has done since it was made.
    public struct Statistics: Sendable, Equatable {
        /// Images that are kept now, and their bytes.
        public var count = 0
        public var bytes = 0
        /// Lookups that found their image, and those that did not.
        public var hits = 0
        public var misses = 0
        /// Hits on images that had left the cache, and were still shown by somebody.
        public var readopted = 0
        /// Images that had to make room for others.
        public var evicted = 0
        /// Images that were too large to be kept.
        public var rejected = 0

        public init() {}
    }
}
