import ImageCoding
import Pixels

/// The parameters that tell the bitmaps of one source apart.
public struct ImageVariant: Hashable, Sendable {
    /// The size in pixels to fit into; `nil` for the source's own size.
    public var box: PixelSize?
    /// How the image is fitted to ``box``.
    public var fit: Fit
    /// Width divided by height of one pixel as displayed.
    public var pixelAspect: Double
    /// The accuracy of a reduction.
    public var fidelity: DecodeOptions.Fidelity
    /// Maximum bytes for the pixels of a frame; a larger image is decoded at a smaller size. `nil` sets no limit. Set
    /// by ``ImageOptions/scaleDownLargeImages``.
    public var maximumBytes: Int?
    /// Whether the image is animated, if its source is. Set by ``ImageContext/animation``.
    public var isAnimated: Bool
    /// The request's own coder: its images are no others' in memory, and not stored on disk.
    var coder: CoderIdentity?

    /// Creates a variant, by default a still at the source's own size.
    public init(
        box: PixelSize? = nil, fit: Fit = .contain, pixelAspect: Double = 1,
        fidelity: DecodeOptions.Fidelity = .fast, maximumBytes: Int? = nil, isAnimated: Bool = false
    ) {
        self.box = box
        self.fit = fit
        self.pixelAspect = pixelAspect
        self.fidelity = fidelity
        self.maximumBytes = maximumBytes
        self.isAnimated = isAnimated
    }

    /// A text that differs for any two variants, for keys that outlive the process.
    public var name: String {
        var parts = [box.map { "\($0.width)x\($0.height)" } ?? "full"]
        if box != nil { parts += ["\(fit)", "\(pixelAspect)", fidelity.rawValue] }
        if let maximumBytes { parts.append("max\(maximumBytes)") }
        if isAnimated { parts.append("animated") }
        return parts.joined(separator: ",")
    }
}

extension ImageVariant {
    /// Returns the decode options of this variant.
    func decodeOptions(limits: DecodeLimits) -> DecodeOptions {
        var options = DecodeOptions(box: box)
        options.fit = fit
        options.pixelAspect = pixelAspect
        options.fidelity = fidelity
        options.maximumBytes = maximumBytes
        options.limits = limits
        return options
    }
}

/// A coder compared by identity: the object, or the type of a value. Held strongly, so that no other object can have its
/// address.
struct CoderIdentity: Hashable, Sendable {
    private let coder: any ImageCoder

    init(_ coder: any ImageCoder) { self.coder = coder }

    private var identifier: ObjectIdentifier {
        type(of: coder) is AnyClass ? ObjectIdentifier(coder as AnyObject) : ObjectIdentifier(type(of: coder))
    }

    static func == (left: Self, right: Self) -> Bool { left.identifier == right.identifier }
    func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}
