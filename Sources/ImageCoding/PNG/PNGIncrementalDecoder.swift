import CPNG

/// An incremental decoder for PNG: it shows the rows received so far, and for interlaced images each pass.
///
/// libpng receives each byte of critical data once and delivers rows, which are added to the sums of the result.
final class PNGIncrementalDecoder: StillIncrementalDecoder {
    var arrival: Arrival
    private var filter = PNGChunkFilter()
    private var decoder: OpaquePointer?
    private var drawing: PNGDrawing?
    /// The reason for rejecting the image; libpng only has its own messages.
    private var refusal: ImageCodingError?

    init(options: DecodeOptions) { arrival = Arrival(options: options) }

    deinit { cpng_destroy(decoder) }

    func decodeArrived() throws(ImageCodingError) {
        let decoder = if let decoder { decoder } else { try makeDecoder() }
        self.decoder = decoder
        while let part = filter.next(arrival.bytes) { try decode(arrival.bytes[part], with: decoder) }
    }

    private func decode(_ bytes: ArraySlice<UInt8>, with decoder: OpaquePointer) throws(ImageCodingError) {
        // In small pieces, so that the decode can be cancelled in between.
        var rest = bytes
        while !rest.isEmpty {
            let piece = rest.prefix(Self.pieceBytes)
            rest = rest.dropFirst(piece.count)
            guard piece.withUnsafeBufferPointer({ cpng_feed(decoder, $0.baseAddress, $0.count) }) else {
                throw refusal ?? .damaged(.png, PNGDecoder.message(decoder))
            }
            try arrival.options.checkMayContinue()
        }
    }

    func draw() -> Image? {
        guard let drawing else { return nil }
        arrival.budget.spend(drawing.plan.window.size.area)
        return drawing.image(sourceBytes: arrival.bytes.count, isIncremental: true)
    }

    func drawWhole() throws(ImageCodingError) -> Image {
        let image = finished()
        drawing = nil
        cpng_destroy(decoder.take())
        return if let image { image } else {
            try PNGCoder().decodeStill(EncodedBytes(arrival.bytes), options: arrival.options)
        }
    }

    /// Returns the image if all rows arrived undamaged, and no orientation follows them: it equals that of a
    /// non-incremental decode.
    func finished() -> Image? {
        guard !arrival.hasEnded, !filter.isInDoubt, let decoder, let drawing, cpng_is_whole(decoder),
            cpng_warnings(decoder) == 0,
            drawing.plan.orientation == ExifOrientation.inPNG(ByteSource(arrival.bytes))
        else { return nil }
        return drawing.image(sourceBytes: arrival.bytes.count)
    }

    // MARK: -

    private static let pieceBytes = 16_384

    private func makeDecoder() throws(ImageCodingError) -> OpaquePointer {
        // Unretained: this object owns the decoder, which calls back only while it is fed.
        let sink = cpng_sink(
            context: Unmanaged.passUnretained(self).toOpaque(),
            begin: { context, header in PNGIncrementalDecoder.of(context)?.begin(header) ?? false },
            row: { context, row, number, pass in
                guard let row else { return }
                PNGIncrementalDecoder.of(context)?.add(row, Int(number), pass: Int(pass))
            })
        guard let decoder = cpng_create_push(PNGDecoder.limits, sink) else {
            throw .damaged(.png, "not enough memory to decode it")
        }
        return decoder
    }

    private static func of(_ context: UnsafeMutableRawPointer?) -> PNGIncrementalDecoder? {
        context.map { Unmanaged<PNGIncrementalDecoder>.fromOpaque($0).takeUnretainedValue() }
    }

    private func begin(_ header: cpng_header) -> Bool {
        do throws(ImageCodingError) {
            try PNGChunk.check(arrival.bytes, arrival.options.limits)
            // An orientation behind the pixels is not known yet.
            drawing = try PNGDrawing(
                header, ByteSource(arrival.bytes), head: arrival.bytes, options: arrival.options)
        } catch {
            refusal = error
        }
        return refusal == nil
    }

    private func add(_ row: UnsafeMutablePointer<UInt8>, _ number: Int, pass: Int) {
        guard drawing?.passes.indices.contains(pass) == true, let pass = drawing?.passes[pass] else { return }
        drawing?.add(row, at: pass.row + number * pass.rowStep, of: pass)
        arrival.hasNews = true
    }
}
