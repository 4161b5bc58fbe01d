import Pixels

/// How a picture is to be encoded.
public struct EncodeOptions: Sendable, Hashable {
    /// From 0, smallest, to 1, best. For a GIF it is how many colours each frame has, from 2 to 256; PNG has nothing to
    /// give away and ignores it.
    public var quality = 1.0
    /// WebP keeps every pixel as it is, whatever the quality. The others are lossless or not by their nature.
    public var isLossless = false
    /// Where a GIF has too few colours, what a pixel loses goes to its neighbours.
    public var dithers = true
    /// The picture is reduced to fit into it, in its own proportions; never enlarged. `nil`: as large as it is.
    public var maximumPixelSize: PixelSize?
    /// The encoded bytes must not be more. It takes the place of ``quality``: the best that keeps to it is looked for,
    /// and where there is none it is an error. `nil`: as many as it takes.
    public var maximumBytes: Int?
    /// What shines through where the format knows no transparency.
    public var background = RGB(255, 255, 255)
    /// Of an animation, only the first frame.
    public var firstFrameOnly = false

    public init() {}
}
