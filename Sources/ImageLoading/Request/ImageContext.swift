import FoundationEssentials
import ImageCoding
import Pixels

/// The parameters of a request beyond its options.
///
/// Where a property is `nil`, the manager's value applies.
public struct ImageContext: Sendable {
    // MARK: - Decoding

    /// The size and shape to decode to; by default the whole image at full size.
    public var variant = ImageVariant()
    /// How an animation is decoded; by default to a still of its first frame.
    public var animation = DecodeOptions.Animation.firstFrame
    /// Transforms the decoded image. Animations are left alone; see ``ImageOptions/transformAnimatedImage``.
    public var transformer: (any ImageTransformer)?
    /// Whether the manager's own transformer is skipped.
    public var ignoresManagerTransformer = false
    /// Limits for decoding the image.
    public var decodeLimits: DecodeLimits?
    /// Decodes the image in place of the registered coders, whatever its bytes look like. Its images are found in memory
    /// only by requests with the same coder, and are not stored on disk.
    public var imageCoder: (any ImageCoder)?
    /// A hint at the format besides the bytes (`DecodeOptions.hint`): a file extension, a media type or the name of a
    /// format. `nil` (default) stands for the file extension of the URL, in lower case. The coder of that format is
    /// tried before others, and needs no signature.
    public var decodeHint: String?
    /// How a final image is encoded for the disk.
    public var encodeOptions = EncodeOptions()

    // MARK: - The caches

    /// The tiers to look in; `all` by default.
    public var queryCacheType = CacheType.all
    /// The tiers that may store the final image; `all` by default.
    public var storeCacheType = CacheType.all
    /// The tiers to look in for the original, if the final image is another and in no cache; `disk` by default. Only the
    /// disk counts: images are made of bytes.
    public var originalQueryCacheType = CacheType.disk
    /// The tiers that may store the original, if the final image is another; `disk` by default.
    public var originalStoreCacheType = CacheType.disk
    /// Replaces the manager's cache.
    public var imageCache: ImageCache?
    /// The cache of the original, if the final image is another; by default the final image's cache.
    public var originalImageCache: ImageCache?
    /// The cache key of the image, in place of what ``cacheKeyFilter`` or the manager's filter would return. Not for a list
    /// of prefetches, whose URLs would all be one image.
    public var cacheKey: String?
    /// Returns the cache key of the URL.
    public var cacheKeyFilter: ImageManager.CacheKeyFilter?
    /// Returns the bytes to store on disk.
    public var cacheSerializer: ImageManager.CacheSerializer?
    /// How long an entry on disk may be used without revalidation.
    public var httpPolicy = HTTPPolicy.forever
    /// How long after its receipt or last revalidation a cached image counts as fresh, in place of what the server
    /// states; one without a response never does. ``HTTPPolicy/forever`` then acts as ``HTTPPolicy/http``. `nil`, the
    /// default, leaves it to the server.
    public var expiration: Duration?
    /// Whether a stale entry is served when the server fails or cannot be reached. By default, only entries for which
    /// the server allowed this are (`stale-if-error`, RFC 5861); one with `must-revalidate` or `no-cache` never is.
    public var staleIfError = false

    // MARK: - The transfer

    /// The URLs that are loaded in turn, each when the one before has failed: mirrors, or a smaller image. The load ends
    /// with the first image or with the last error; an image that it has shown is kept, and a cancelled load ends. Options
    /// and context are those of the request, so its ``headers`` are sent to other hosts too; ``cacheKey`` names only the
    /// image of the first URL. Progress begins anew. An options processor sees each URL, but cannot add to the list.
    public var onFailure: [URL] = []
    /// The URL of the request, if the load has gone on to one of ``onFailure``.
    var requestedURL: URL?
    /// Replaces the manager's loader.
    public var imageLoader: (any ImageLoader)?
    /// The headers sent with the request. Requests with different headers never share a transfer.
    public var headers: [(name: String, value: String)] = []
    /// Changes the request before it is sent. A request with this, the response modifier or the decryptor shares its
    /// transfer with no other, because functions cannot be compared.
    public var downloadRequestModifier: DownloadRequestModifier?
    /// Changes the head of the response before it is judged.
    public var downloadResponseModifier: DownloadResponseModifier?
    /// Decrypts the received bytes.
    public var downloadDecryptor: DownloadDecryptor?

    // MARK: - Requester

    /// The slot of a view that the load belongs to; `nil` is the view's image.
    public var operationKey: String?
    /// The row that made the request, for the trace.
    public var row: Int?

    /// Creates a context in which the manager's values apply.
    public init() {}
}

extension ImageContext {
    /// Returns a context that decodes the image to fit into a size in pixels. An image is never enlarged. `.contain` shows
    /// the whole image, `.cover` fills the size and cuts what exceeds it.
    public static func thumbnail(width: Int, height: Int, fit: Fit = .contain) -> ImageContext {
        with { $0.variant = ImageVariant(box: PixelSize(width: width, height: height), fit: fit) }
    }

    /// Returns a default context with changes, as in `context: .with { $0.animation = .frames }`.
    public static func with(_ change: (inout ImageContext) -> Void) -> ImageContext { ImageContext().with(change) }

    /// Returns a copy with changes, as in `.thumbnail(width: 48, height: 48).with { $0.httpPolicy = .http }`.
    public func with(_ change: (inout ImageContext) -> Void) -> ImageContext {
        var context = self
        change(&context)
        return context
    }
}
