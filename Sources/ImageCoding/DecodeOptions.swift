import Basis
import Pixels

/// How a picture is wanted: the size it will be shown at, and what may be spent on it.
public struct DecodeOptions: Sendable {
    /// How faithful a reduction must be.
    public enum Fidelity: String, Sendable {
        /// Reduces while decoding where the format can, as long as the result stays close to `exact`.
        case fast
        /// Every source pixel is averaged in linear light.
        case exact
    }

    /// What becomes of a picture that has several frames.
    public enum Animation: String, Sendable {
        /// The first frame, as a still.
        case firstFrame
        /// ``Image/animation`` gives the others when they are asked for.
        case frames
        /// They are all decoded at once and kept.
        case preloaded
    }

    /// The pixels it must fit into; `nil` decodes at the source's own size. A picture is never enlarged to fill it.
    public var box: PixelSize?
    public var fit = Fit.contain
    /// Width divided by height of one pixel of the box as it will be shown; 1 when a cell is exactly twice as high
    /// as wide.
    public var pixelAspect = 1.0
    public var fidelity = Fidelity.fast
    public var animation = Animation.firstFrame
    /// Bytes that the pixels of a frame may take: a picture with more is reduced in its own proportions, to one pixel
    /// at least. All frames of an animation share them. `nil` sets no limit; with a ``box`` the result keeps to both.
    public var maximumBytes: Int?
    public var limits = DecodeLimits()
    /// Checked between rows; when it is cancelled the decode ends with ``ImageCodingError/cancelled``.
    public var cancellation: CancellationToken?
    /// What ``DecodeLimits/seconds`` are counted with; looked at as often.
    public var time: any TimeSource = SystemTime()
    /// When they are over; `nil` before the decode has begun.
    private var end: Duration?

    public init(box: PixelSize? = nil) { self.box = box }

    /// The same for a decode that begins now. One that is a part of another has begun with that.
    var begun: DecodeOptions {
        var options = self
        options.end = end ?? time.now + .seconds(limits.seconds)
        return options
    }

    /// A call about a picture that is still arriving begins now, whatever those before it have taken.
    mutating func beginAnew() { end = time.now + .seconds(limits.seconds) }

    /// Those of another picture that is decoded for this one: what it may take, and what stops it.
    func forPart(box: PixelSize? = nil) -> DecodeOptions {
        var part = DecodeOptions(box: box)
        (part.limits, part.cancellation, part.time, part.end) = (limits, cancellation, time, end)
        return part
    }

    /// Throws if the work is not wanted any more, or has taken too long.
    func checkMayContinue() throws(ImageCodingError) {
        if cancellation?.isCancelled == true { throw .cancelled }
        if let end, time.now >= end { throw .tooSlow(seconds: limits.seconds) }
    }
}
