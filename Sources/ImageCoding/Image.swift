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
    /// The size of the part of the source that the pixels show, in pixels of the source: ``sourceSize``, unless
    /// ``DecodeOptions/fit`` or a transformer has cut the image. Pixels need not be square, so an image is shown in the
    /// proportions of this size.
    public let visibleSize: PixelSize
    /// The size that the file states, upright: that of the document for a vector image, whose ``sourceSize`` is that of
    /// the largest rendering; else ``sourceSize``.
    public let intrinsicSize: PixelSize
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

    /// Creates an image from upright pixels. `sourceSize` defaults to the bitmap's size, the other sizes to `sourceSize`, everything else to a drawn image.
    public init(
        bitmap: Bitmap, format: ImageFormat? = nil, sourceSize: PixelSize? = nil, visibleSize: PixelSize? = nil,
        intrinsicSize: PixelSize? = nil, sourceBytes: Int = 0, warning: DecodeWarning? = nil,
        isIncremental: Bool = false, isTransformed: Bool = false,
        animation: AnimatedImage? = nil, metadata: ImageMetadata? = nil, revision: Revision? = nil
    ) {
        self.bitmap = bitmap
        self.format = format
        self.sourceSize = sourceSize ?? bitmap.size
        self.visibleSize = visibleSize ?? self.sourceSize
        self.intrinsicSize = intrinsicSize ?? self.sourceSize
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
        copy(bitmap, animation: animation, warning: warning, isTransformed: true, revision: revision)
    }

    /// Returns a copy with equal pixels but another warning.
    package func with(warning: DecodeWarning?, isIncremental: Bool = false, animation: AnimatedImage? = nil) -> Image {
        copy(animation: animation, warning: warning, isIncremental: isIncremental, revision: revision)
    }

    /// Returns a copy with metadata and the revision of the encoded bytes. Without metadata, this image's metadata are
    /// kept.
    public func with(_ metadata: ImageMetadata? = nil, revision: Revision?) -> Image {
        copy(animation: animation, warning: warning, metadata: metadata, revision: revision)
    }

    /// Returns a copy of an image whose pixels were encoded as if they were square, with the ``visibleSize`` of pixels of
    /// that width divided by their height.
    package func with(pixelAspect aspect: Double) -> Image {
        let (width, height) = (Double(sourceSize.width) * max(1, aspect), Double(sourceSize.height) / min(1, aspect))
        let visible = PixelSize(width: Int(width.rounded()), height: Int(height.rounded()))
        return copy(animation: animation, visibleSize: visible, warning: warning, revision: revision)
    }

    /// The first frame alone; the image itself if it is not animated.
    public var still: Image {
        animation == nil ? self : copy(animation: nil, warning: warning, revision: revision)
    }

    private func copy(
        _ bitmap: Bitmap? = nil, animation: AnimatedImage?, visibleSize: PixelSize? = nil, warning: DecodeWarning?,
        isIncremental: Bool? = nil,
        isTransformed: Bool = false, metadata: ImageMetadata? = nil, revision: Revision?
    ) -> Image {
        let isCut = bitmap.map { $0.size != self.bitmap.size } ?? false
        return Image(
            bitmap: bitmap ?? self.bitmap, format: format, sourceSize: sourceSize,
            visibleSize: isCut ? bitmap?.size : visibleSize ?? self.visibleSize, intrinsicSize: intrinsicSize,
            sourceBytes: sourceBytes, warning: warning, isIncremental: isIncremental ?? self.isIncremental,
            isTransformed: isTransformed || self.isTransformed, animation: animation,
            metadata: metadata.map { $0.isEmpty ? nil : $0 } ?? self.metadata, revision: revision)
    }

    /// The size in pixels, upright; after a reduction, smaller than ``sourceSize``.
    public var size: PixelSize { bitmap.size }
    /// The image's cost in a memory cache, in bytes: pixels and stored response metadata; for an animation also the
    /// encoded bytes and the preloaded frames. The cost grows when frames are preloaded later.
    public var cost: Int { bitmap.bytes.count + (metadata?.extended?.count ?? 0) + (animation?.heldBytes ?? 0) }
    /// Whether the size differs from the source's, such as after a reduction.
    public var isThumbnail: Bool { size != sourceSize }
}
