import Pixels

/// Properties of an image from its header and metadata, without decoding its pixels.
public struct ImageHeader: Hashable, Sendable {
    /// The format of the encoded bytes.
    public let format: ImageFormat
    /// The size, upright (orientation applied).
    public let pixelSize: PixelSize
    /// The orientation of the stored rows.
    public let orientation: Orientation
    /// Whether pixels may be transparent.
    public let hasAlpha: Bool
    /// Whether the image arrives coarse first: a progressive JPEG, an interlaced PNG or GIF.
    public let isProgressive: Bool
    /// Bits per channel as stored; for a palette, bits per channel of its colors.
    public var bitDepth = 8
    /// Number of frames present; 1 for a still.
    public var frameCount = 1
    /// Whether bytes still to come may contain more frames.
    public var mayHaveMoreFrames = false
    /// How often an animation plays; 0 is forever.
    public var loopCount = 1
    /// The color space, as the file describes it.
    public var sourceColor = SourceColor.unknown
    /// The range of an embedded JPEG thumbnail, stored with the image's orientation; `nil` if there is none.
    public var thumbnail: Range<Int>?
    /// Maximum bytes of the whole image that the coder keeps while it decodes; 0 if it decodes row by row.
    public var storedBytes = 0

    /// Creates the header of an opaque still with 8 bits a channel, unless stated otherwise. `pixelSize` is upright.
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

    /// Whether there is more than one frame.
    public var isAnimated: Bool { frameCount > 1 }
}
