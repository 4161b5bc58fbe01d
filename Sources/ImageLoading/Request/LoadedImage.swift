import FoundationEssentials
import ImageCoding

/// An image that a load brought, and where from.
public struct LoadedImage: Sendable {
    public let image: Image
    /// `memory`, `disk`, or `none` when it was fetched for this load.
    public let cacheType: CacheType
    /// The URL as it was requested.
    public let url: URL
    /// `false` when the same load may bring another image: a cached one that is being refreshed.
    public let isFinal: Bool
}

/// What a load tells on its way.
public enum ImageLoadEvent: Sendable {
    /// Bytes so far, and how many there will be, if the server said.
    case progress(received: Int, expected: Int?)
    /// A cached image that is being refreshed. More follows.
    case cached(LoadedImage)
    /// The end.
    case finished(Result<LoadedImage, ImageError>)
    /// The end after ``cached(_:)``: the remote has not changed.
    case unchanged
}
