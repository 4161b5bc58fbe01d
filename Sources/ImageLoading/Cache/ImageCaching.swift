import ImageCoding

/// What ``ImageManager`` asks of a cache. ``ImageCache`` and ``ImageCachesManager`` are two; a request may bring its own.
///
/// The questions about memory come from any thread, the main one included, and never wait for a disk. Those about the
/// disk block, and are asked on a disk thread; changes to the disk return at once and are written behind, and a question
/// after a change sees it. A manager changes what is kept of one picture from one thread at a time.
///
/// On top of these stand the verbs with a completion, ``query(_:from:options:keepingIn:coders:completion:)`` and those
/// beside it, which any cache has.
public protocol ImageCaching: Sendable {
    /// Which tiers there are: `disk` is missing where nothing is kept on one.
    var tiers: CacheType { get }

    // MARK: Memory

    /// The image kept under the key; counts as a use.
    func image(for key: ImageKey) -> Image?
    /// The same for one who has just missed: what is not found is not counted as another miss.
    func secondLook(_ key: ImageKey) -> Image?
    /// Whether an image is kept under the key. Does not count as a use.
    func contains(_ key: ImageKey) -> Bool
    /// Another size of the same picture, to be shown until the right one is there. Does not count as a use.
    func nearestImage(to key: ImageKey) -> Image?
    /// Keeps an image, in place of an earlier one under the same key.
    func store(_ image: Image, for key: ImageKey)
    /// Forgets one image.
    func remove(_ key: ImageKey)

    // MARK: Disk

    /// What is kept under the key, which counts as a use; `nil`: nothing.
    func entry(for key: DiskKey) -> DiskCache.Entry?
    /// Whether something is kept under the key. Does not count as a use.
    func contains(_ key: DiskKey) -> Bool
    /// Keeps bytes, in place of earlier ones under the same key.
    func store(_ entry: DiskCache.Entry, for key: DiskKey)
    /// The server says that what is kept is still right: it is fresh as of now. `metadata` takes the place of what was
    /// known about it, unless what is kept has meanwhile become something else than what was confirmed; `nil` keeps what
    /// was known.
    func renew(_ key: DiskKey, with metadata: ResponseMetadata?)
    /// Forgets what is kept under one key.
    func remove(_ key: DiskKey)

    // MARK: Both

    /// Which of these tiers has the image of a key, the faster one if both; `none`: neither. Blocks if the disk is asked.
    func tier(of key: ImageKey, in type: CacheType) -> CacheType
    /// Forgets a picture in these tiers: every size in memory, the bytes and every variant on disk.
    func removeImages(of source: String, from type: CacheType)
    /// Forgets everything in these tiers. Blocks if the disk is one.
    func removeAll(from type: CacheType)
    /// Blocks until what was stored before is on disk.
    func flush()

    /// Where the verbs with a completion do what blocks. By default a thread that all caches share.
    var executor: any WorkExecutor { get }
}

extension ImageCaching {
    public func secondLook(_ key: ImageKey) -> Image? { contains(key) ? image(for: key) : nil }

    public func tier(of key: ImageKey, in type: CacheType) -> CacheType {
        if type.contains(.memory), contains(key) { return .memory }
        return type.contains(.disk) && contains(key.diskKey) ? .disk : .none
    }

    public var executor: any WorkExecutor { CacheThread.shared }
}

/// The thread of caches that bring none, started by the first use.
private enum CacheThread {
    static let shared = WorkerPool(threads: 1)
}
