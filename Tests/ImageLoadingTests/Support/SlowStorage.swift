import HalftoneCore
import ImageCoding

@testable import ImageLoading

/// A storage that runs a closure before a change, once. The closure must not write to it.
final class SlowStorage: ImageStorage {
    enum Change {
        case entry, renewal, removal, removalOfAll
        /// Not a change: an entry has been read, and the caller does not have it yet.
        case reading
    }

    private let disk: DiskCache
    private let works = Lock<[Change: @Sendable () -> Void]>([:])

    init(_ disk: DiskCache) { self.disk = disk }

    /// Runs `work` before the next change of this kind, or after the next read.
    func before(_ change: Change, _ work: @escaping @Sendable () -> Void) { works.withLock { $0[change] = work } }

    private func happen(_ change: Change) { works.withLock { $0.removeValue(forKey: change) }?() }

    func read(_ key: DiskKey) -> DiskCache.Entry? {
        let entry = disk.read(key)
        if entry != nil { happen(.reading) }
        return entry
    }
    func contains(_ key: DiskKey) -> Bool { disk.contains(key) }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        happen(.entry)
        disk.store(entry, for: key)
    }
    func freshen(_ key: DiskKey, with metadata: ResponseMetadata) {
        happen(.renewal)
        disk.freshen(key, with: metadata)
    }
    func remove(_ key: DiskKey) {
        happen(.removal)
        disk.remove(key)
    }
    func removeAll(of source: String) {
        happen(.removalOfAll)
        disk.removeAll(of: source)
    }
    func clear() { disk.clear() }
    func flush() { disk.flush() }
}
