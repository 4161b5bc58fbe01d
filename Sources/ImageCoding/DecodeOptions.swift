import HalftoneCore
import Pixels

/// Options for decoding an image: the display size, and limits on the cost.
public struct DecodeOptions: Sendable {
    /// The accuracy of a reduction.
    public enum Fidelity: String, Sendable {
        /// Reduces while decoding if the format can, as long as the result stays close to `exact`.
        case fast
        /// Averages every source pixel in linear light.
        case exact
    }

    /// The treatment of an image that has several frames.
    public enum Animation: String, Sendable {
        /// Decodes the first frame, as a still.
        case firstFrame
        /// Decodes the first frame; ``Image/animation`` decodes the others on demand.
        case frames
        /// Decodes all frames at once and keeps them.
        case preloaded
    }

    /// The size in pixels that the result must fit into; `nil` (default) decodes at the source's own size. An image is
    /// never enlarged to fill it.
    public var box: PixelSize?
    /// How the image is fitted to ``box``; ignored without a box. Default `contain`.
    public var fit = Fit.contain
    /// Width divided by height of one displayed pixel of the box; 1 (default) when a cell is exactly twice as high as
    /// wide.
    public var pixelAspect = 1.0
    /// The accuracy of a reduction to ``box`` or ``maximumBytes``. Default `fast`.
    public var fidelity = Fidelity.fast
    /// The handling of an animation's frames. Default `firstFrame`.
    public var animation = Animation.firstFrame
    /// Maximum bytes of a frame's pixels: a larger image is reduced in its own proportions, to at least one pixel. All
    /// frames of an animation share it. `nil` (default) sets no limit; with a ``box`` the result keeps to both.
    public var maximumBytes: Int?
    /// A hint at the format besides the bytes: a file extension, a media type or the name of a format; `nil` if
    /// nothing is. Registries ask the coders of that format first, and use one whose format has no signatures for bytes
    /// that no coder recognizes. The built-in coders ignore it.
    public var hint: String?
    /// Resource limits; exceeding them is an error or a warning.
    public var limits = DecodeLimits()
    /// A token that is checked between rows; when it is cancelled, the decode throws ``ImageCodingError/cancelled``.
    public var cancellation: CancellationToken?
    /// The clock for ``DecodeLimits/seconds``; checked as often as ``cancellation``.
    public var time: any TimeSource = SystemTime()
    /// The time at which the decode exceeds its limit; `nil` before it has begun.
    private var end: Duration?

    /// Creates the default options for a display size in pixels; `nil` decodes at the source's own size.
    public init(box: PixelSize? = nil) { self.box = box }

    /// The options with the time limit started now, unless it has been started. Decodes that are part of another share
    /// its limit.
    package var begun: DecodeOptions {
        var options = self
        options.end = end ?? time.now + .seconds(limits.seconds)
        return options
    }

    /// Each call to an incremental decoder may take the whole time, whatever the calls before it took.
    package mutating func restartTimeLimit() { end = time.now + .seconds(limits.seconds) }

    /// Returns options whose time limit ends a number of seconds from now, unless it ends earlier.
    package func ending(within seconds: Int) -> DecodeOptions {
        var options = begun
        let last = time.now + .seconds(seconds)
        guard let end = options.end, end > last else { return options }
        (options.end, options.limits.seconds) = (last, seconds)
        return options
    }

    /// Throws if the decode is cancelled or has exceeded its time limit.
    package func checkMayContinue() throws(ImageCodingError) {
        if cancellation?.isCancelled == true { throw .cancelled }
        if let end, time.now >= end { throw .tooSlow(seconds: limits.seconds) }
    }
}
