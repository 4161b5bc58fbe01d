import Basis
import Pixels

/// An animation: the encoded bytes, and what composes their frames at the size they are shown.
///
/// Safe from any thread. Frames are made when they are asked for, one at a time: going forward costs a frame, going back
/// starts again at the last frame that does not build on others. Only preloaded frames are kept.
public final class AnimatedImage: AnimatedImageProvider {
    public let format: ImageFormat
    /// The encoded bytes the frames are made of.
    public let bytes: [UInt8]
    public let loopCount: Int
    /// The first frame.
    public let poster: Image

    private let durations: [Duration]
    private let source: any FrameSource
    private let preloaded = Lock<[Image]?>(nil)

    init(
        format: ImageFormat, bytes: [UInt8], poster: Image, durations: [Duration], loopCount: Int,
        source: any FrameSource
    ) {
        self.format = format
        self.bytes = bytes
        self.poster = poster
        self.durations = durations
        self.loopCount = loopCount
        self.source = source
    }

    public var frameCount: Int { durations.count }
    /// The size of its frames in pixels.
    public var size: PixelSize { poster.size }

    public func duration(at index: Int) -> Duration { durations.indices.contains(index) ? durations[index] : .zero }

    public func frame(at index: Int) -> Image? {
        guard durations.indices.contains(index) else { return nil }
        if index == 0 { return poster }
        if let frames = preloaded.withLock({ $0 }) { return frames[index] }
        return (try? source.frame(at: index)).map(image(of:))
    }

    /// Decodes all frames and keeps them, until ``unloadAllFrames()``. Blocks. `false`, and nothing is kept, if one of
    /// them cannot be read.
    @discardableResult
    public func preloadAllFrames() -> Bool {
        if preloaded.withLock({ $0 != nil }) { return true }
        let frames = frames(in: 0..<frameCount)
        guard frames.count == frameCount else { return false }
        preloaded.withLock { $0 = frames }
        return true
    }

    /// Lets go of all frames but the first, and of what the next one would build on.
    public func unloadAllFrames() {
        preloaded.withLock { $0 = nil }
        source.reset()
    }

    public var isPreloaded: Bool { preloaded.withLock { $0 != nil } }

    /// Bytes held beside the ``poster``: the encoded ones, and the frames that are preloaded.
    public var heldBytes: Int {
        bytes.count + (preloaded.withLock { $0 }?.dropFirst().reduce(0) { $0 + $1.bitmap.bytes.count } ?? 0)
    }

    private func image(of bitmap: Bitmap) -> Image {
        Image(bitmap: bitmap, format: format, sourceSize: poster.sourceSize, sourceBytes: bytes.count)
    }
}

/// Makes the frames of an animation. Safe from any thread; blocks while it decodes.
protocol FrameSource: Sendable {
    /// The composed frame, upright and reduced. The index is in range.
    func frame(at index: Int) throws(ImageCodingError) -> Bitmap
    /// Lets go of what the next frame would build on.
    func reset()
}
