/// An incremental decoder for WebP: it shows the rows received so far; for an animation those of the first frame. The
/// final image is decoded anew, from all bytes.
final class WebPIncrementalDecoder: StillIncrementalDecoder {
    var arrival: Arrival
    private var decoder: WebPDecoder?
    private var drawing: WebPDrawing?
    private var headerTries = HeaderParseBackoff()

    init(options: DecodeOptions) { arrival = Arrival(options: options) }

    func decodeArrived() throws(ImageCodingError) {
        let decoder = if let decoder { decoder } else { try WebPDecoder() }
        self.decoder = decoder
        let (bytes, options) = (arrival.bytes, arrival.options)
        try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            decoder.feed(buffer)
            if drawing == nil, headerTries.isDue(bytes.count), try decoder.readHeader() {
                // Metadata after the pixels is not known yet.
                drawing = try WebPDrawing(decoder, EncodedBytes(bytes), options: options)
            }
            guard var drawing = drawing.take() else { return }  // taken out so that its sums are changed in place
            defer { self.drawing = drawing }
            let rows = drawing.rows
            try decoder.forEachArrivedRow(width: drawing.rowBytes, from: rows, options: options) { drawing.add($0) }
            arrival.hasNews = arrival.hasNews || drawing.rows > rows
        }
    }

    func draw() -> Image? {
        guard let drawing else { return nil }
        arrival.budget.spend(drawing.plan.window.size.area)
        return drawing.image(sourceBytes: arrival.bytes.count, isIncremental: true)
    }

    /// Decodes the image anew: metadata behind the pixels may turn it, and libwebp decodes some damage to other pixels if
    /// it has fewer bytes.
    func drawWhole() throws(ImageCodingError) -> Image {
        (decoder, drawing) = (nil, nil)  // releases memory first
        return try WebPCoder().decodeStill(EncodedBytes(arrival.bytes), options: arrival.options)
    }
}
