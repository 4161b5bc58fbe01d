import HalftoneCore

/// A transform from one image to another: resized, rounded, rotated, tinted. A value, usable from any thread.
public protocol ImageTransformer: Sendable {
    /// A stable name of the transform, which is part of cache keys. Two transformers with equal keys do the same.
    var key: String { get }

    /// Returns the transformed image, which keeps the metadata of the original: create it with
    /// ``Image/transformed(to:animation:)``.
    ///
    /// Called on a thread that may be busy for long. `nil` if the transform failed, which fails the
    /// load, or was cancelled. Checks `cancellation` between rows or passes.
    func transform(_ image: Image, cancellation: CancellationToken?) -> Image?

    /// Returns the transformed image of a URL: what the loading engine calls. Images are cached under their own URL's key,
    /// so the result may depend on it. The default implementation ignores the origin.
    func transform(_ image: Image, of origin: ImageOrigin, cancellation: CancellationToken?) -> Image?
}

extension ImageTransformer {
    public func transform(_ image: Image, of origin: ImageOrigin, cancellation: CancellationToken?) -> Image? {
        transform(image, cancellation: cancellation)
    }
}

/// The origin of an image that is transformed.
public struct ImageOrigin: Hashable, Sendable {
    /// The URL as requested.
    public let url: String
    /// The key of the picture in the caches.
    public let key: String

    /// Creates the origin of an image: its URL as requested, and its key in the caches.
    public init(url: String, key: String) { (self.url, self.key) = (url, key) }
}

/// A namespace for the transformers that come with the engine.
public enum Transformers {}
