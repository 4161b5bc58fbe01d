import Basis

/// How one image is to be loaded and shown. Without options: cache first, then the network, and a transition only for
/// what did not come from memory.
///
/// The bits are SDWebImage's, so that a stored or printed mask means the same here. Two of its bits are missing: 18
/// (`avoidDecodeImage`, deprecated there) and 23 (`transformVectorImage`, we have no vector formats).
public struct ImageOptions: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    // MARK: - Who is asked, and when

    /// Tries a URL that failed before, and takes it off the failed list when it succeeds.
    public static let retryFailed = ImageOptions(rawValue: 1 << 0)
    /// Waits behind everything that is not of low priority.
    public static let lowPriority = ImageOptions(rawValue: 1 << 1)
    /// Goes before everything that is not of high priority; wins over ``lowPriority``.
    public static let highPriority = ImageOptions(rawValue: 1 << 7)
    /// Shows the cached image, then asks the server whether it changed, and completes again if it did.
    public static let refreshCached = ImageOptions(rawValue: 1 << 3)
    /// Ends with ``ImageError/notInCache`` instead of asking the network.
    public static let fromCacheOnly = ImageOptions(rawValue: 1 << 15)
    /// Asks no cache. What arrives is stored all the same.
    public static let fromLoaderOnly = ImageOptions(rawValue: 1 << 16)
    /// Reads the encoded bytes from the disk for an image that memory had, too: ``LoadedImage/data``.
    public static let queryMemoryData = ImageOptions(rawValue: 1 << 12)
    /// Does that read before the call returns. Only with ``queryMemoryData``.
    public static let queryMemoryDataSync = ImageOptions(rawValue: 1 << 13)
    /// Reads and decodes what the disk has before the call returns, so that nothing flashes. It blocks the caller.
    public static let queryDiskDataSync = ImageOptions(rawValue: 1 << 14)
    /// Completes only when everything that is to be stored has been written.
    public static let waitStoreCache = ImageOptions(rawValue: 1 << 22)

    // MARK: - The transfer

    /// Delivers previews while the bytes arrive.
    public static let progressiveLoad = ImageOptions(rawValue: 1 << 2)
    /// Goes on when the loader is told that the program is in the background.
    public static let continueInBackground = ImageOptions(rawValue: 1 << 4)
    /// Sends and keeps cookies.
    public static let handleCookies = ImageOptions(rawValue: 1 << 5)
    /// Trusts any certificate. Only for servers of one's own.
    public static let allowInvalidSSLCertificates = ImageOptions(rawValue: 1 << 6)

    // MARK: - The picture

    /// Runs the transformer on animated images too; it then makes a still of the first frame.
    public static let transformAnimatedImage = ImageOptions(rawValue: 1 << 9)
    /// Decodes a picture whose pixels take more than ``ImageManager/Configuration/scaleDownBytes`` smaller, so that they
    /// do not.
    public static let scaleDownLargeImages = ImageOptions(rawValue: 1 << 11)
    /// Takes the first frame of an animation only.
    public static let decodeFirstFrameOnly = ImageOptions(rawValue: 1 << 19)
    /// Decodes all frames of an animation before the load completes.
    public static let preloadAllFrames = ImageOptions(rawValue: 1 << 20)
    /// Fails with ``ImageError/badImageData(_:)`` if an animation was asked for and the picture is a still.
    public static let matchAnimatedImageClass = ImageOptions(rawValue: 1 << 21)

    // MARK: - The view

    /// Keeps the placeholder back until the load ends without an image.
    public static let delayPlaceholder = ImageOptions(rawValue: 1 << 8)
    /// Leaves it to the completion to put the image into the view.
    public static let avoidAutoSetImage = ImageOptions(rawValue: 1 << 10)
    /// Runs the view's transition for an image from memory too.
    public static let forceTransition = ImageOptions(rawValue: 1 << 17)
    /// Leaves the view's earlier load running.
    public static let avoidAutoCancelImage = ImageOptions(rawValue: 1 << 24)
    /// Lets the view's completion wait for the end of the transition.
    public static let waitTransition = ImageOptions(rawValue: 1 << 25)

    /// Names as the command line and the Lab write them, in the order of their bits.
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
