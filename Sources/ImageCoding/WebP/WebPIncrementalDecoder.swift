import CWebP
import Pixels

/// An incremental decoder for WebP: it shows the rows received so far; for an animation those of the first frame.
final class WebPIncrementalDecoder: IncrementalDecoder {
    /// The decode options. The time limit starts anew with each call.
    private var options: DecodeOptions
    private var bytes: [UInt8] = []
    private var decoder: WebPDecoder?
    private var drawing: Drawing?
    private var hasNews = false
    private var budget = PreviewBudget()
    private var hasFailed = false
    private var headerTries = HeaderParseBackoff()

    private struct Drawing {
        let plan: DecodePlan
        let colors: ColorConversion
        let frame: PixelRect
        var reducer: AreaReducer
        var canvas: CanvasRow
    }

    init(options: DecodeOptions) { self.options = options }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        options.beginAnew()
        self.bytes += bytes
        budget.add(bytes: bytes.count)
        try options.checkMayContinue()
        guard !hasFailed else { return }
        hasFailed = true
        try decodeArrived()
        hasFailed = false
    }

    private func decodeArrived() throws(ImageCodingError) {
        let decoder = if let decoder { decoder } else { try WebPDecoder() }
        self.decoder = decoder
        let all = bytes
        try all.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            decoder.feed(buffer)
            if drawing == nil, headerTries.isDue(bytes.count), try decoder.readHeader() { drawing = try begin(decoder) }
            guard var drawing = drawing.take() else { return }  // taken out so that its sums are changed in place
            defer { self.drawing = drawing }
            try readRows(decoder, &drawing)
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
            bitmap: drawing.colors.finished(drawing.reducer.finish()).oriented(drawing.plan.orientation), format: .webp,
            sourceSize: drawing.plan.uprightSize, sourceBytes: bytes.count,
            warning: isIncremental ? nil : drawing.colors.warning, isIncremental: isIncremental)
    }

    func finish() throws(ImageCodingError) -> Image {
        options.beginAnew()
        try options.checkMayContinue()
        let image = finished()
        (decoder, drawing, hasFailed) = (nil, nil, true)  // releases memory first
        return if let image { image } else { try WebPCoder().decodeStill(EncodedBytes(bytes), options: options) }
    }

    /// Returns the image if all rows arrived, no orientation follows them, and there is no damage that the library does
    /// not detect: it equals that of a non-incremental decode.
    func finished() -> Image? {
        guard !hasFailed, let drawing, decoder?.isWhole == true,
            drawing.reducer.nextRow == drawing.reducer.arriving.height,
            drawing.plan.orientation == ExifOrientation.inWebP(EncodedBytes(bytes)),
            !WebPTokens.mayBeginOutOfRange(inWebP: bytes)
        else { return nil }
        return image(drawing, isIncremental: false)
    }

    // MARK: -

    private func begin(_ decoder: WebPDecoder) throws(ImageCodingError) -> Drawing {
        try options.limits.check(decoder.size)
        // Metadata after the pixels is not known yet.
        let plan = try DecodePlan(
            stored: decoder.size, orientation: ExifOrientation.inWebP(EncodedBytes(bytes)), options: options)
        let scaled = try WebPCoder.scaledSize(decoder, plan: plan, options: options)
        try decoder.start(
            scaledTo: scaled, smooths: WebPCoder.smooths(decoder.size, to: plan.target, options.fidelity))
        let (size, layout) = (scaled ?? decoder.size, decoder.layout)
        let frame = scaled.map { PixelRect($0) } ?? decoder.frame
        var reducer = AreaReducer(source: size, target: plan.target, layout: layout, window: plan.window)
        let canvas = CanvasRow(size: size, frame: frame, layout: layout)
        canvas.addEmptyRows(0..<frame.y, to: &reducer)
        let colors = ColorConversion(
            SourceColor.inWebP(EncodedBytes(bytes)), layout: layout, fidelity: options.fidelity, limits: options.limits)
        return Drawing(plan: plan, colors: colors, frame: frame, reducer: reducer, canvas: canvas)
    }

    private func readRows(_ decoder: WebPDecoder, _ drawing: inout Drawing) throws(ImageCodingError) {
        let width = drawing.frame.size.width * drawing.reducer.layout.bytesPerPixel
        let rows = drawing.reducer.nextRow
        let colors = drawing.colors
        try decoder.forEachArrivedRow(
            width: width, from: rows - drawing.frame.y, options: options
        ) { row in
            WebPCoder.add(row, to: &drawing.canvas, &drawing.reducer, colors)
        }
        let isWhole = drawing.reducer.nextRow == drawing.frame.y + drawing.frame.size.height
        if isWhole {
            let height = drawing.reducer.arriving.height
            drawing.canvas.addEmptyRows(drawing.reducer.nextRow..<height, to: &drawing.reducer)
        }
        hasNews = hasNews || drawing.reducer.nextRow > rows
    }
}
