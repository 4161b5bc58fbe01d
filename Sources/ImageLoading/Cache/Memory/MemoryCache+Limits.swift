extension MemoryCache {
    /// The limits of the cache.
    public struct Limits: Sendable, Equatable {
        /// Bytes of pixels. Default: ``MemoryBudget/standard``.
        public var bytes: Int
        /// Number of images; `nil`: as many as the bytes allow.
        public var count: Int?
        /// Bytes of one image. Default: a quarter of `bytes`, so that one image does not evict most others. A larger
        /// one is still found while it is in use.
        public var entryBytes: Int
        /// Whether an evicted image is still found while it is in use elsewhere, such as in a view.
        public var keepsImagesInUse = true

        /// Creates limits, by default the standard budget, any number of images, and a quarter of the bytes for one
        /// image.
        public init(bytes: Int = MemoryBudget.standard, count: Int? = nil, entryBytes: Int? = nil) {
            self.bytes = bytes
            self.count = count
            self.entryBytes = entryBytes ?? bytes / 4
        }
    }
}
