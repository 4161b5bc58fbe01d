import HalftoneCore
import ImageCoding
import Synchronization

/// The frames of an animation, decoded by a worker on request.
///
/// A worker keeps the animation open until it is given another picture, and decodes each frame from the last key frame on.
final class JailedFrames: AnimatedImageProvider {
    private let coder: JailedImageCoder
    private let bytes: [UInt8]
    private let facts: PictureHeader
    private let first: Image
    private let options: DecodeOptions
    /// Identifies the animation that a worker has open; an address would be used again.
    private let number = JailedFrames.lastNumber.add(1, ordering: .relaxed).newValue

    private static let lastNumber = Atomic(0)

    init(_ coder: JailedImageCoder, _ bytes: [UInt8], _ facts: PictureHeader, first: Image, options: DecodeOptions) {
        (self.coder, self.bytes, self.facts, self.first) = (coder, bytes, facts, first)
        var own = options
        own.cancellation = nil  // that of the decode that made the first frame
        self.options = own
    }

    deinit { coder.workers.close(animation: number) }

    var frameCount: Int { facts.frameCount }
    var loopCount: Int { facts.loopCount }

    func duration(at index: Int) -> Duration {
        guard facts.durations.indices.contains(index) else { return .zero }
        return .microseconds(max(0, min(Self.maxDuration, facts.durations[index])))
    }

    /// An hour, in microseconds: the durations of a worker are untrusted.
    private static let maxDuration: Int64 = 3_600_000_000

    func frame(at index: Int) -> Image? {
        if index == 0 { return first }
        guard facts.durations.indices.contains(index) else { return nil }
        var options = options
        options.restartTimeLimit()
        return try? coder.workers.withWorker(
            for: coder.format, options, animation: number
        ) { (worker) throws(ImageCodingError) in
            if worker.openAnimation != number {
                // Its pixels have the size of the first frame's, whatever it says now.
                _ = try worker.open(ByteSource(bytes), options)
                worker.openAnimation = number
            }
            return try coder.frame(index, of: facts, worker, sourceBytes: bytes.count, options)
        }
    }
}
