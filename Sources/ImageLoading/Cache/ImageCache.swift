import HalftoneCore
import ImageCoding

/// A cache of two tiers: decoded images in memory, encoded ones in a storage, usually a ``DiskCache``.
///
/// Safe from any thread. Memory lookups never wait for the storage; blocking methods are documented as such.
///
/// A *picture* is what one source key names: an original and its variants. All images that a manager stores of one are
/// made of the same bytes: see `PictureIndex`. Locks are taken in this order: the manager's, the index's, then memory's
/// and the pending writes'. A store and the removals it causes thus take effect at once in both tiers.
public final class ImageCache: Sendable {
    /// The tier of decoded images.
    public let memory: MemoryCache
    /// The tier of encoded images; `nil`: images are stored in memory only.
    public let storage: (any ImageStorage)?
    /// The executor of blocking work for the methods with a completion handler.
    public let executor: any WorkExecutor
    /// The storage with its pending writes.
    let writes: (any WriteBehindStorage)?
    /// The current bytes of each picture.
    let pictures: Lock<PictureIndex>

    /// Creates a cache. `executor` writes to the storage, except to a ``DiskCache``, which writes on its own, and does
    /// the blocking work of methods with a completion handler; default: that of the disk cache, or a thread.
    ///
    /// Revision and HTTP metadata of at most `rememberedPictures` pictures stay in memory. It must be many more than are
    /// loaded at the same time, as loads that began before a picture was forgotten may store nothing.
    public init(
        memory: MemoryCache = MemoryCache(), storage: (any ImageStorage)? = nil, executor: (any WorkExecutor)? = nil,
        rememberedPictures: Int = 10_000
    ) {
        pictures = Lock(PictureIndex(capacity: rememberedPictures))
        self.memory = memory
        self.storage = storage
        writes = storage.map { storage in
            storage as? any WriteBehindStorage
                ?? WriteBehind(storage, executor: executor ?? WorkerPool(threads: 1))
        }
        self.executor = executor ?? writes?.executor ?? NoWork()
    }

    /// The storage, if it is a disk cache.
    public var disk: DiskCache? { storage as? DiskCache }

    /// Both tiers, or memory alone.
    public var tiers: CacheType { storage == nil ? .memory : .all }

    // MARK: - Memory

    /// The image under a key in memory; `nil` if there is none. Reading counts as a use. Setting an image evicts others to
    /// make room, setting `nil` removes the image.
    public subscript(key: ImageKey) -> Image? {
        get { memory.image(for: key) }
        set { if let newValue { memory.store(newValue, for: key) } else { memory.remove(key) } }
    }

    // MARK: - Storage

    /// Returns the entry in the storage, pending writes included; `nil` on a miss and without a storage. Counts as a
    /// use. Blocking.
    public func entry(for key: DiskKey) -> DiskCache.Entry? { writes?.read(key) }
    /// Returns whether the storage has an entry, pending writes included. Does not count as a use. Blocking.
    public func contains(_ key: DiskKey) -> Bool { writes?.contains(key) ?? false }
    /// Stores an entry in the storage, in place of an earlier one. Written later, in the background; dropped without a
    /// storage.
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) { writes?.stage(entry, for: key) }
    /// Removes one entry from the storage. Written later, in the background; the entry is not found from now on.
    public func remove(_ key: DiskKey) { writes?.change { $0.remove(key) } }

    /// Whether writes to the storage are pending or running. Any thread; never waits for the storage.
    var isWriting: Bool { writes?.isWriting ?? false }

    // MARK: - Both

    /// Returns which of these tiers has the image of a key, the faster one if both, or `none`. Blocks if the disk is
    /// queried.
    public func tier(of key: ImageKey, in type: CacheType) -> CacheType {
        if type.contains(.memory), memory.contains(key) { return .memory }
        return type.contains(.disk) && contains(key.diskKey) ? .disk : .none
    }

    /// Removes a picture, by default from both tiers: every variant in memory, the original and every variant on disk.
    public func removeImages(of source: String, from type: CacheType = .all) {
        let leaving = pictures.withLock { pictures in
            if type.contains(.all) { pictures.remove(source, now: PictureIndex.nextTime()) }
            if type.contains(.disk) { writes?.stage { $0.removeAll(of: source) } }
            let leaving = type.contains(.memory) ? memory.drop([source]) { _ in false } : []
            return leaving + dropSurplus(of: &pictures)
        }
        withExtendedLifetime(leaving) { startWriting() }
    }

    /// Removes everything from these tiers. Blocks if the disk is one. A failure of the disk is reported as its
    /// warning.
    public func removeAll(from type: CacheType) {
        dropAll(from: type)
        if type.contains(.disk) { flush() }
    }

    /// Removes everything from these tiers without waiting for the storage. What loads have read or fetched before is
    /// not stored afterwards if both tiers are meant.
    func dropAll(from type: CacheType) {
        var unwritten: PendingWrites.Batch?
        let leaving = pictures.withLock { pictures in
            if type.contains(.all) { pictures.removeAll(now: PictureIndex.nextTime()) }
            if type.contains(.disk) { writes?.stage { unwritten = $0.removeAll() } }
            return type.contains(.memory) ? memory.dropAll() : []
        }
        withExtendedLifetime((leaving, unwritten)) { startWriting() }
    }

    /// Blocks until all earlier changes are on disk.
    public func flush() { writes?.flush() }

    /// Returns the number of entries in the disk cache and their bytes; zeros for another storage. Blocking.
    func diskTotals() -> (count: Int, bytes: Int) { disk?.totals() ?? (0, 0) }
}

/// Equality is identity.
extension ImageCache: Hashable {
    public static func == (left: ImageCache, right: ImageCache) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The executor of a cache without a storage, where nothing blocks.
private struct NoWork: WorkExecutor {
    func run(_ work: @escaping @Sendable () -> Void) { work() }
}
