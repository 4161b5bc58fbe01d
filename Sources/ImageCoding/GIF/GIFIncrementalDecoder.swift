/// An incremental decoder for GIF: it shows the rows of the first frame received so far.
///
/// giflib cannot be fed incrementally, so each preview decodes the frame again until it is complete, as often as the
/// bytes pay for (``PreviewBudget``).
final class GIFIncrementalDecoder: IncrementalDecoder {
    /// The decode options. The time limit starts anew with each call.
    private var options: DecodeOptions
    private var bytes: [UInt8] = []
    private var hasNews = false
    private var budget = PreviewBudget()
    /// The first frame, once no further byte can change it.
    private var whole: Image?

    init(options: DecodeOptions) {
        var options = options
        options.animation = .firstFrame
        self.options = options
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        options.beginAnew()
        self.bytes += bytes
        budget.add(bytes: bytes.count)
        try options.checkMayContinue()
        hasNews = hasNews || (!bytes.isEmpty && whole == nil)
    }

    func preview() throws(ImageCodingError) -> Image? {
        options.beginAnew()
        try options.checkMayContinue()
        guard hasNews, budget.allowsPreview else { return nil }
        hasNews = false
        do throws(ImageCodingError) {
            return try decodeArrived().with(warning: nil, isIncremental: true)
        } catch {
            switch error {
            case .damaged: return nil  // not one row yet
            case .empty, .unknownFormat, .tooLarge, .unsupported, .decoderUnavailable, .cannotEncode, .tooSlow,
                .cancelled:
                throw error
            }
        }
    }

    private func decodeArrived() throws(ImageCodingError) -> Image {
        budget.spend(bytes.count)
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try GIFDecoder(buffer)
            budget.spend(decoder.frame.size.area)
            let image = try GIFCoder.still(of: decoder, sourceBytes: buffer.count, options: options)
            // A frame that is damaged before the end of the bytes stays damaged.
            if image.warning == nil || !decoder.endsEarly { whole = image }
            return image
        }
    }

    func finish() throws(ImageCodingError) -> Image {
        options.beginAnew()
        try options.checkMayContinue()
        guard let whole else { return try GIFCoder().decode(bytes, options: options) }
        // Bytes received since then do not belong to this frame.
        return Image(
            bitmap: whole.bitmap, format: .gif, sourceSize: whole.sourceSize, sourceBytes: bytes.count,
            warning: whole.warning)
    }
}
