import ImageCoding

/// The two tiers as one: decoded images in memory, encoded ones on disk.
///
/// Safe from any thread; what blocks says so.
public final class ImageCache: ImageCaching {
    /// The decoded images.
    public let memory: MemoryCache
    /// `nil`: nothing is kept on disk.
    public let disk: DiskCache?
    /// Where what blocks is done for the verbs with a completion.
    public let executor: any WorkExecutor

    /// `executor` does what blocks for the verbs with a completion; by default the disk's, or a thread that all share.
    public init(
        memory: MemoryCache = MemoryCache(), disk: DiskCache? = nil, executor: (any WorkExecutor)? = nil
    ) {
        self.memory = memory
        self.disk = disk
        self.executor = executor ?? disk?.executor ?? NoWork()
    }

    /// Both, or memory alone.
    public var tiers: CacheType { disk == nil ? .memory : .all }

    // MARK: - Memory

    public func image(for key: ImageKey) -> Image? { memory.image(for: key) }
    public func secondLook(_ key: ImageKey) -> Image? { memory.secondLook(key) }
    public func contains(_ key: ImageKey) -> Bool { memory.contains(key) }
    public func nearestImage(to key: ImageKey) -> Image? { memory.nearestImage(to: key) }
    public func store(_ image: Image, for key: ImageKey) { memory.store(image, for: key) }
    public func remove(_ key: ImageKey) { memory.remove(key) }

    // MARK: - Disk

    public func entry(for key: DiskKey) -> DiskCache.Entry? { disk?.read(key) }
    public func contains(_ key: DiskKey) -> Bool { disk?.contains(key) ?? false }
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) { disk?.store(entry, for: key) }
    public func renew(_ key: DiskKey, with metadata: ResponseMetadata?) { disk?.renew(key, with: metadata) }
    public func remove(_ key: DiskKey) { disk?.remove(key) }

    // MARK: - Both

    public func removeImages(of source: String, from type: CacheType) {
        if type.contains(.memory) { memory.removeAll(of: source) }
        if type.contains(.disk) { disk?.removeAll(of: source) }
    }

    /// Forgets everything in these tiers. Blocks if the disk is one. What the disk refuses is a warning of its own.
    public func removeAll(from type: CacheType) {
        if type.contains(.memory) { memory.removeAll() }
        if type.contains(.disk) { disk?.clear() }
    }

    public func flush() { disk?.flush() }

    // MARK: - Sizes

    /// How many entries are on disk, and their bytes. Blocking.
    public func diskTotals() -> (count: Int, bytes: Int) { disk?.totals() ?? (0, 0) }

    /// The same, told once, from a thread of ours.
    public func calculateSize(completion: @escaping @Sendable (_ count: Int, _ bytes: Int) -> Void) {
        executor.run { [self] in
            let totals = diskTotals()
            completion(totals.count, totals.bytes)
        }
    }

    /// Removes from disk what is too old, or too much; every write does the same. The completion runs once.
    public func deleteOldEntries(completion: @escaping @Sendable () -> Void = {}) {
        executor.run { [self] in
            disk?.trim()
            completion()
        }
    }
}

/// For a cache without a disk: nothing it does blocks.
private struct NoWork: WorkExecutor {
    func run(_ work: @escaping @Sendable () -> Void) { work() }
}
