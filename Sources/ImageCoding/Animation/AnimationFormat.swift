import HalftoneCore
import Pixels

/// A coder whose files can be split into frames, each of which can be decoded alone.
protocol AnimationFormat: ImageCoder {
    /// Returns the frames known to be complete. Throws only if the bytes before the first frame are invalid. Decodes
    /// nothing.
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex
    /// Decodes that frame alone, cropped to the `part` of it that is on the canvas, from its top left corner: no larger
    /// than the canvas, whatever the frame claims.
    func decode(
        _ part: PixelSize, of frame: AnimationFrame, of index: AnimationIndex, in bytes: EncodedBytes,
        options: DecodeOptions
    ) throws(ImageCodingError) -> Image
    /// Decodes the first frame as a still, whatever ``DecodeOptions/animation`` says.
    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image
}

extension AnimationFormat {
    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(EncodedBytes(bytes), options: options, growing: nil)
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        try decode(source.encodedBytes(of: format), options: options, growing: nil)
    }

    /// Decodes an image. `growing` has composed the first frames of this animation with equal options; `index` is that of
    /// the bytes, if it is known.
    func decode(
        _ bytes: EncodedBytes, options: DecodeOptions, index: AnimationIndex? = nil,
        growing: (composer: AnimationComposer, poster: Bitmap)?
    ) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        // Bytes whose frames cannot be separated may still decode as a still, or fail with that error.
        guard options.animation != .firstFrame,
            let index = index ?? (try? self.index(of: bytes, limits: options.limits))
        else { return try decodeStill(bytes, options: options) }
        return try decodeFrames(bytes, options: options, index, growing)
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

    /// Decodes an animation; a still if it has one frame, or more than the limits allow.
    private func decodeFrames(
        _ bytes: EncodedBytes, options: DecodeOptions, _ index: AnimationIndex,
        _ growing: (composer: AnimationComposer, poster: Bitmap)?
    ) throws(ImageCodingError) -> Image {
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
