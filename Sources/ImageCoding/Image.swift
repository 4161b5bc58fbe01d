import Pixels

/// A decoded image with its metadata.
///
/// Immutable, so it may be shared by any number of threads, caches and views, all of which rely on its identity.
public final class Image: Sendable {
    /// The pixels, upright.
    public let bitmap: Bitmap
    /// The format it was decoded from, before any transform; `nil` for a drawn image.
    public let format: ImageFormat?
    /// The size of the encoded image, upright (orientation applied), before any reduction.
    public let sourceSize: PixelSize
    /// The size of the encoded bytes; 0 if there were none.
    public let sourceBytes: Int
    /// A problem with an image that can still be displayed, such as a missing end; `nil` if there is none.
    public let warning: DecodeWarning?
    /// Whether every pixel of the file is present: a warning may be about colors only.
    public var hasAllPixels: Bool { warning?.leavesPixelsWhole ?? true }
    /// Whether the image is a preview, made while bytes were still arriving.
    public let isIncremental: Bool
    /// Whether an ``ImageTransformer`` made the image.
    public let isTransformed: Bool
    /// All frames, if there are several and ``DecodeOptions/animation`` asked for them; ``bitmap`` is then the first.
    public let animation: AnimatedImage?
    /// Metadata read by the loading engine; `nil` for an image that was never encoded, and for one that was cached at
    /// another size.
    public let metadata: ImageMetadata?
    /// The revision of the bytes it was decoded from; `nil` for a drawn image.
    public let revision: Revision?

    /// Creates an image from upright pixels. `sourceSize` defaults to the bitmap's size, everything else to a drawn
    /// image.
    public init(
        bitmap: Bitmap, format: ImageFormat? = nil, sourceSize: PixelSize? = nil, sourceBytes: Int = 0,
        warning: DecodeWarning? = nil, isIncremental: Bool = false, isTransformed: Bool = false,
        animation: AnimatedImage? = nil, metadata: ImageMetadata? = nil, revision: Revision? = nil
    ) {
        self.bitmap = bitmap
        self.format = format
        self.sourceSize = sourceSize ?? bitmap.size
        self.sourceBytes = sourceBytes
        self.warning = warning
        self.isIncremental = isIncremental
        self.isTransformed = isTransformed
        self.animation = animation
        self.metadata = metadata
        self.revision = revision
    }

    /// Returns a copy with other pixels, made by an ``ImageTransformer``, and unchanged metadata. The animation is
    /// dropped unless a transformed one is given.
    public func transformed(to bitmap: Bitmap, animation: AnimatedImage? = nil) -> Image {
        Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: true, animation: animation, metadata: metadata,
            revision: revision)
    }

    /// Returns a copy with equal pixels but another warning.
    package func with(warning: DecodeWarning?, isIncremental: Bool = false, animation: AnimatedImage? = nil) -> Image {
        Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: isTransformed, animation: animation, metadata: metadata,
            revision: revision)
    }

    /// Returns a copy with metadata and the revision of the encoded bytes. Without metadata, this image's metadata are
    /// kept.
    public func with(_ metadata: ImageMetadata? = nil, revision: Revision?) -> Image {
        let metadata = metadata.map { $0.isEmpty ? nil : $0 } ?? self.metadata
        return Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: isTransformed, animation: animation, metadata: metadata,
            revision: revision)
    }

    /// The first frame alone; the image itself if it is not animated.
    public var still: Image {
        guard animation != nil else { return self }
        return Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: isTransformed, metadata: metadata, revision: revision)
    }

    /// The size in pixels, upright; after a reduction, smaller than ``sourceSize``.
    public var size: PixelSize { bitmap.size }
    /// The image's cost in a memory cache, in bytes: pixels and stored response metadata; for an animation also the
    /// encoded bytes and the preloaded frames. The cost grows when frames are preloaded later.
    public var cost: Int { bitmap.bytes.count + (metadata?.extended?.count ?? 0) + (animation?.heldBytes ?? 0) }
    /// Whether the size differs from the source's, such as after a reduction.
    public var isThumbnail: Bool { size != sourceSize }
}
