import Basis
import Pixels

/// An animation: the encoded bytes, and what composes their frames at the size they are shown.
///
/// Safe from any thread. Frames are made when they are asked for, one at a time: going forward costs a frame, going back
/// starts again at the last frame that does not build on others. Only preloaded frames are kept.
public final class AnimatedImage: AnimatedImageProvider {
    public let format: ImageFormat
    /// The encoded bytes the frames are made of. Those of a large file are read anew with every call.
    public var bytes: [UInt8] { encoded.all }
    private let encoded: EncodedBytes
    public let loopCount: Int
    /// The first frame.
    public let poster: Image

    private let durations: [Duration]
    private let source: AnimationComposer
    private let fingerprint: AnimationFingerprint
    /// What every frame goes through after it was composed.
    private let transformer: Transformers.Pipeline
    private let preloaded = Lock<[Image]?>(nil)

    /// The frames of the index, as the composer makes them. Composes the first, unless it is given: so that a composer
    /// which is at work elsewhere stays where it is.
    init(
        _ bytes: EncodedBytes, index: AnimationIndex, composer: AnimationComposer, format: ImageFormat,
        poster: Bitmap? = nil, cancellation: CancellationToken? = nil
    ) throws(ImageCodingError) {
        self.format = format
        encoded = bytes
        fingerprint = AnimationFingerprint(bytes, index: index)
        let bitmap: Bitmap
        if let poster {
            bitmap = poster
        } else {
            bitmap = try composer.frame(at: 0, cancellation: cancellation)
            composer.reset()  // it may never be played, and the canvas is large
        }
        self.poster = Image(
            bitmap: bitmap, format: format, sourceSize: index.orientation.applied(to: index.canvas),
            sourceBytes: bytes.count)
        durations = index.frames.map(\.duration)
        loopCount = index.loopCount
        source = composer
        transformer = Transformers.Pipeline([])
    }

    private init(_ original: AnimatedImage, poster: Image, transformer: Transformers.Pipeline) {
        (format, encoded, loopCount) = (original.format, original.encoded, original.loopCount)
        (durations, source, fingerprint) = (original.durations, original.source, original.fingerprint)
        self.poster = poster
        self.transformer = transformer
    }

    /// The same animation with every frame transformed, when it is asked for. `nil` if the first frame could not be,
    /// or it was cancelled. Both compose their frames with one canvas, so that playing the two in turns is slow.
    public func transformed(
        by transformer: any ImageTransformer, cancellation: CancellationToken? = nil
    ) -> AnimatedImage? {
        guard let poster = transformer.transform(poster, cancellation: cancellation) else { return nil }
        let steps = self.transformer.transformers + [transformer]
        return AnimatedImage(self, poster: poster, transformer: Transformers.Pipeline(steps))
    }

    public var frameCount: Int { durations.count }
    /// The size of its frames in pixels.
    public var size: PixelSize { poster.size }

    public func duration(at index: Int) -> Duration { durations.indices.contains(index) ? durations[index] : .zero }

    /// Whether both are made of the same bytes, in whatever size they were decoded and whatever their frames went
    /// through. Compares no bytes: whoever decoded the two has looked at them.
    public func hasSameContent(as other: AnimatedImage) -> Bool { fingerprint == other.fingerprint }

    /// Whether it is the other animation, decoded when as many of its frames had arrived or more. Compares no bytes.
    public func continues(_ other: AnimatedImage) -> Bool { fingerprint.continues(other.fingerprint) }

    public func frame(at index: Int) -> Image? { frame(at: index, cancellation: nil) }

    /// The same for work that can be given up: `nil` also if it was cancelled before the frame was there.
    public func frame(at index: Int, cancellation: CancellationToken?) -> Image? {
        (try? readFrame(at: index, cancellation: cancellation)) ?? nil
    }

    /// The same for who wants to say why there is none: `nil` is for an index out of range, and for what a transformer
    /// cannot do. One that took too long can be asked for again, and goes on where it was.
    public func readFrame(
        at index: Int, cancellation: CancellationToken? = nil
    ) throws(ImageCodingError) -> Image? {
        guard durations.indices.contains(index) else { return nil }
        if index == 0 { return poster }
        if let frames = preloaded.withLock({ $0 }) { return frames[index] }
        let picture = try source.picture(at: index, cancellation: cancellation)
        let image = Image(
            bitmap: picture.bitmap, format: format, sourceSize: poster.sourceSize, sourceBytes: encoded.count,
            warning: picture.warning)
        return transformer.transform(image, cancellation: cancellation)
    }

    public func run(in range: Range<Int>) -> FrameRun {
        var run = FrameRun([])
        do throws(ImageCodingError) {
            for index in range {
                guard let image = try readFrame(at: index) else { break }
                run.images.append(image)
            }
        } catch {
            if case .tooSlow = error { run.isTooSlow = true }
        }
        return run
    }

    /// Decodes all frames and keeps them, until ``unloadAllFrames()``. Blocks; asks between frames whether it is still
    /// wanted. `false`, and nothing is kept, if it is not, or if a frame cannot be read.
    @discardableResult
    public func preloadAllFrames(isCancelled: () -> Bool = { false }) -> Bool {
        if isPreloaded { return true }
        var frames: [Image] = []
        for index in 0..<frameCount {
            guard !isCancelled(), let frame = frame(at: index) else { return false }
            frames.append(frame)
        }
        preloaded.withLock { $0 = frames }
        return true
    }

    /// Lets go of all frames but the first, and of what the next one would build on.
    public func unloadAllFrames() {
        preloaded.withLock { $0 = nil }
        source.reset()
    }

    /// What is wrong with the first frame; `nil` if nothing is.
    var warning: DecodeWarning? { source.warning }

    public func releaseWorkingMemory() { source.reset() }

    public var isPreloaded: Bool { preloaded.withLock { $0 != nil } }

    /// Bytes held beside the ``poster``: the encoded ones, and the frames that are preloaded.
    public var heldBytes: Int {
        encoded.count + (preloaded.withLock { $0 }?.dropFirst().reduce(0) { $0 + $1.bitmap.bytes.count } ?? 0)
    }
}
