import HalftoneCore
import Pixels

/// A coder whose files can be split into frames, each of which can be decoded as a file of its own.
protocol AnimationFormat: AnimatedImageCoder {
    /// Returns the frames known to be complete. Throws only if the bytes before the first frame are invalid. Decodes
    /// nothing.
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex
    /// Returns the index of a complete file, for decoding: if only a frame's pixels can tell whether it is complete,
    /// they are decoded, and that can be cancelled.
    func wholeIndex(of bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> AnimationIndex
    /// Returns a file with that frame alone, cropped to the `part` of it that is on the canvas, from its top left
    /// corner: no larger than the canvas, whatever the frame claims.
    func still(
        of frame: AnimationFrame, showing part: PixelSize, of index: AnimationIndex, in bytes: EncodedBytes
    ) -> [UInt8]
    /// Decodes the first frame as a still, whatever ``DecodeOptions/animation`` says.
    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image
}

extension AnimationFormat {
    func wholeIndex(of bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> AnimationIndex {
        try index(of: bytes, limits: options.limits)
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(EncodedBytes(bytes), options: options, growing: nil)
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(source.encodedBytes(of: format), options: options, growing: nil)
    }

    /// Decodes an image. `growing` has composed the first frames of this animation with equal options; `index` is the
    /// ``wholeIndex(of:options:)`` of the bytes, if it is known.
    func decode(
        _ bytes: EncodedBytes, options: DecodeOptions, index: AnimationIndex? = nil,
        growing: (composer: AnimationComposer, poster: Bitmap)?
    ) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        if options.animation != .firstFrame, let image = try decodeFrames(bytes, options: options, index, growing) {
            return image
        }
        return try decodeStill(bytes, options: options)
    }

    public func animation(of bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> AnimatedImage {
        guard !bytes.isEmpty else { throw .empty }
        let bytes = EncodedBytes(bytes)
        let options = options.begun
        let index = try wholeIndex(of: bytes, options: options)
        guard index.frames.count > 1 else { throw .unsupported(format, "it is not an animation") }
        guard !index.hasTooManyFrames else { throw .tooLarge(index.canvas, limit: index.limitText) }
        let composer = try composer(of: bytes, index: index, options: options)
        return try AnimatedImage(
            bytes, index: index, composer: composer, format: format, cancellation: options.cancellation)
    }

    func composer(
        of bytes: EncodedBytes, index: AnimationIndex, options: DecodeOptions
    ) throws(ImageCodingError) -> AnimationComposer {
        let upright = index.orientation.applied(to: index.canvas)
        try options.limits.check(upright)
        let plan = try DecodePlan(
            stored: index.canvas, orientation: index.orientation, options: options, frames: index.frames.count)
        guard DecodeMemory.composing(index.canvas) <= options.limits.workingBytes else {
            throw .tooLarge(upright, limit: "\(ByteSize(options.limits.workingBytes)) of memory to compose frames")
        }
        return AnimationComposer(bytes, index: index, format: self, plan: plan, options: options)
    }

    /// Returns the frames; `nil` if they cannot be separated: the bytes may still decode as a still, or fail with that
    /// error.
    func frames(of bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> AnimationIndex? {
        do throws(ImageCodingError) {
            return try wholeIndex(of: bytes, options: options)
        } catch {
            guard !error.isStop else { throw error }
            return nil
        }
    }

    /// Decodes an animation; `nil` if the frames cannot be separated.
    private func decodeFrames(
        _ bytes: EncodedBytes, options: DecodeOptions, _ known: AnimationIndex?,
        _ growing: (composer: AnimationComposer, poster: Bitmap)?
    ) throws(ImageCodingError) -> Image? {
        guard let index = if let known { known } else { try frames(of: bytes, options: options) } else { return nil }
        guard index.frames.count > 1, !index.hasTooManyFrames else {
            return try decodeStill(bytes, options: options).asStill(of: index)
        }
        try options.checkMayContinue()
        let animation: AnimatedImage
        if let growing, growing.composer.grow(bytes, index: index) {
            animation = try AnimatedImage(
                bytes, index: index, composer: growing.composer, format: format, poster: growing.poster)
        } else {
            let composer = try composer(of: bytes, index: index, options: options)
            animation = try AnimatedImage(
                bytes, index: index, composer: composer, format: format, cancellation: options.cancellation)
        }
        var warning = index.endsEarly ? DecodeWarning.missingFrames(shown: index.frames.count) : animation.warning
        if options.animation == .preloaded {
            warning = DecodeWarning.worst([warning, try preload(animation, options: options)])
        }
        return animation.poster.with(warning: warning, animation: animation)
    }

    /// Preloads all frames. Returns a warning if they exceed the limit.
    private func preload(_ animation: AnimatedImage, options: DecodeOptions) throws(ImageCodingError) -> DecodeWarning?
    {
        let limit = ByteSize(4 * options.limits.resultPixels)
        guard animation.frameCount * animation.poster.bitmap.bytes.count <= limit.bytes else {
            return DecodeWarning.notPreloaded(limit: "\(limit)")
        }
        animation.preloadAllFrames { (try? options.checkMayContinue()) == nil }
        try options.checkMayContinue()
        return nil
    }
}

extension Image {
    /// Returns the still with a warning if it stands for an animation; unchanged otherwise.
    func asStill(of index: AnimationIndex) -> Image {
        guard warning?.leavesPixelsWhole ?? true else { return self }
        if index.hasTooManyFrames, !index.frames.isEmpty {
            return with(warning: .onlyFirstFrame(limit: index.limitText))
        }
        return index.lacksFrames && !index.hasTooManyFrames ? with(warning: .missingFrames(shown: 1)) : self
    }
}
