/// An incremental decoder for GIF: it shows the rows of the first frame received so far.
///
/// Each preview decodes the frame again until it is complete, as often as the bytes pay for (``PreviewBudget``).
final class GIFIncrementalDecoder: StillIncrementalDecoder {
    var arrival: Arrival
    /// The first frame, once no further byte can change it.
    private var whole: Image?

    init(options: DecodeOptions) {
        arrival = Arrival(options: options)
        arrival.options.animation = .firstFrame
    }

    func decodeArrived() { arrival.hasNews = whole == nil }

    func draw() throws(ImageCodingError) -> Image? {
        let bytes = arrival.bytes
        arrival.budget.spend(bytes.count)
        do throws(ImageCodingError) {
            let decoder = try GIFDecoder(EncodedBytes(bytes))
            arrival.budget.spend(decoder.frame.size.area)
            let image = try GIFCoder.still(of: decoder, sourceBytes: bytes.count, options: arrival.options)
            // A frame that is damaged before the end of the bytes stays damaged.
            if image.warning == nil || !decoder.endsEarly { whole = image }
            return image.with(warning: nil, isIncremental: true)
        } catch {
            guard error.isDamage else { throw error }
            return nil  // not one row yet
        }
    }

    func drawWhole() throws(ImageCodingError) -> Image {
        guard let whole else { return try GIFCoder().decode(arrival.bytes, options: arrival.options) }
        // Bytes received since then do not belong to this frame.
        return Image(
            bitmap: whole.bitmap, format: .gif, sourceSize: whole.sourceSize,
            visibleSize: whole.visibleSize, sourceBytes: arrival.bytes.count,
            warning: whole.warning)
    }
}
