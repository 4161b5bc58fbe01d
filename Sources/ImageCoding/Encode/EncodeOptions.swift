import Pixels

/// Options for encoding an image.
public struct EncodeOptions: Sendable, Hashable {
    /// The quality from 0, smallest, to 1, best. For GIF it sets the number of colors in each frame, from 2 to 256; PNG
    /// is always lossless and ignores it.
    public var quality = 1.0
    /// Whether WebP is encoded losslessly, whatever the quality. Ignored by the other formats. Default `false`.
    public var isLossless = false
    /// The size that the image is reduced to fit into, in its own proportions; never enlarged. `nil` (default) keeps
    /// its size.
    public var maximumPixelSize: PixelSize?
    /// Maximum bytes of the result. Overrides ``quality``: the encoder searches for the best quality that keeps to it,
    /// and throws if there is none. `nil` (default) sets no limit.
    public var maximumBytes: Int?
    /// The color behind transparent pixels in formats without transparency. Default white.
    public var background = RGB(255, 255, 255)
    /// Whether only the first frame of an animation is encoded. Default `false`.
    public var firstFrameOnly = false

    /// Creates the default options: best quality, without limits.
    public init() {}
}
