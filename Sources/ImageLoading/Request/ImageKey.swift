/// Names one image in memory: the picture it came from, which variant of it, and what was done to that.
///
/// The hash is computed once, so that a lookup hashes no string.
public struct ImageKey: Hashable, Sendable {
    /// The key of the picture's bytes, as the disk cache has it.
    public let source: String
    public let variant: ImageVariant
    /// The key of the transformer whose result it is; `nil`: as it was decoded.
    public let transformer: String?
    private let hash: Int

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

    /// The hash is as good as any, and a dictionary need not hash it once more: that took a sixth of a hit. The factor is
    /// 2^64 divided by the golden ratio, which spreads what the seed changed.
    public func _rawHashValue(seed: Int) -> Int { (hash ^ seed) &* Int(bitPattern: 0x9E37_79B9_7F4A_7C15) }

    /// Whether it is the picture as it came: at its own size, not transformed.
    public var isOriginal: Bool { variant.box == nil && variant.maximumBytes == nil && transformer == nil }

    /// What the disk calls the encoded image of this key; `nil` for the picture as it came, whose bytes are there as
    /// they arrived.
    public var diskVariant: String? {
        guard !isOriginal else { return nil }
        return transformer.map { variant.name + ";" + $0 } ?? variant.name
    }
}
