/// The key of one image in memory: the source, the variant of it, and the transformer.
///
/// The hash is computed once, so that a lookup hashes no string.
public struct ImageKey: Hashable, Sendable {
    /// The cache key of the image's bytes, as used by the disk cache.
    public let source: String
    /// The size and the other decode parameters of the image.
    public let variant: ImageVariant
    /// The key of the transformer that made the image; `nil` if it is untransformed.
    public let transformer: String?
    private let hash: Int

    /// Creates a key, by default of the untransformed image at its own size.
    public init(source: String, variant: ImageVariant = ImageVariant(), transformer: String? = nil) {
        self.source = source
        self.variant = variant
        self.transformer = transformer
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(variant)
        hasher.combine(transformer)
        hash = hasher.finalize()
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.source == right.source && left.variant == right.variant
            && left.transformer == right.transformer
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }

    /// Returns the stored hash, mixed with the seed: hashing it again took a sixth of a hit. The factor is 2^64 divided
    /// by the golden ratio, which spreads the bits that the seed changed.
    public func _rawHashValue(seed: Int) -> Int { (hash ^ seed) &* Int(bitPattern: 0x9E37_79B9_7F4A_7C15) }

    /// Whether the image is the original: at its own size, not transformed.
    public var isOriginal: Bool { variant.box == nil && variant.maximumBytes == nil && transformer == nil }

    /// The name of the image in its ``DiskKey``; `nil` for the original, whose bytes are stored as received.
    var diskVariant: String? {
        guard !isOriginal else { return nil }
        return transformer.map { variant.name + ";" + $0 } ?? variant.name
    }
}
