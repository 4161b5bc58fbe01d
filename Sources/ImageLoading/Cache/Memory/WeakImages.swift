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

    mutating func remember(_ image: Image, for key: ImageKey) {
        if references.count >= room { prune() }
        references[key] = Reference(image: image)
    }

    /// The image, if somebody still has it; it is not remembered any more.
    mutating func take(_ key: ImageKey) -> Image? {
        references.isEmpty ? nil : references.removeValue(forKey: key)?.image
    }

    func contains(_ key: ImageKey) -> Bool { references[key]?.image != nil }

    mutating func forget(_ key: ImageKey) { references[key] = nil }

    /// Mostly there is none of them, and then nothing is copied.
    mutating func forgetAll(of source: String) {
        for key in references.keys where key.source == source { references[key] = nil }
    }

    mutating func forgetAll() { self = WeakImages() }

    private mutating func prune() {
        references = references.filter { $0.value.image != nil }
        room = max(Self.leastRoom, 2 * references.count)
    }
}
