import ImageCoding
import Pixels

/// What a request says beyond its options.
public struct ImageContext: Sendable {
    /// The size and shape that the image is decoded to; whole and unreduced by default.
    public var variant = ImageVariant()
    /// The tiers that may answer; `all` by default.
    public var queryCacheType = CacheType.all
    /// The tiers that may keep the result; `all` by default. The disk keeps the original bytes.
    public var storeCacheType = CacheType.all
    /// Names the slot of a view that the load belongs to; `nil` is the view's image.
    public var operationKey: String?
    /// The row that asked, for the trace.
    public var row: Int?

    public init() {}
}

/// The tiers of a cache: as a question, which ones to touch; as an answer, which one it came from.
public struct CacheType: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No tier; as an answer: not from a cache.
    public static let none: CacheType = []
    public static let disk = CacheType(rawValue: 1)
    public static let memory = CacheType(rawValue: 2)
    public static let all: CacheType = [.disk, .memory]
}

/// Which of the many bitmaps of one picture is meant.
public struct ImageVariant: Hashable, Sendable {
    /// The pixels it must fit into; `nil` for the source's own size.
    public var box: PixelSize?
    public var fit: Fit
    /// Width divided by height of one pixel as it will be shown.
    public var pixelAspect: Double
    public var fidelity: DecodeOptions.Fidelity

    public init(
        box: PixelSize? = nil, fit: Fit = .contain, pixelAspect: Double = 1,
        fidelity: DecodeOptions.Fidelity = .fast
    ) {
        self.box = box
        self.fit = fit
        self.pixelAspect = pixelAspect
        self.fidelity = fidelity
    }
}

extension ImageVariant {
    /// What a coder is asked for.
    func decodeOptions(limits: DecodeLimits) -> DecodeOptions {
        var options = DecodeOptions(box: box)
        options.fit = fit
        options.pixelAspect = pixelAspect
        options.fidelity = fidelity
        options.limits = limits
        return options
    }
}
