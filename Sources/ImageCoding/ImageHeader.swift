import Pixels

/// What the first bytes of a picture say about it.
public struct ImageHeader: Hashable, Sendable {
    public let format: ImageFormat
    /// The size as it will be seen, upright.
    public let pixelSize: PixelSize
    /// How the stored rows must be turned to stand upright.
    public let orientation: Orientation
    /// `true` if pixels may be transparent.
    public let hasAlpha: Bool
    /// `true` if it arrives coarse first: a progressive JPEG, an interlaced PNG or GIF.
    public let isProgressive: Bool

    public init(
        format: ImageFormat, pixelSize: PixelSize, orientation: Orientation = .up, hasAlpha: Bool = false,
        isProgressive: Bool = false
    ) {
        self.format = format
        self.pixelSize = pixelSize
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        self.isProgressive = isProgressive
    }
}
