/// How one image is to be loaded and shown. Without options: cache first, then the network, and a transition only for
/// what did not come from memory.
public struct ImageOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Tries a URL that failed before, and takes it off the failed list when it succeeds.
    public static let retryFailed = ImageOptions(rawValue: 1 << 0)
    /// Waits behind everything that is not of low priority.
    public static let lowPriority = ImageOptions(rawValue: 1 << 1)
    /// Shows the cached image, then asks the server whether it changed, and completes again if it did.
    public static let refreshCached = ImageOptions(rawValue: 1 << 3)
    /// Goes before everything that is not of high priority.
    public static let highPriority = ImageOptions(rawValue: 1 << 7)
    /// Keeps the placeholder back until the load ends without an image.
    public static let delayPlaceholder = ImageOptions(rawValue: 1 << 8)
    /// Leaves it to the completion to put the image into the view.
    public static let avoidAutoSetImage = ImageOptions(rawValue: 1 << 10)
    /// Ends with ``ImageError/notInCache`` instead of asking the network.
    public static let fromCacheOnly = ImageOptions(rawValue: 1 << 15)
    /// Asks no cache. What arrives is stored all the same.
    public static let fromLoaderOnly = ImageOptions(rawValue: 1 << 16)
    /// Runs the view's transition for an image from memory too.
    public static let forceTransition = ImageOptions(rawValue: 1 << 17)
    /// Leaves the view's earlier load running.
    public static let avoidAutoCancelImage = ImageOptions(rawValue: 1 << 24)

    /// Names as the command line and the Lab write them.
    public static let names: [(name: String, option: ImageOptions)] = [
        ("retryFailed", .retryFailed), ("lowPriority", .lowPriority), ("refreshCached", .refreshCached),
        ("highPriority", .highPriority), ("delayPlaceholder", .delayPlaceholder),
        ("avoidAutoSetImage", .avoidAutoSetImage), ("fromCacheOnly", .fromCacheOnly),
        ("fromLoaderOnly", .fromLoaderOnly), ("forceTransition", .forceTransition),
        ("avoidAutoCancelImage", .avoidAutoCancelImage),
    ]
}

/// Who goes first. A shared job has the highest priority of those who wait for it.
public enum ImagePriority: Int, Comparable, Sendable, CaseIterable {
    case low
    case normal
    case high

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `highPriority` wins over `lowPriority` when both are set.
    init(_ options: ImageOptions) {
        self = options.contains(.highPriority) ? .high : options.contains(.lowPriority) ? .low : .normal
    }
}
