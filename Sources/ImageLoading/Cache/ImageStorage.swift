import HalftoneCore
import ImageCoding

/// The storage of encoded images behind an ``ImageCache``: a ``DiskCache`` or a custom one.
///
/// Every method may block. Lookups come from any thread, changes one at a time: an ``ImageCache`` writes behind, on its
/// executor or on a thread that flushes, and looks up pending changes itself. At most 64 MB are pending; while the
/// storage is slower, further bytes are dropped. A storage belongs to one cache and is changed only through it. During
/// a write it may change that cache, but not wait for it (``ImageCache/flush()``).
public protocol ImageStorage: AnyObject, Sendable {
    /// Returns the entry under a key, or `nil` if there is none. Counts as a use.
    func read(_ key: DiskKey) -> DiskCache.Entry?
    /// Returns whether there is an entry under a key. Does not count as a use.
    func contains(_ key: DiskKey) -> Bool
    /// Stores an entry in place of an earlier one under the same key.
    func store(_ entry: DiskCache.Entry, for key: DiskKey)
    /// Replaces the HTTP metadata of an entry that the server confirmed, unless it is no longer the one that was
    /// confirmed (``DiskCache/Entry/renewed(with:)``).
    func freshen(_ key: DiskKey, with metadata: ResponseMetadata)
    /// Removes the entry under one key.
    func remove(_ key: DiskKey)
    /// Removes the original of a picture and all its variants.
    func removeAll(of source: String)
    /// Removes entries of a picture that are known to be made of other bytes than these. Default: reads the original,
    /// and removes everything unless it has this revision.
    func removeAll(of source: String, but revision: Revision)
    /// Removes everything.
    func clear()
    /// Blocks until all earlier changes are written.
    func flush()
}

extension ImageStorage {
    public func removeAll(of source: String, but revision: Revision) {
        if read(DiskKey(source: source))?.revision.isSame(as: revision) != true { removeAll(of: source) }
    }
}
