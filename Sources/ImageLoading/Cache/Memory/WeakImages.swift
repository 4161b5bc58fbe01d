import ImageCoding

/// Images evicted from the cache while they are in use elsewhere. Held weakly, so they cost no memory, and come back
/// without a decode.
struct WeakImages {
    private struct Reference {
        weak var image: Image?
    }

    private var references: [ImageKey: Reference] = [:]
    /// The keys of the references to the images of each picture.
    private var keys: [String: Set<ImageKey>] = [:]
    /// Number of references at which those to freed images are pruned: twice what the last pruning left, so that
    /// pruning costs each insertion a constant.
    private var pruningCount = Self.minPruningCount
    private static let minPruningCount = 64

    var count: Int { references.count }

    /// Remembers an image. Returns what pruning has held and dropped, to be released outside the lock.
    mutating func remember(_ image: Image, for key: ImageKey) -> [any Sendable] {
        let held = references.count >= pruningCount ? prune() : []
        references[key] = Reference(image: image)
        keys[key.source, default: []].insert(key)
        return held
    }

    /// Returns the image if it is still in use, and forgets it.
    mutating func take(_ key: ImageKey) -> Image? {
        references.isEmpty ? nil : remove(key)?.image
    }

    /// Returns the image if it is still in use.
    func image(for key: ImageKey) -> Image? { references[key]?.image }

    mutating func forget(_ key: ImageKey) { remove(key) }

    @discardableResult
    private mutating func remove(_ key: ImageKey) -> Reference? {
        guard let reference = references.removeValue(forKey: key) else { return nil }
        keys[key.source]?.remove(key)
        if keys[key.source]?.isEmpty == true { keys[key.source] = nil }
        return reference
    }

    /// Forgets images of pictures for which `stays` is `false`. Returns the images examined and the keys forgotten, to
    /// be released outside the lock.
    mutating func forgetAll(of sources: Set<String>, unless stays: (Image) -> Bool) -> [any Sendable] {
        var seen: [any Sendable] = []
        for key in sources.flatMap({ keys[$0] ?? [] }) {
            guard let image = references[key]?.image else { continue }
            seen.append(image)
            guard !stays(image) else { continue }
            seen.append(key)
            remove(key)
        }
        return seen
    }

    /// Forgets all images. Returns what is to be released outside the lock.
    mutating func forgetAll() -> [any Sendable] {
        defer { self = WeakImages() }
        return references.isEmpty ? [] : [references]
    }

    private mutating func prune() -> [any Sendable] {
        let old = references
        let left = old.compactMapValues(\.image)
        for key in old.keys where left[key] == nil { remove(key) }
        pruningCount = max(Self.minPruningCount, 2 * references.count)
        return [old, left]
    }
}
