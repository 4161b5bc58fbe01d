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
    /// Bits a channel is stored with; of a palette, those of its colours.
    public var bitDepth = 8
    /// Frames that are there; 1 for a still.
    public var frameCount = 1
    /// More frames may be in bytes that are still to come.
    public var mayHaveMoreFrames = false
    /// How often an animation is played; 0 is for ever.
    public var loopCount = 1
    /// What the numbers mean, as the file says.
    public var sourceColor = SourceColor.unknown
    /// Where in the bytes a small JPEG of the picture stands, stored with the same orientation; `nil` if there is none.
    public var thumbnail: Range<Int>?
    /// Bytes that the coder holds of the whole picture while it decodes, at most; 0 if it comes row by row.
    public var storedBytes = 0

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

    public var isAnimated: Bool { frameCount > 1 }
}
