import Pixels

/// An incremental decoder for animations: it shows the first frame as a poster, and from the second frame on the frames
/// received so far.
///
/// All animations it returns compose their frames on one shared canvas, so that a player continues where it was.
final class AnimatedIncrementalDecoder: IncrementalDecoder {
    private let format: any AnimationFormat
    /// The decode options. The time limit starts anew with each call.
    private var options: DecodeOptions
    /// Decodes the first frame while it arrives; `nil` once the animation is shown instead, because this decoder holds
    /// all bytes.
    private var first: (any IncrementalDecoder)?
    private var bytes: [UInt8] = []
    private var hasNews = false
    private var budget = PreviewBudget()
    private var frameCount = 1
    private var growing: (composer: AnimationComposer, poster: Bitmap)?

    /// Creates a decoder; `first` decodes the first frame while it arrives.
    init(format: any AnimationFormat, first: any IncrementalDecoder, options: DecodeOptions) {
        self.format = format
        self.first = first
        self.options = options
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        options.beginAnew()
        self.bytes += bytes
        budget.add(bytes: bytes.count)
        hasNews = hasNews || !bytes.isEmpty
        do throws(ImageCodingError) {
            try first?.append(bytes)
        } catch {
            switch error {
            case .damaged: return  // there may be frames all the same
            case .empty, .unknownFormat, .tooLarge, .unsupported, .decoderUnavailable, .cannotEncode, .tooSlow,
                .cancelled:
                throw error
            }
        }
        try options.checkMayContinue()
    }

    func preview() throws(ImageCodingError) -> Image? {
        options.beginAnew()
        if hasNews, budget.allowsPreview, let image = try frames() { return image }
        return try first?.preview()
    }

    func finish() throws(ImageCodingError) -> Image {
        options.beginAnew()
        guard let index = try format.frames(of: EncodedBytes(bytes), options: options) else {
            guard let first else { return try format.decodeStill(EncodedBytes(bytes), options: options) }
            return try first.finish()
        }
        // A still has been decoded already.
        if let first, index.frames.count < 2 { return try first.finish().asStill(of: index) }
        return try format.decode(
            EncodedBytes(bytes), options: options, index: index, growing: options.maximumBytes == nil ? growing : nil)
    }

    /// Returns the animation with the frames received so far, or `nil` if there are no new ones.
    private func frames() throws(ImageCodingError) -> Image? {
        try options.checkMayContinue()
        hasNews = false
        let bytes = EncodedBytes(bytes)
        budget.spend(bytes.count)  // parsing starts from the first byte
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
        if growing == nil { budget.spend(index.canvas.area) }
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
