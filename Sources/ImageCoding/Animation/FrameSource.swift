import HalftoneCore
import Pixels

/// The source of an ``AnimatedImage``'s frames. Safe from any thread; may block on a decode.
protocol FrameSource: Sendable {
    /// Returns the complete frame and the problem with it, if any; `nil` if it cannot be had.
    func read(
        _ index: Int, cancellation: CancellationToken?
    ) throws(ImageCodingError) -> (bitmap: Bitmap, warning: DecodeWarning?)?
    /// The problem with the first frame; `nil` if there is none.
    var warning: DecodeWarning? { get }
    /// Bytes of pixels that it holds, except those of the first frame.
    var heldBytes: Int { get }
    /// Releases memory that is only needed to compose the next frame.
    func reset()
}

/// The frames of a provider outside the engine.
struct ProvidedFrames: FrameSource {
    let provider: any AnimatedImageProvider

    func read(
        _ index: Int, cancellation: CancellationToken?
    ) throws(ImageCodingError) -> (bitmap: Bitmap, warning: DecodeWarning?)? {
        if cancellation?.isCancelled == true { throw .cancelled }
        return provider.frame(at: index).map { ($0.bitmap, $0.warning) }
    }

    var warning: DecodeWarning? { nil }
    var heldBytes: Int { (provider as? FrameList)?.heldBytes ?? 0 }
    func reset() { provider.releaseWorkingMemory() }
}

/// Frames in memory, all of the size of the first.
final class FrameList: AnimatedImageProvider {
    let loopCount: Int
    private let frames: [ImageFrame]

    init(_ frames: [ImageFrame], loopCount: Int) { (self.frames, self.loopCount) = (frames, loopCount) }

    var frameCount: Int { frames.count }

    func frame(at index: Int) -> Image? {
        guard frames.indices.contains(index) else { return nil }
        let (image, size) = (frames[index].image, frames[0].image.size)
        return image.size == size ? image : Image(bitmap: image.bitmap.resized(to: size), format: image.format)
    }

    func duration(at index: Int) -> Duration { frames.indices.contains(index) ? frames[index].duration : .zero }

    var heldBytes: Int { frames.dropFirst().reduce(0) { $0 + $1.image.bitmap.bytes.count } }
}
