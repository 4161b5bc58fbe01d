import Basis
import ImageCoding

@testable import ImageLoading

/// A cache in which something happens before it is changed, once.
final class SlowCache: ImageCaching {
    enum Change {
        case image, entry, renewal, removal, removalOfAll
        /// Not a change: an image has been found.
        case finding
        /// Not a change either: an entry has been read, and nobody has been told yet.
        case reading
    }

    private let cache: ImageCache
    private let works = Lock<[Change: @Sendable () -> Void]>([:])

    init(_ cache: ImageCache) { self.cache = cache }

    /// Has `work` done before the next change of this kind, or after the next finding or reading.
    func before(_ change: Change, _ work: @escaping @Sendable () -> Void) { works.withLock { $0[change] = work } }

    private func happen(_ change: Change) { works.withLock { $0.removeValue(forKey: change) }?() }

    func store(_ image: Image, for key: ImageKey) {
        happen(.image)
        cache.store(image, for: key)
    }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        happen(.entry)
        cache.store(entry, for: key)
    }
    func renew(_ key: DiskKey, with metadata: ResponseMetadata?) {
        happen(.renewal)
        cache.renew(key, with: metadata)
    }
    func remove(_ key: DiskKey) {
        happen(.removal)
        cache.remove(key)
    }

    var tiers: CacheType { cache.tiers }
    func image(for key: ImageKey) -> Image? {
        let image = cache.image(for: key)
        if image != nil { happen(.finding) }
        return image
    }
    func contains(_ key: ImageKey) -> Bool { cache.contains(key) }
    func nearestImage(to key: ImageKey) -> Image? { cache.nearestImage(to: key) }
    func remove(_ key: ImageKey) { cache.remove(key) }
    func entry(for key: DiskKey) -> DiskCache.Entry? {
        let entry = cache.entry(for: key)
        if entry != nil { happen(.reading) }
        return entry
    }
    func contains(_ key: DiskKey) -> Bool { cache.contains(key) }
    func removeImages(of source: String, from type: CacheType) {
        happen(.removalOfAll)
        cache.removeImages(of: source, from: type)
    }
    func removeAll(from type: CacheType) { cache.removeAll(from: type) }
    func flush() { cache.flush() }
}
