import ImageCoding
import Pixels

/// Which of the many bitmaps of one picture is meant.
public struct ImageVariant: Hashable, Sendable {
    /// The pixels it must fit into; `nil` for the source's own size.
    public var box: PixelSize?
    public var fit: Fit
    /// Width divided by height of one pixel as it will be shown.
    public var pixelAspect: Double
    public var fidelity: DecodeOptions.Fidelity
    /// The bytes that the pixels of a frame may take; a larger picture is decoded smaller. `nil`: any number. Set by
    /// ``ImageOptions/scaleDownLargeImages``.
    public var maximumBytes: Int?
    /// Whether the image plays, if the picture does. Set by ``ImageContext/animation``.
    public var isAnimated: Bool

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

    /// A text that differs for every two variants, for keys that outlive the process.
    public var name: String {
        var parts = [box.map { "\($0.width)x\($0.height)" } ?? "full"]
        if box != nil { parts += ["\(fit)", "\(pixelAspect)", fidelity.rawValue] }
        if let maximumBytes { parts.append("max\(maximumBytes)") }
        if isAnimated { parts.append("animated") }
        return parts.joined(separator: ",")
    }
}

extension ImageVariant {
    /// What a coder is asked for.
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
