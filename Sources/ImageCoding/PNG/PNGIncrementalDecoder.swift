import CPNG
import Pixels

/// An incremental decoder for PNG: it shows the rows received so far, and for interlaced images each pass.
///
/// libpng receives each byte of critical data once and delivers rows, which are added to the sums of the result.
final class PNGIncrementalDecoder: IncrementalDecoder {
    /// The decode options. The time limit starts anew with each call.
    private var options: DecodeOptions
    private var bytes: [UInt8] = []
    private var filter = PNGChunkFilter()
    private var decoder: OpaquePointer?
    private var drawing: Drawing?
    /// The reason for rejecting the image; libpng only has its own messages.
    private var refusal: ImageCodingError?
    private var hasNews = false
    private var budget = PreviewBudget()
    private var hasFailed = false

    private struct Drawing {
        let plan: DecodePlan
        let colors: ColorConversion
        let passes: [InterlacePass]
        var reducer: AreaReducer
        /// A row buffer for color conversion.
        var row: [UInt8]
    }

    init(options: DecodeOptions) { self.options = options }

    deinit { cpng_destroy(decoder) }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        options.beginAnew()
        self.bytes += bytes
        budget.add(bytes: bytes.count)
        try options.checkMayContinue()
        guard !hasFailed else { return }
        hasFailed = true
        let decoder = if let decoder { decoder } else { try makeDecoder() }
        self.decoder = decoder
        while let part = filter.next(self.bytes) { try decode(self.bytes[part], with: decoder) }
        hasFailed = false
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
            try options.checkMayContinue()
        }
    }

    func preview() throws(ImageCodingError) -> Image? {
        options.beginAnew()
        try options.checkMayContinue()
        guard hasNews, budget.allowsPreview, !hasFailed, let drawing else { return nil }
        hasNews = false
        budget.spend(drawing.plan.window.size.area)
        return image(drawing, isIncremental: true)
    }

    private func image(_ drawing: Drawing, isIncremental: Bool) -> Image {
        Image(
            bitmap: drawing.colors.finished(drawing.reducer.finish()).oriented(drawing.plan.orientation), format: .png,
            sourceSize: drawing.plan.uprightSize, sourceBytes: bytes.count,
            warning: isIncremental ? nil : drawing.colors.warning, isIncremental: isIncremental)
    }

    func finish() throws(ImageCodingError) -> Image {
        options.beginAnew()
        try options.checkMayContinue()
        let image = finished()
        hasFailed = true
        drawing = nil
        cpng_destroy(decoder.take())
        return if let image { image } else { try PNGCoder().decodeStill(EncodedBytes(bytes), options: options) }
    }

    /// Returns the image if all rows arrived undamaged: it equals that of a non-incremental decode.
    func finished() -> Image? {
        guard !hasFailed, !filter.isInDoubt, let decoder, let drawing, cpng_is_whole(decoder),
            cpng_warnings(decoder) == 0
        else { return nil }
        return image(drawing, isIncremental: false)
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
            drawing = try drawing(of: header)
        } catch {
            refusal = error
        }
        return refusal == nil
    }

    private func drawing(of header: cpng_header) throws(ImageCodingError) -> Drawing {
        let size = PixelSize(width: Int(header.width), height: Int(header.height))
        let layout = PixelLayout(bytesPerPixel: Int(header.channels)) ?? .rgba8
        try options.limits.check(size)
        try PNGChunk.check(bytes, options.limits)
        let plan = try DecodePlan(stored: size, orientation: ExifOrientation.inPNG(bytes), options: options)
        try PNGCoder.admit(plan, stored: size, layout, isInterlaced: header.is_interlaced, options.limits)
        let colors = ColorConversion(
            SourceColor.inPNG(bytes, limits: options.limits), layout: layout, fidelity: options.fidelity,
            limits: options.limits)
        return Drawing(
            plan: plan, colors: colors, passes: header.is_interlaced ? InterlacePass.adam7 : InterlacePass.whole,
            reducer: AreaReducer(
                source: size, target: plan.target, layout: layout,
                arrival: header.is_interlaced ? .anyOrder : .topDown, window: plan.window),
            row: colors.rows == nil ? [] : [UInt8](repeating: 0, count: size.width * layout.bytesPerPixel))
    }

    private func add(_ row: UnsafePointer<UInt8>, _ number: Int, pass: Int) {
        guard var drawing = drawing.take() else { return }  // taken out so that its sums are changed in place
        defer { self.drawing = drawing }
        guard drawing.passes.indices.contains(pass) else { return }
        let place = drawing.passes[pass]
        let (size, layout) = (drawing.reducer.arriving, drawing.reducer.layout)
        let y = place.row + number * place.rowStep
        guard place.column < size.width, y < size.height else { return }
        let count = (size.width - place.column + place.columnStep - 1) / place.columnStep * layout.bytesPerPixel
        var pixels = UnsafeBufferPointer(start: row, count: count)
        drawing.row.withUnsafeMutableBufferPointer { copy in
            if let colors = drawing.colors.rows {
                let copy = UnsafeMutableBufferPointer(rebasing: copy[..<count])
                _ = copy.update(fromContentsOf: pixels)
                colors.apply(to: copy)
                pixels = UnsafeBufferPointer(copy)
            }
            drawing.reducer.add(row: pixels, at: y, start: place.column, step: place.columnStep)
        }
        hasNews = true
    }
}
