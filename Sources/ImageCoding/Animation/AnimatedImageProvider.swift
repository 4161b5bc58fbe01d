/// A source of an animation's frames for a player. Safe to use from any thread; methods may block on a decode.
public protocol AnimatedImageProvider: AnyObject, Sendable {
    /// The number of frames, which does not change.
    var frameCount: Int { get }
    /// How often the animation plays; 0 is forever.
    var loopCount: Int { get }
    /// Returns the complete frame as displayed: composed with the frames before it, upright, at display size. `nil` for
    /// an index out of range, and for a frame that cannot be decoded.
    func frame(at index: Int) -> Image?
    /// Returns how long the frame is shown; zero for an index out of range.
    func duration(at index: Int) -> Duration
    /// Returns several consecutive frames, which costs less than single calls if frames build on those before them. The
    /// result ends before the first frame that cannot be decoded.
    func frames(in range: Range<Int>) -> [Image]
    /// Returns several consecutive frames like ``frames(in:)``, and why the run ended.
    func run(in range: Range<Int>) -> FrameRun
    /// Releases memory that is only needed to compose the next frame. Called when no player is attached.
    func releaseWorkingMemory()
}

/// Consecutive frames, and the reason why the run ended.
public struct FrameRun: Sendable {
    /// The frames in order; fewer than requested if the run ended early.
    public var images: [Image]
    /// Whether the frame after the run took too long, and may succeed when it is requested again. Otherwise, if the run
    /// ended before its range, that frame cannot be decoded.
    public var isTooSlow: Bool

    /// Creates a run; by default one that did not end because of time.
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

    /// The duration of one loop at normal speed.
    public var totalDuration: Duration { (0..<frameCount).reduce(.zero) { $0 + duration(at: $1) } }
}

/// A coder whose format can contain several frames.
///
/// Its `decode` returns the animation's ``AnimatedImage/image`` unless
/// ``DecodeOptions/animation`` is `.firstFrame`. ``AnimatedImage`` has initializers for frames and for a provider.
public protocol AnimatedImageCoder: ImageCoder {
    /// Returns the animation; only its first frame is decoded yet. For a file that is still arriving it has the frames
    /// received so far. Throws if there are fewer than two frames, or more than the limits allow.
    func animation(of bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> AnimatedImage
}
