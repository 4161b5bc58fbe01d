/// Names what is kept on disk: a picture, and which form of it.
public struct DiskKey: Hashable, Sendable {
    /// The key of the picture, as ``ImageManager/CacheKeyFilter`` makes it from the URL.
    public let source: String
    /// `nil`: the bytes as they came. Otherwise the encoded image of that size and transformer.
    public let variant: String?

    /// An empty variant is none.
    public init(source: String, variant: String? = nil) {
        self.source = source
        self.variant = variant == "" ? nil : variant
    }
}
