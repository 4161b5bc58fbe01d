import Pixels

/// An incremental decoder for animations: it shows the first frame as a poster, and from the second frame on the frames
/// received so far.
///
/// All animations it returns compose their frames on one shared canvas, so that a player continues where it was.
final class AnimatedIncrementalDecoder: IncrementalDecoder {
    private let format: any AnimationFormat
    private var arrival: Arrival
    /// Decodes the first frame while it arrives; `nil` once the animation is shown instead, because this decoder holds
    /// all bytes.
    private var first: (any IncrementalDecoder)?
    private var frameCount = 1
    private var growing: (composer: AnimationComposer, poster: Bitmap)?

    /// Creates a decoder; `first` decodes the first frame while it arrives.
    init(format: any AnimationFormat, first: any IncrementalDecoder, options: DecodeOptions) {
        self.format = format
        self.first = first
        arrival = Arrival(options: options)
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        arrival.append(bytes)
        arrival.hasNews = arrival.hasNews || !bytes.isEmpty
        do throws(ImageCodingError) {
            try first?.append(bytes)
        } catch {
            guard error.isDamage else { throw error }
            return  // there may be frames all the same
        }
        try arrival.options.checkMayContinue()
    }

    func preview() throws(ImageCodingError) -> Image? {
        arrival.options.restartTimeLimit()
        if arrival.hasNews, arrival.budget.allowsPreview, let image = try frames() { return image }
        return try first?.preview()
    }

    func finish() throws(ImageCodingError) -> Image {
        arrival.options.restartTimeLimit()
        let (bytes, options) = (EncodedBytes(arrival.bytes), arrival.options)
        guard let index = try? format.index(of: bytes, limits: options.limits) else {
            guard let first else { return try format.decodeStill(bytes, options: options) }
            return try first.finish()
        }
        // A still has been decoded already.
        if let first, index.frames.count < 2 { return try first.finish().asStill(of: index) }
        return try format.decode(
            bytes, options: options, index: index, growing: options.maximumBytes == nil ? growing : nil)
    }

    /// Returns the animation with the frames received so far, or `nil` if there are no new ones.
    private func frames() throws(ImageCodingError) -> Image? {
        let options = arrival.options
        try options.checkMayContinue()
        arrival.hasNews = false
        let bytes = EncodedBytes(arrival.bytes)
        arrival.budget.spend(bytes.count)  // parsing starts from the first byte
        guard let index = try? format.index(of: bytes, limits: options.limits),
            index.frames.count > frameCount,
            !index.hasTooManyFrames
        else { return nil }
        frameCount = index.frames.count
        let composer =
            if let growing { growing.composer } else {
                try format.composer(of: bytes, index: index, options: options)
            }
        guard composer.grow(bytes, index: index) else { return nil }
        let animation = try AnimatedImage(
            bytes, index: index, composer: composer, format: format.format, poster: growing?.poster,
            cancellation: options.cancellation)
        if growing == nil { arrival.budget.spend(index.canvas.area) }
        growing = (composer, animation.poster.bitmap)
        first = nil
        return animation.poster.with(warning: nil, isIncremental: true, animation: animation)
    }
}

extension GIFCoder: ProgressiveImageCoder {
    public func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        incremental(GIFIncrementalDecoder(options: options), options)
    }
}

extension PNGCoder: ProgressiveImageCoder {
    public func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        incremental(PNGIncrementalDecoder(options: options), options)
    }
}

extension WebPCoder: ProgressiveImageCoder {
    public func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        incremental(WebPIncrementalDecoder(options: options), options)
    }
}

extension AnimationFormat {
    fileprivate func incremental(
        _ still: any IncrementalDecoder, _ options: DecodeOptions
    ) -> any IncrementalDecoder {
        options.animation == .firstFrame
            ? still : AnimatedIncrementalDecoder(format: self, first: still, options: options)
    }
}
