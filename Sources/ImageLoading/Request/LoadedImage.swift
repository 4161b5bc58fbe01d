import HalftoneCore
import FoundationEssentials
import ImageCoding
import Transfer

/// An image delivered by a load, with its origin.
public struct LoadedImage: Sendable {
    /// The decoded image, at the requested size.
    public let image: Image
    /// The tier that had the image: `memory`, `disk`, or `none` if it was fetched for this load.
    public let cacheType: CacheType
    /// The URL as requested.
    public let url: URL
    /// Whether the load delivers no other image; `false` for a preview, and for a cached image under revalidation.
    public let isFinal: Bool
    /// The encoded bytes, if the image is the original. `nil` for a reduced or transformed image, and for one from
    /// memory without ``ImageOptions/queryMemoryData``.
    ///
    /// The bytes of a large download are in a temporary file, and read again with every call.
    public var data: [UInt8]? { body?.all }
    let body: StoredBytes?
    /// The metrics of the transfer that brought the image; `nil` for an image from a cache, and from a loader that has
    /// none. How long a load took at each stage is in its events of the ``Trace``.
    public let metrics: TransferMetrics?

    /// Creates a result as a load delivers it; by default without encoded bytes and metrics.
    public init(
        image: Image, cacheType: CacheType, url: URL, isFinal: Bool, body: StoredBytes? = nil,
        metrics: TransferMetrics? = nil
    ) {
        self.image = image
        self.cacheType = cacheType
        self.url = url
        self.isFinal = isFinal
        self.body = body
        self.metrics = metrics
    }
}

/// An event of a load.
public enum ImageLoadEvent: Sendable {
    /// The bytes received so far, and the total if the server stated it.
    case progress(received: Int, expected: Int?)
    /// A preview of an image that is still arriving. Only with ``ImageOptions/progressiveLoad``.
    case preview(Image)
    /// A cached image that is being revalidated. More events follow.
    case cached(LoadedImage)
    /// The end, with an image or an error.
    case finished(Result<LoadedImage, ImageError>)
    /// The end after ``cached(_:)``: the image has not changed, or its revalidation in the background failed. Also the
    /// end of a load that only stores bytes: they are there.
    case unchanged

    /// Whether no event follows.
    public var isEnd: Bool {
        switch self {
        case .progress, .preview, .cached: false
        case .finished, .unchanged: true
        }
    }

    /// An event that a newer one of its kind replaces while it waits.
    enum Update {
        case progress, preview
    }

    /// The kind of an update; `nil` for a result.
    var update: Update? {
        switch self {
        case .progress: .progress
        case .preview: .preview
        case .cached, .finished, .unchanged: nil
        }
    }
}
