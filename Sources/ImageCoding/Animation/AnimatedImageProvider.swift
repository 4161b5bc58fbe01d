/// Gives the frames of an animation to a player. Safe to use from any thread, and its calls may block on a decode.
public protocol AnimatedImageProvider: AnyObject, Sendable {
    var frameCount: Int { get }
    /// How often the animation is played; 0 is for ever.
    var loopCount: Int { get }
    /// The whole frame as it is seen: composed with those before it, upright, at the size that was asked for. `nil` for
    /// an index out of range, and for a frame that cannot be read.
    func frame(at index: Int) -> Image?
    /// How long the frame stays; zero for an index out of range.
    func duration(at index: Int) -> Duration
    /// Several frames in one go, which costs less than one after another where frames build on those before them.
    /// What cannot be read is left out at the end.
    func frames(in range: Range<Int>) -> [Image]
    /// The same, with why there are no more.
    func run(in range: Range<Int>) -> FrameRun
    /// Nobody plays it for now: what the next frame would build on may go.
    func releaseWorkingMemory()
}

/// Frames that follow one another, and how they ended.
public struct FrameRun: Sendable {
    public var images: [Image]
    /// Whether the frame behind them took too long, and may be there in time when it is asked for again. Otherwise it
    /// cannot be read, if the run ended before its range.
    public var isTooSlow: Bool

    public init(_ images: [Image], isTooSlow: Bool = false) {
        self.images = images
        self.isTooSlow = isTooSlow
    }
}

extension AnimatedImageProvider {
    public func releaseWorkingMemory() {}

    public func run(in range: Range<Int>) -> FrameRun { FrameRun(frames(in: range)) }

    public func frames(in range: Range<Int>) -> [Image] {
        var frames: [Image] = []
        for index in range {
            guard let frame = frame(at: index) else { break }
            frames.append(frame)
        }
        return frames
    }

    /// The time one loop takes at the usual rate.
    public var totalDuration: Duration { (0..<frameCount).reduce(.zero) { $0 + duration(at: $1) } }
}

/// A coder whose format can hold several frames.
public protocol AnimatedImageCoder: ImageCoder {
    /// The animation in the bytes, of which no frame but the first is decoded yet. It ends where the bytes do: of a file
    /// that is still arriving it has the frames that are there. An error if there are fewer than two, or more than the
    /// limits allow.
    func animation(of bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> AnimatedImage
}
