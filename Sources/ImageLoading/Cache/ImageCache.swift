import Basis
import ImageCoding

/// The two tiers as one: decoded images in memory, encoded ones in a storage, which is mostly a ``DiskCache``.
///
/// Safe from any thread. Questions about memory never wait for the storage; what blocks says so.
///
/// The images that a manager keeps of one picture are all made of the same bytes: see ``Editions``. The lock of those is
/// taken under the manager's, and memory's own under it.
public final class ImageCache: Sendable {
    /// The decoded images.
    public let memory: MemoryCache
    /// The encoded ones; `nil`: nothing is kept but in memory.
    public let storage: (any ImageStorage)?
    /// Where what blocks is done for the verbs with a completion.
    public let executor: any WorkExecutor
    /// Which bytes of each picture are in force.
    private let editions: Lock<Editions>

    /// `executor` does what blocks for the verbs with a completion; by default the storage's. `rememberedPictures`
    /// says of about how many pictures it is remembered what HTTP says, and which bytes are in force.
    public init(
        memory: MemoryCache = MemoryCache(), storage: (any ImageStorage)?, executor: (any WorkExecutor)? = nil,
        rememberedPictures: Int = 10_000
    ) {
        editions = Lock(Editions(capacity: rememberedPictures))
        self.memory = memory
        self.storage = storage
        self.executor = executor ?? storage?.executor ?? NoWork()
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

    public func entry(for key: DiskKey) -> DiskCache.Entry? { storage?.read(key) }
    public func contains(_ key: DiskKey) -> Bool { storage?.contains(key) ?? false }
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) { storage?.store(entry, for: key) }
    public func renew(_ key: DiskKey, with metadata: ResponseMetadata?) { storage?.renew(key, with: metadata) }
    public func remove(_ key: DiskKey) { storage?.remove(key) }

    // MARK: - Both

    /// Which of these tiers has the image of a key, the faster one if both; `none`: neither. Blocks if the disk is asked.
    public func tier(of key: ImageKey, in type: CacheType) -> CacheType {
        if type.contains(.memory), contains(key) { return .memory }
        return type.contains(.disk) && contains(key.diskKey) ? .disk : .none
    }

    /// Forgets a picture in these tiers: every size in memory, the bytes and every variant on disk.
    public func removeImages(of source: String, from type: CacheType) {
        if type.contains(.all) { editions.withLock { $0.forget(source) } }
        if type.contains(.memory) { memory.removeAll(of: source) }
        if type.contains(.disk) { storage?.removeAll(of: source) }
    }

    /// Forgets everything in these tiers. Blocks if the disk is one. What the disk refuses is a warning of its own.
    public func removeAll(from type: CacheType) {
        if type.contains(.all) { editions.withLock { $0.forgetAll() } }
        if type.contains(.memory) { memory.removeAll() }
        if type.contains(.disk) { storage?.clear() }
    }

    /// Blocks until what was stored before is on disk.
    public func flush() { storage?.flush() }

    // MARK: - Editions

    /// What came of bytes that were to be admitted.
    struct Admitted {
        let admission: Editions.Admission
        /// Whether another edition was in force before.
        var replacesAnother = false
        /// Images that left memory, to be let go of without a lock.
        var leaving: [Image] = []
    }

    /// What HTTP says about the edition of a picture that is in force; `nil`: nothing, or none is known.
    func response(of source: String) -> ResponseMetadata? { editions.withLock { $0[source]?.response } }

    /// An image in memory, unless it is the answer to requests with other headers (`Vary`), and what HTTP says about it; and
    /// what left for it.
    func look(
        _ key: ImageKey, for headers: [(name: String, value: String)], isSecond: Bool
    ) -> (image: Image?, response: ResponseMetadata?, leaving: [Image]) {
        editions.withLock { editions in
            let response = editions[key.source]?.response
            guard response?.matches(requestHeaders: headers) != false else { return (nil, nil, []) }
            let (image, leaving) = memory.look(key, isSecond: isSecond)
            return (image, response, leaving)
        }
    }

    /// Another size of a picture in memory, unless it is the answer to requests with other headers.
    func nearestImage(to key: ImageKey, for headers: [(name: String, value: String)]) -> Image? {
        editions.withLock { editions in
            guard editions[key.source]?.response?.matches(requestHeaders: headers) != false else { return nil }
            return memory.nearestImage(to: key)
        }
    }

    /// Whether it is known of which bytes a picture is.
    func knows(_ source: String) -> Bool { editions.withLock { $0[source] != nil } }

    /// Whether an image of these bytes may be kept: they are in force, or not known.
    func mayStore(_ revision: Revision?, of source: String) -> Bool {
        editions.withLock { $0.mayStore(revision, of: source) }
    }

    /// Whether other bytes than these are in force, and have been adopted after a moment.
    func hasReplaced(_ revision: Revision?, of source: String, since moment: Int = 0) -> Bool {
        editions.withLock { $0.isReplaced(revision, of: source, since: moment) }
    }

    /// Notes what HTTP says about bytes that were read again, if they are in force.
    func note(_ response: ResponseMetadata?, ofRead source: String, _ revision: Revision) {
        editions.withLock { $0.note(response, ofRead: source, revision) }
    }

    /// Bytes are known to be a picture. If they are the edition from now on, memory has nothing of another any more; what
    /// the storage has is the caller's to remove.
    func admit(
        _ revision: Revision, of source: String, by evidence: Editions.Evidence, response: ResponseMetadata?
    ) -> Admitted {
        editions.withLock { editions in
            let wasKnown = editions[source] != nil
            let admission = editions.admit(
                revision, of: source, by: evidence, response: response, now: Editions.moment())
            guard case .adopted = admission else { return Admitted(admission: admission) }
            // What a program has stored itself before anything was known of the picture may be of these bytes.
            var leaving = memory.drop([source]) { $0.revision.map(revision.isSame) ?? !wasKnown }
            let forgotten = editions.forgetSurplus(now: Editions.moment())
            if !forgotten.isEmpty { leaving += memory.drop(Set(forgotten)) { $0.revision == nil } }
            return Admitted(admission: .adopted, replacesAnother: wasKnown, leaving: leaving)
        }
    }

    /// Keeps an image in memory, unless other bytes are in force than those it was made of. Returns what left for it.
    func keep(_ image: Image, for key: ImageKey) -> [Image] {
        editions.withLock { editions in
            guard editions.mayStore(image.revision, of: key.source) else { return [] }
            return memory.keep(image, for: key)
        }
    }

    /// The server confirmed bytes; `nil`: those in force. `change` makes what is known of them from now on.
    func renew(
        _ source: String, of revision: Revision?, _ change: (ResponseMetadata?) -> ResponseMetadata?
    ) {
        editions.withLock { $0.renew(source, of: revision, change) }
    }

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
