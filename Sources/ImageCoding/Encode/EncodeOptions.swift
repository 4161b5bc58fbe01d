import Pixels

/// How a picture is to be encoded.
public struct EncodeOptions: Sendable, Hashable {
    /// From 0, smallest, to 1, best. What has no quality to give away, PNG and GIF, ignores it.
    public var quality = 1.0
    /// WebP keeps every pixel as it is; quality is then the effort. The others are lossless or not by their nature.
    public var isLossless = false
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
