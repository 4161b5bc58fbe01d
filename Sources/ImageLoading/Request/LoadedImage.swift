import Basis
import FoundationEssentials
import ImageCoding

/// An image that a load brought, and where from.
public struct LoadedImage: Sendable {
    public let image: Image
    /// `memory`, `disk`, or `none` when it was fetched for this load.
    public let cacheType: CacheType
    /// The URL as it was requested.
    public let url: URL
    /// `false` when the same load may bring another image: a preview, or a cached one that is being refreshed.
    public let isFinal: Bool
    /// The encoded bytes, if this image is the picture as it came. `nil` for one that is reduced or transformed, and for
    /// one that was in memory, unless ``ImageOptions/queryMemoryData`` asked for them.
    ///
    /// The bytes of a large download are in a temporary file, and read anew with every call.
    public var data: [UInt8]? { body?.all }
    let body: StoredBytes?
    /// Where the time went; `nil` for what was there at once.
    public let metrics: LoadMetrics?

    public init(
        image: Image, cacheType: CacheType, url: URL, isFinal: Bool, data: [UInt8]? = nil, metrics: LoadMetrics? = nil
    ) {
        self.init(
            image: image, cacheType: cacheType, url: url, isFinal: isFinal, body: data.map { StoredBytes($0) },
            metrics: metrics)
    }

    init(
        image: Image, cacheType: CacheType, url: URL, isFinal: Bool, body: StoredBytes?, metrics: LoadMetrics? = nil
    ) {
        self.image = image
        self.cacheType = cacheType
        self.url = url
        self.isFinal = isFinal
        self.body = body
        self.metrics = metrics
    }
}

/// What a load tells on its way.
public enum ImageLoadEvent: Sendable {
    /// Bytes so far, and how many there will be, if the server said.
    case progress(received: Int, expected: Int?)
    /// What can be shown already of a picture that is still arriving. Only with ``ImageOptions/progressiveLoad``.
    case preview(Image)
    /// A cached image that is being refreshed. More follows.
    case cached(LoadedImage)
    /// The end.
    case finished(Result<LoadedImage, ImageError>)
    /// The end after ``cached(_:)``: the remote has not changed.
    case unchanged

    /// Whether nothing follows.
    public var isEnd: Bool {
        switch self {
        case .progress, .preview, .cached: false
        case .finished, .unchanged: true
        }
    }
}
