/// What a request says beyond its options.
///
/// What is `nil` here is taken from the manager.
public struct ImageContext: Sendable {
    // MARK: - The picture

    /// The size and shape that the image is decoded to; whole and unreduced by default.
    public var variant = ImageVariant()

    // MARK: - The caches

    /// The tiers that may answer; `all` by default.
    public var queryCacheType = CacheType.all
    /// The tiers that may keep the final image; `all` by default.
    public var storeCacheType = CacheType.all
    /// The tiers that are asked for the picture as it came, when the final image is another one and is in no cache.
    public var originalQueryCacheType = CacheType.disk
    /// The tiers that may keep the picture as it came, when the final image is another one.
    public var originalStoreCacheType = CacheType.disk
    /// How long what is on disk is good.
    public var httpPolicy = HTTPPolicy.forever
    /// Whether a stale entry is better than an error when the server cannot be asked. Without it only those are that
    /// the server itself allowed (`stale-if-error`, RFC 5861).
    public var staleIfError = false

    // MARK: - Who asks

    /// Names the slot of a view that the load belongs to; `nil` is the view's image.
    public var operationKey: String?
    /// The row that asked, for the trace.
    public var row: Int?

    public init() {}
}
