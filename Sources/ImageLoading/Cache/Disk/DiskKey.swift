/// The key of an entry on disk: a picture, and its original or a variant.
public struct DiskKey: Hashable, Sendable {
    /// The key of the picture, as ``ImageManager/CacheKeyFilter`` makes it from the URL.
    public let source: String
    /// The size and transformer of an encoded image; `nil`: the original.
    public let variant: String?

    /// Creates a key. An empty variant counts as `nil`.
    public init(source: String, variant: String? = nil) {
        self.source = source
        self.variant = variant == "" ? nil : variant
    }
}
