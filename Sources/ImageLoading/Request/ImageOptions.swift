import HalftoneCore

/// The options for loading and showing one image. Without options: cache first, then the network, and a transition only
/// for fetched images.
///
/// The bits are SDWebImage's, so that a stored or printed mask means the same here. Two of its bits are missing: 18
/// (`avoidDecodeImage`, deprecated there) and 23 (`transformVectorImage`: SVG is decoded to pixels here).
public struct ImageOptions: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: - Sources and priority

    /// Tries a URL on the failed list again, and removes it from the list on success.
    public static let retryFailed = ImageOptions(rawValue: 1 << 0)
    /// Runs after everything that is not of low priority.
    public static let lowPriority = ImageOptions(rawValue: 1 << 1)
    /// Runs before everything that is not of high priority; overrides ``lowPriority``.
    public static let highPriority = ImageOptions(rawValue: 1 << 7)
    /// Shows the cached image, then revalidates it, and completes again if it changed.
    public static let refreshCached = ImageOptions(rawValue: 1 << 3)
    /// Ends with ``ImageError/notInCache`` instead of using the network.
    public static let fromCacheOnly = ImageOptions(rawValue: 1 << 15)
    /// Skips all cache lookups. The result is stored all the same.
    public static let fromLoaderOnly = ImageOptions(rawValue: 1 << 16)
    /// Reads the encoded bytes from disk also for an image from memory: ``LoadedImage/data``.
    public static let queryMemoryData = ImageOptions(rawValue: 1 << 12)
    /// Reads the encoded bytes before the call returns. Only with ``queryMemoryData``.
    public static let queryMemoryDataSync = ImageOptions(rawValue: 1 << 13)
    /// Reads and decodes a disk hit before the call returns, so that nothing flashes. Blocks the caller.
    public static let queryDiskDataSync = ImageOptions(rawValue: 1 << 14)
    /// Completes only when everything that is to be stored has been written.
    public static let waitStoreCache = ImageOptions(rawValue: 1 << 22)

    // MARK: - The transfer

    /// Delivers previews while the bytes arrive.
    public static let progressiveLoad = ImageOptions(rawValue: 1 << 2)
    /// Continues when the loader is told that the program is in the background.
    public static let continueInBackground = ImageOptions(rawValue: 1 << 4)
    /// Sends and stores cookies.
    public static let handleCookies = ImageOptions(rawValue: 1 << 5)
    /// Accepts any certificate. Only for your own servers.
    public static let allowInvalidSSLCertificates = ImageOptions(rawValue: 1 << 6)

    // MARK: - Decoding

    /// Transforms animations too, which makes a still of the first frame.
    public static let transformAnimatedImage = ImageOptions(rawValue: 1 << 9)
    /// Decodes an image with more bytes of pixels than ``ImageManager/Configuration/scaleDownBytes`` at a smaller size.
    public static let scaleDownLargeImages = ImageOptions(rawValue: 1 << 11)
    /// Decodes only the first frame of an animation.
    public static let decodeFirstFrameOnly = ImageOptions(rawValue: 1 << 19)
    /// Decodes all frames of an animation before the load completes.
    public static let preloadAllFrames = ImageOptions(rawValue: 1 << 20)
    /// Fails with ``ImageError/badImageData(_:)`` if an animation was requested and the image is a still.
    public static let matchAnimatedImageClass = ImageOptions(rawValue: 1 << 21)

    // MARK: - The view

    /// Shows the placeholder only if the load ends without an image.
    public static let delayPlaceholder = ImageOptions(rawValue: 1 << 8)
    /// Leaves setting the view's image to the completion.
    public static let avoidAutoSetImage = ImageOptions(rawValue: 1 << 10)
    /// Runs the view's transition also for an image from memory, disk or a file.
    public static let forceTransition = ImageOptions(rawValue: 1 << 17)
    /// Does not cancel the view's earlier load.
    public static let avoidAutoCancelImage = ImageOptions(rawValue: 1 << 24)
    /// Delays the view's completion until the transition ends.
    public static let waitTransition = ImageOptions(rawValue: 1 << 25)

    /// The names used by the command line and the Lab, in the order of their bits.
    public static let names: [(name: String, option: ImageOptions)] = [
        ("retryFailed", .retryFailed), ("lowPriority", .lowPriority), ("progressiveLoad", .progressiveLoad),
        ("refreshCached", .refreshCached), ("continueInBackground", .continueInBackground),
        ("handleCookies", .handleCookies), ("allowInvalidSSLCertificates", .allowInvalidSSLCertificates),
        ("highPriority", .highPriority), ("delayPlaceholder", .delayPlaceholder),
        ("transformAnimatedImage", .transformAnimatedImage), ("avoidAutoSetImage", .avoidAutoSetImage),
        ("scaleDownLargeImages", .scaleDownLargeImages), ("queryMemoryData", .queryMemoryData),
        ("queryMemoryDataSync", .queryMemoryDataSync), ("queryDiskDataSync", .queryDiskDataSync),
        ("fromCacheOnly", .fromCacheOnly), ("fromLoaderOnly", .fromLoaderOnly),
        ("forceTransition", .forceTransition), ("decodeFirstFrameOnly", .decodeFirstFrameOnly),
        ("preloadAllFrames", .preloadAllFrames), ("matchAnimatedImageClass", .matchAnimatedImageClass),
        ("waitStoreCache", .waitStoreCache), ("avoidAutoCancelImage", .avoidAutoCancelImage),
        ("waitTransition", .waitTransition),
    ]
}
