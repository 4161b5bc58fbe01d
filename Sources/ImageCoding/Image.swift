import Pixels

/// A decoded picture and what is known of where it came from.
///
/// Immutable, so it may be shared by any number of threads, caches and views; its identity matters to all three.
public final class Image: Sendable {
    public let bitmap: Bitmap
    /// The format it was decoded from, before it was transformed; `nil` for one that was drawn.
    public let format: ImageFormat?
    /// The size of the encoded picture, upright (orientation applied), before it was reduced.
    public let sourceSize: PixelSize
    /// The size of the encoded bytes; 0 if there were none.
    public let sourceBytes: Int
    /// What was wrong with a picture that could still be shown, such as a missing end.
    public let warning: DecodeWarning?
    /// Whether every pixel of the file is there: a warning may be about its colors alone.
    public var hasAllPixels: Bool { warning?.leavesPixelsWhole ?? true }
    /// `true` for a preview made while bytes were still arriving.
    public let isIncremental: Bool
    /// `true` if an ``ImageTransformer`` made it.
    public let isTransformed: Bool
    /// All frames, if there are several and ``DecodeOptions/animation`` asked for them; ``bitmap`` is then the first.
    public let animation: AnimatedImage?
    /// What its bytes said of it, as the loading engine found them; `nil` for what was never encoded, and for what was
    /// kept of it at another size.
    public let facts: PictureFacts?
    /// Which bytes it was made of; `nil` for one that was drawn.
    public let revision: Revision?

    public init(
        bitmap: Bitmap, format: ImageFormat? = nil, sourceSize: PixelSize? = nil, sourceBytes: Int = 0,
        warning: DecodeWarning? = nil, isIncremental: Bool = false, isTransformed: Bool = false,
        animation: AnimatedImage? = nil, facts: PictureFacts? = nil, revision: Revision? = nil
    ) {
        self.bitmap = bitmap
        self.format = format
        self.sourceSize = sourceSize ?? bitmap.size
        self.sourceBytes = sourceBytes
        self.warning = warning
        self.isIncremental = isIncremental
        self.isTransformed = isTransformed
        self.animation = animation
        self.facts = facts
        self.revision = revision
    }

    /// The same picture with other pixels, which an ``ImageTransformer`` made: what is known of it stays. Its animation
    /// does not, unless a transformed one is given.
    public func transformed(to bitmap: Bitmap, animation: AnimatedImage? = nil) -> Image {
        Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: true, animation: animation, facts: facts, revision: revision)
    }

    /// The same pixels with something else to say of them.
    func with(warning: DecodeWarning?, isIncremental: Bool = false, animation: AnimatedImage? = nil) -> Image {
        Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: isTransformed, animation: animation, facts: facts,
            revision: revision)
    }

    /// A copy with what is known of the bytes that the pixels were made of. Without facts those of this image stay.
    public func with(_ facts: PictureFacts? = nil, revision: Revision?) -> Image {
        let facts = facts.map { $0.isEmpty ? nil : $0 } ?? self.facts
        return Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: isTransformed, animation: animation, facts: facts,
            revision: revision)
    }

    /// The first frame alone; the image itself if it does not move.
    public var still: Image {
        guard animation != nil else { return self }
        return Image(
            bitmap: bitmap, format: format, sourceSize: sourceSize, sourceBytes: sourceBytes, warning: warning,
            isIncremental: isIncremental, isTransformed: isTransformed, facts: facts, revision: revision)
    }

    public var size: PixelSize { bitmap.size }
    /// What the picture weighs in a memory cache, in bytes: its pixels, and what was written down of the answer that
    /// brought it; of an animation the encoded bytes too, and the frames that are preloaded. That number grows when
    /// frames are preloaded later.
    public var cost: Int { bitmap.bytes.count + (facts?.extended?.count ?? 0) + (animation?.heldBytes ?? 0) }
    /// `true` if it holds fewer pixels than its source.
    public var isThumbnail: Bool { size != sourceSize }
}
