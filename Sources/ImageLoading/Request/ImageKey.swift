/// Names one decoded image in memory: the picture it came from, and which variant of it.
///
/// The hash is computed once, so that a lookup hashes no string.
public struct ImageKey: Hashable, Sendable {
    /// The key of the picture's bytes, as the disk cache has it.
    public let source: String
    public let variant: ImageVariant
    private let hash: Int

    public init(source: String, variant: ImageVariant = ImageVariant()) {
        self.source = source
        self.variant = variant
        var hasher = Hasher()
        hasher.combine(source)
        hasher.combine(variant)
        hash = hasher.finalize()
    }

    public static func == (left: Self, right: Self) -> Bool {
        left.hash == right.hash && left.source == right.source && left.variant == right.variant
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
