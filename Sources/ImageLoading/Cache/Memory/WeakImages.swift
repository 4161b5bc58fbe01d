import ImageCoding

/// Images evicted from the cache while they are in use elsewhere. Held weakly, so they cost no memory, and come back
/// without a decode.
struct WeakImages {
    private struct Reference {
        weak var image: Image?
    }

    private var references: [ImageKey: Reference] = [:]
    /// Number of references at which those to freed images are pruned: twice what the last pruning left, so that
    /// pruning costs each insertion a constant.
    private var room = Self.leastRoom
    private static let leastRoom = 64

    var count: Int { references.count }

    /// Remembers an image. Returns images that pruning held meanwhile, to be released outside the lock.
    mutating func remember(_ image: Image, for key: ImageKey) -> [Image] {
        let held = references.count >= room ? prune() : []
        references[key] = Reference(image: image)
        return held
    }

    /// Returns the image if it is still in use, and forgets it.
    mutating func take(_ key: ImageKey) -> Image? {
        references.isEmpty ? nil : references.removeValue(forKey: key)?.image
    }

    /// Returns the image if it is still in use.
    func image(for key: ImageKey) -> Image? { references[key]?.image }

    mutating func forget(_ key: ImageKey) { references[key] = nil }

    /// Forgets images of pictures for which `stays` is `false`. Returns the images examined, to be released outside the
    /// lock.
    mutating func forgetAll(of sources: Set<String>, unless stays: (Image) -> Bool) -> [Image] {
        var seen: [Image] = []
        for key in references.keys where sources.contains(key.source) {
            guard let image = references[key]?.image else { continue }
            seen.append(image)
            if !stays(image) { references[key] = nil }
        }
        return seen
    }

    mutating func forgetAll() { self = WeakImages() }

    private mutating func prune() -> [Image] {
        let left = references.compactMapValues(\.image)
        references = references.filter { left[$0.key] != nil }
        room = max(Self.leastRoom, 2 * references.count)
        return Array(left.values)
    }
}
