/// Turns pictures into the bytes of one format. Its calls may come from any thread, several at a time.
///
/// A coder that can also encode conforms to it beside ``ImageCoder``; ``ImageCodersManager`` then finds it.
public protocol ImageEncoder: Sendable {
    var format: ImageFormat { get }

    /// The encoded frames. A format without animation, and ``EncodeOptions/firstFrameOnly``, take the first alone; the
    /// others are brought to its size. No frames are an error.
    ///
    /// - Parameter loopCount: how often an animation is played; 0 is for ever.
    func encode(
        _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8]
}
