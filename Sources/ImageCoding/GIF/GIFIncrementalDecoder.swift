/// Shows a GIF while it arrives: as much of the first frame as there is.
///
/// giflib cannot wait for bytes, so each preview decodes the frame again, until all of it is there. That is cheap: a GIF
/// is decoded several times faster than it could be read from a disk.
final class GIFIncrementalDecoder: IncrementalDecoder {
    private let options: DecodeOptions
    private var bytes: [UInt8] = []
    private var hasNews = false
    /// The first frame, once all of it is there.
    private var whole: Image?

    init(options: DecodeOptions) {
        var options = options
        options.animation = .firstFrame
        self.options = options
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        try options.checkCancelled()
        self.bytes += bytes
        hasNews = hasNews || (!bytes.isEmpty && whole == nil)
    }

    func preview() throws(ImageCodingError) -> Image? {
        try options.checkCancelled()
        guard hasNews else { return nil }
        hasNews = false
        do throws(ImageCodingError) {
            let image = try GIFCoder().decodeStill(bytes, options: options)
            if image.warning == nil { whole = image }
            return image.with(warning: nil, isIncremental: true)
        } catch {
            switch error {
            case .damaged: return nil  // not one row yet
            case .empty, .unknownFormat, .tooLarge, .unsupported, .cannotEncode, .cancelled: throw error
            }
        }
    }

    func finish() throws(ImageCodingError) -> Image {
        try options.checkCancelled()
        guard let whole else { return try GIFCoder().decode(bytes, options: options) }
        // What came since then is not of this frame.
        return Image(
            bitmap: whole.bitmap, format: .gif, sourceSize: whole.sourceSize, sourceBytes: bytes.count)
    }
}
