import ImageCoding

/// Images that had to leave the cache while somebody still shows them. They take no memory of their own, and come back
/// without a decode.
struct WeakImages {
    private struct Reference {
        weak var image: Image?
    }

    private var references: [ImageKey: Reference] = [:]
    /// References that are kept before those to freed images are looked for: twice what the last search left, so that a
    /// search costs each newcomer a constant.
    private var room = Self.leastRoom
    private static let leastRoom = 64

    var count: Int { references.count }

    /// Returns images that a search for freed ones held meanwhile, to be let go of without a lock.
    mutating func remember(_ image: Image, for key: ImageKey) -> [Image] {
        let held = references.count >= room ? prune() : []
        references[key] = Reference(image: image)
        return held
    }

    /// The image, if it is still shown; it is not remembered any more.
    mutating func take(_ key: ImageKey) -> Image? {
        references.isEmpty ? nil : references.removeValue(forKey: key)?.image
    }

    /// The image, if it is still shown.
    func image(for key: ImageKey) -> Image? { references[key]?.image }

    mutating func forget(_ key: ImageKey) { references[key] = nil }

    /// Forgets those of pictures that are not to stay. Returns the images that were looked at, to be let go of without a lock.
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
