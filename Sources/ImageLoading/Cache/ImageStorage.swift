import Basis
import ImageCoding

/// Where an ``ImageCache`` keeps encoded pictures. ``DiskCache`` is one, ``ImageStorageGroup`` several as one; a program
/// may bring its own.
///
/// Everything may block. Questions come from any thread, changes from one at a time: an ``ImageCache`` writes behind, on
/// ``executor``, and answers from what waits until a change has returned. At most 64 MB wait: what comes on top while the
/// storage is slower is not kept. A storage belongs to one cache, and is changed through it. It may change that cache while
/// it is written to, but not wait for it (``ImageCache/flush()``).
public protocol ImageStorage: AnyObject, Sendable {
    /// What is kept under the key, which counts as a use; `nil`: nothing.
    func read(_ key: DiskKey) -> DiskCache.Entry?
    /// Whether something is kept under the key. Does not count as a use.
    func contains(_ key: DiskKey) -> Bool
    /// Keeps bytes, in place of earlier ones under the same key.
    func store(_ entry: DiskCache.Entry, for key: DiskKey)
    /// The server says that what is kept is still right: it is fresh as of now. `metadata` takes the place of what was
    /// known about it, unless what is kept has meanwhile become something else than what was confirmed; `nil` keeps what
    /// was known.
    func freshen(_ key: DiskKey, with metadata: ResponseMetadata?)
    /// Removes what is kept under one key.
    func remove(_ key: DiskKey)
    /// Removes the bytes of a picture and all its variants.
    func removeAll(of source: String)
    /// Removes of a picture what was made of other bytes than these, as far as that is known. By default everything, unless
    /// the bytes of the picture are these, which is read.
    func removeAll(of source: String, but revision: Revision)
    /// Removes everything.
    func clear()
    /// Blocks until what was stored before is written.
    func flush()

    /// Where an ``ImageCache`` writes, and does what blocks for its verbs with a completion. By default a thread that all
    /// such storages share.
    var executor: any WorkExecutor { get }
}

extension ImageStorage {
    public func removeAll(of source: String, but revision: Revision) {
        if read(DiskKey(source: source))?.revision.isSame(as: revision) != true { removeAll(of: source) }
    }

    public var executor: any WorkExecutor { StorageThread.shared }
}

extension DiskCache: ImageStorage {}

/// The thread of storages that bring none, started by the first use.
private enum StorageThread {
    static let shared = WorkerPool(threads: 1)
}
