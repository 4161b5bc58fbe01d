/// An encoder for one image format. Methods may be called from any thread, concurrently.
///
/// A coder that can also encode conforms to it in addition to ``ImageCoder``; ``ImageCodersManager`` then finds it.
public protocol ImageEncoder: Sendable {
    /// The format that the encoder writes.
    var format: ImageFormat { get }

    /// Returns the encoded frames. A format without animation, and ``EncodeOptions/firstFrameOnly``, use the first
    /// frame only; the others are scaled to its size. Throws if there are no frames.
    ///
    /// - Parameters:
    ///   - frames: the frames with their durations, in order.
    ///   - loopCount: how often an animation plays; 0 is forever.
    ///   - options: quality, size and byte limits.
    func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8]
}
