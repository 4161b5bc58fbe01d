import ImageCoding
import Pixels

/// What a request says beyond its options.
///
/// What is `nil` here is taken from the manager.
public struct ImageContext: Sendable {
    // MARK: - The picture

    /// The size and shape that the image is decoded to; whole and unreduced by default.
    public var variant = ImageVariant()
    /// What becomes of a picture that moves: a still of its first frame by default.
    public var animation = DecodeOptions.Animation.firstFrame
    /// Makes another picture of the decoded one. A picture that plays is left alone; see
    /// ``ImageOptions/transformAnimatedImage``.
    public var transformer: (any ImageTransformer)?
    /// Leaves out the manager's own transformer.
    public var ignoresManagerTransformer = false
    /// What the picture may ask of the decoder.
    public var decodeLimits: DecodeLimits?
    /// Decodes the picture, whatever its bytes look like, in place of the registered coders.
    public var imageCoder: (any ImageCoder)?
    /// How a final image is encoded for the disk.
    public var encodeOptions = EncodeOptions()

    // MARK: - The caches

    /// The tiers that may answer; `all` by default.
    public var queryCacheType = CacheType.all
    /// The tiers that may keep the final image; `all` by default.
    public var storeCacheType = CacheType.all
    /// The tiers that are asked for the picture as it came, when the final image is another one and is in no cache.
    public var originalQueryCacheType = CacheType.disk
    /// The tiers that may keep the picture as it came, when the final image is another one.
    public var originalStoreCacheType = CacheType.disk
    /// In place of the manager's cache.
    public var imageCache: ImageCache?
    /// Where the picture as it came is kept and looked for, when the final image is another one.
    public var originalImageCache: ImageCache?
    /// The name of the picture in the caches.
    public var cacheKeyFilter: ImageManager.CacheKeyFilter?
    /// Makes the bytes that go to disk.
    public var cacheSerializer: ImageManager.CacheSerializer?
    /// How long what is on disk is good.
    public var httpPolicy = HTTPPolicy.forever
    /// Whether a stale entry is better than an error when the server cannot be asked. Without it only those are that
    /// the server itself allowed (`stale-if-error`, RFC 5861).
    public var staleIfError = false

    // MARK: - The transfer

    /// In place of the manager's loader.
    public var imageLoader: (any ImageLoader)?
    /// Sent with the request. Requests with other headers are other requests, and share nothing on the way.
    public var headers: [(name: String, value: String)] = []
    /// Functions cannot be compared, so a request with one of these three shares its transfer with no other.
    public var downloadRequestModifier: DownloadRequestModifier?
    public var downloadResponseModifier: DownloadResponseModifier?
    public var downloadDecryptor: DownloadDecryptor?

    // MARK: - Who asks

    /// Names the slot of a view that the load belongs to; `nil` is the view's image.
    public var operationKey: String?
    /// The row that asked, for the trace.
    public var row: Int?

    public init() {}
}
