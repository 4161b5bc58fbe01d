import Basis
import ImageCoding

/// The two tiers as one: decoded images in memory, encoded ones in a storage, which is mostly a ``DiskCache``.
///
/// Safe from any thread. Questions about memory never wait for the storage; what blocks says so.
///
/// The images that a manager keeps of one picture are all made of the same bytes: see ``Editions``. The lock of those is
/// taken under the manager's, and under it memory's and that of what waits to be written: what is kept, and what goes for
/// it, changes in memory and for every question to the storage in one moment.
public final class ImageCache: Sendable {
    /// The decoded images.
    public let memory: MemoryCache
    /// The encoded ones; `nil`: nothing is kept but in memory.
    public let storage: (any ImageStorage)?
    /// Where what blocks is done for the verbs with a completion.
    public let executor: any WorkExecutor
    /// The storage, with what waits to be written to it.
    let writes: (any WriteBehindStorage)?
    /// Which bytes of each picture are in force.
    let editions: Lock<Editions>

    /// `executor` writes to the storage and does what blocks for the verbs with a completion; by default the storage's. A
    /// ``DiskCache`` writes on its own. `rememberedPictures` says of about how many pictures it is remembered what HTTP
    /// says, and which bytes are in force.
    public init(
        memory: MemoryCache = MemoryCache(), storage: (any ImageStorage)?, executor: (any WorkExecutor)? = nil,
        rememberedPictures: Int = 10_000
    ) {
        editions = Lock(Editions(capacity: rememberedPictures))
        self.memory = memory
        self.storage = storage
        let executor = executor ?? storage?.executor ?? NoWork()
        self.executor = executor
        writes = storage.map { $0 as? any WriteBehindStorage ?? WriteBehind($0, executor: executor) }
    }

    /// A cache that keeps encoded pictures in a disk cache, or nowhere.
    public convenience init(
        memory: MemoryCache = MemoryCache(), disk: DiskCache? = nil, executor: (any WorkExecutor)? = nil,
        rememberedPictures: Int = 10_000
    ) {
        self.init(memory: memory, storage: disk, executor: executor, rememberedPictures: rememberedPictures)
    }

    /// The storage, if it is a disk cache.
    public var disk: DiskCache? { storage as? DiskCache }

    /// Both, or memory alone.
    public var tiers: CacheType { storage == nil ? .memory : .all }

    // MARK: - Memory

    public func image(for key: ImageKey) -> Image? { memory.image(for: key) }
    public func contains(_ key: ImageKey) -> Bool { memory.contains(key) }
    public func nearestImage(to key: ImageKey) -> Image? { memory.nearestImage(to: key) }
    public func store(_ image: Image, for key: ImageKey) { memory.store(image, for: key) }
    public func remove(_ key: ImageKey) { memory.remove(key) }

    // MARK: - Storage

    public func entry(for key: DiskKey) -> DiskCache.Entry? { writes?.read(key) }
    public func contains(_ key: DiskKey) -> Bool { writes?.contains(key) ?? false }
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) { writes?.store(entry, for: key) }
    public func freshen(_ key: DiskKey, with metadata: ResponseMetadata?) { writes?.freshen(key, with: metadata) }
    public func remove(_ key: DiskKey) { writes?.remove(key) }

    /// Whether something waits to be written to the storage, or is being written. Any thread; never waits for it.
    public var isWriting: Bool { writes?.isWriting ?? false }

    // MARK: - Both

    /// Which of these tiers has the image of a key, the faster one if both; `none`: neither. Blocks if the disk is asked.
    public func tier(of key: ImageKey, in type: CacheType) -> CacheType {
        if type.contains(.memory), contains(key) { return .memory }
        return type.contains(.disk) && contains(key.diskKey) ? .disk : .none
    }

    /// Forgets a picture in these tiers: every size in memory, the bytes and every variant on disk.
    public func removeImages(of source: String, from type: CacheType) {
        if type.contains(.all) { editions.withLock { $0.forget(source, now: Editions.moment()) } }
        if type.contains(.memory) { memory.removeAll(of: source) }
        if type.contains(.disk) { writes?.removeAll(of: source) }
    }

    /// Forgets everything in these tiers. Blocks if the disk is one. What the disk refuses is a warning of its own.
    public func removeAll(from type: CacheType) {
        if type.contains(.all) { editions.withLock { $0.forgetAll(now: Editions.moment()) } }
        if type.contains(.memory) { memory.removeAll() }
        if type.contains(.disk) { writes?.clear() }
    }

    /// Blocks until what was stored before is on disk.
    public func flush() { writes?.flush() }

    // MARK: - Sizes

    /// How many entries the disk cache has, and their bytes; nothing of another storage. Blocking.
    public func diskTotals() -> (count: Int, bytes: Int) { disk?.totals() ?? (0, 0) }

    /// Counts the entries of the disk cache and their bytes. The completion runs once, on the executor.
    public func calculateSize(completion: @escaping @Sendable (_ count: Int, _ bytes: Int) -> Void) {
        executor.run { [self] in
            let totals = diskTotals()
            completion(totals.count, totals.bytes)
        }
    }

    /// Removes from the disk cache what is too old, or too much; every write does the same. Another storage is left alone.
    /// The completion runs once.
    public func deleteOldEntries(completion: @escaping @Sendable () -> Void = {}) {
        executor.run { [self] in
            disk?.trim()
            completion()
        }
    }
}

/// Caches are equal if they are the same object.
extension ImageCache: Hashable {
    public static func == (left: ImageCache, right: ImageCache) -> Bool { left === right }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// For a cache without a storage: nothing it does blocks.
private struct NoWork: WorkExecutor {
    func run(_ work: @escaping @Sendable () -> Void) { work() }
}
