import HalftoneCore
import Pixels

/// An animation: the encoded bytes, and a source of its frames at display size.
///
/// Safe from any thread. Frames are composed on demand, one at a time: the next frame costs one decode, going back
/// restarts at the last key frame, which does not build on others. Only preloaded frames are kept.
public final class AnimatedImage: AnimatedImageProvider {
    /// The format it was decoded from; `nil` if it was created from frames.
    public let format: ImageFormat?
    /// The encoded bytes of the animation; empty if it was made of frames without any. The bytes of a large file are
    /// read anew with every call.
    public var bytes: [UInt8] { encoded.all }
    private let encoded: EncodedBytes
    /// How often the animation plays; 0 is forever.
    public let loopCount: Int
    /// The first frame.
    public let poster: Image

    private let durations: [Duration]
    private let source: any FrameSource
    /// The object that makes the frames, in all sizes and transforms of one decode.
    private let origin: any AnyObject & Sendable
    /// The transformers applied to every frame after it is composed.
    private let transformer: Transformers.Pipeline
    private let preloaded = Lock<[Image]?>(nil)

    /// Creates an animation. Composes the first frame unless a poster is given, so that a composer already in use keeps
    /// its position.
    init(
        _ bytes: EncodedBytes, index: AnimationIndex, composer: AnimationComposer, format: ImageFormat,
        poster: Bitmap? = nil, cancellation: CancellationToken? = nil
    ) throws(ImageCodingError) {
        self.format = format
        encoded = bytes
        let bitmap: Bitmap
        if let poster {
            bitmap = poster
        } else {
            bitmap = try composer.frame(at: 0, cancellation: cancellation)
            composer.reset()  // the animation may never be played, and the canvas is large
        }
        self.poster = Image(
            bitmap: bitmap, format: format, sourceSize: index.orientation.applied(to: index.canvas),
            visibleSize: composer.visibleSize, sourceBytes: bytes.count)
        durations = index.frames.map(\.duration)
        loopCount = index.loopCount
        (source, origin) = (composer, composer)
        transformer = Transformers.Pipeline([])
    }

    /// Creates an animation of frames in memory; `nil` without frames. Frames of another size than the first are scaled
    /// to it.
    ///
    /// - Parameters:
    ///   - frames: The frames in order, each with its duration.
    ///   - loopCount: How often it plays; 0 (default) is forever.
    ///   - format: The format it was decoded from; `nil` (default) if it was drawn.
    ///   - bytes: The encoded bytes it was decoded from, if any. Animations of equal bytes have the same content.
    public convenience init?(
        frames: [ImageFrame], loopCount: Int = 0, format: ImageFormat? = nil, bytes: [UInt8] = []
    ) {
        self.init(provider: FrameList(frames, loopCount: loopCount), format: format, bytes: bytes)
    }

    /// Creates an animation whose frames a provider makes on demand, on any thread. The first frame is read now, the
    /// number of frames, their durations and the loop count too. `nil` without a first frame. A frame without a
    /// duration is shown for 100 ms.
    public init?(provider: any AnimatedImageProvider, format: ImageFormat? = nil, bytes: [UInt8] = []) {
        guard provider.frameCount > 0, let first = provider.frame(at: 0) else { return nil }
        self.format = format
        encoded = EncodedBytes(bytes)
        poster = Image(
            bitmap: first.bitmap, format: format, sourceSize: first.sourceSize,
            visibleSize: first.visibleSize, sourceBytes: bytes.count, warning: first.warning)
        durations = (0..<provider.frameCount).map {
            let duration = provider.duration(at: $0)
            return duration > .zero ? duration : .milliseconds(100)  // none would play without a pause
        }
        loopCount = max(0, provider.loopCount)
        (source, origin) = (ProvidedFrames(provider: provider), provider)
        transformer = Transformers.Pipeline([])
    }

    /// An image with the first frame and this animation, as a coder returns it.
    public var image: Image { poster.with(warning: poster.warning, animation: self) }

    private init(_ original: AnimatedImage, poster: Image, transformer: Transformers.Pipeline) {
        (format, encoded, loopCount) = (original.format, original.encoded, original.loopCount)
        (durations, source, origin) = (original.durations, original.source, original.origin)
        self.poster = poster
        self.transformer = transformer
    }

    /// Returns the animation with every frame transformed on demand. `nil` if the first frame could not be transformed,
    /// or the work was cancelled. Both animations share one canvas, so playing them alternately is slow.
    public func transformed(
        by transformer: any ImageTransformer, cancellation: CancellationToken? = nil
    ) -> AnimatedImage? {
        guard let poster = transformer.transform(poster, cancellation: cancellation) else { return nil }
        let steps = self.transformer.transformers + [transformer]
        return AnimatedImage(self, poster: poster, transformer: Transformers.Pipeline(steps))
    }

    public var frameCount: Int { durations.count }
    /// The size of the frames in pixels.
    public var size: PixelSize { poster.size }

    public func duration(at index: Int) -> Duration { durations.indices.contains(index) ? durations[index] : .zero }

    /// Returns whether both animations were decoded from equal bytes, whatever their sizes and transforms.
    public func hasSameContent(as other: AnimatedImage) -> Bool {
        encoded.count == other.encoded.count && continues(other)
    }

    /// Returns whether this is the other animation, decoded when at least as many of its bytes had arrived.
    public func continues(_ other: AnimatedImage) -> Bool {
        guard origin !== other.origin else { return encoded.count >= other.encoded.count }
        return !other.encoded.isEmpty && encoded.begins(with: other.encoded)
    }

    public func frame(at index: Int) -> Image? { (try? readFrame(at: index)) ?? nil }

    /// Returns a frame like ``frame(at:)``, or throws the reason why it cannot be decoded. `nil` for an index out of
    /// range, and if a transformer fails.
    public func readFrame(
        at index: Int, cancellation: CancellationToken? = nil
    ) throws(ImageCodingError) -> Image? {
        guard durations.indices.contains(index) else { return nil }
        if index == 0 { return poster }
        if let frames = preloaded.withLock({ $0 }) { return frames[index] }
        guard let picture = try source.read(index, cancellation: cancellation) else { return nil }
        let image = Image(
            bitmap: picture.bitmap, format: format, sourceSize: poster.sourceSize,
            visibleSize: poster.visibleSize, sourceBytes: encoded.count, warning: picture.warning)
        return transformer.transform(image, cancellation: cancellation)
    }

    /// Decodes all frames and keeps them until ``unloadAllFrames()``. Blocks; checks between frames whether it is
    /// cancelled. Returns `false`, and keeps nothing, if it is cancelled or a frame cannot be decoded.
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

    /// Releases all frames but the first, and the canvas.
    public func unloadAllFrames() {
        preloaded.withLock { $0 = nil }
        source.reset()
    }

    /// The problem with the first frame; `nil` if there is none.
    var warning: DecodeWarning? { source.warning }

    public func releaseWorkingMemory() { source.reset() }

    /// Whether all frames are decoded and kept in memory.
    public var isPreloaded: Bool { preloaded.withLock { $0 != nil } }

    /// Bytes used beside the ``poster``: the encoded bytes, and the preloaded frames.
    public var heldBytes: Int {
        encoded.count + source.heldBytes
            + (preloaded.withLock { $0 }?.dropFirst().reduce(0) { $0 + $1.bitmap.bytes.count } ?? 0)
    }
}
