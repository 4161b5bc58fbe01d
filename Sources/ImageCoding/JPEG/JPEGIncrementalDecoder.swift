import Pixels

/// An incremental decoder for JPEG: it shows the rows received so far, or the effect of each scan.
///
/// The library reads from a suspending source; an image with several scans is drawn completely for each preview. The
/// final image is decoded anew, from all bytes.
final class JPEGIncrementalDecoder: IncrementalDecoder {
    /// The decode options. The time limit starts anew with each call.
    private var options: DecodeOptions
    private var bytes: [UInt8] = []
    private var decoder: JPEGDecoder?
    private var drawing: Drawing?
    private var hasNews = false
    private var budget = PreviewBudget()
    private var hasFailed = false
    /// Whether nothing can be shown before the end.
    private var isBlind = false
    private var hasShownThumbnail = false

    /// The state that exists once the header has arrived.
    private struct Drawing {
        let plan: DecodePlan
        let shrink: Int
        let colors: ColorConversion
        let hasScans: Bool
        /// A reduction without rows.
        let empty: WatchedReduction
        /// The rows of the only scan, or of the first.
        var reduction: WatchedReduction
        /// Whether the first of several scans has been drawn to its end.
        var isFirstScanOver = false
    }

    init(options: DecodeOptions) { self.options = options }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        options.beginAnew()
        self.bytes += bytes
        budget.add(bytes: bytes.count)
        try options.checkMayContinue()
        guard !hasFailed, !isBlind else { return }
        hasFailed = true
        try decodeArrived()
        hasFailed = false
    }

    private func decodeArrived() throws(ImageCodingError) {
        try fed { (decoder) throws(ImageCodingError) in
            if drawing == nil, try decoder.readHeader() {
                guard !decoder.header.is_arithmetic else { return isBlind = true }
                drawing = try begin(decoder)
            }
            if drawing?.isFirstScanOver == false { try readRows(decoder) }
            guard drawing?.isFirstScanOver == true else { return }
            let isNew = try decoder.readArrived(limit: options.limits.scans(of: decoder.storedSize)) {
                () throws(ImageCodingError) in try options.checkMayContinue()
            }
            hasNews = isNew || hasNews
        }
    }

    func preview() throws(ImageCodingError) -> Image? {
        options.beginAnew()
        try options.checkMayContinue()
        guard !hasFailed, let drawing else { return nil }
        guard drawing.reduction.shown > 0 else { return thumbnail(drawing) }
        guard hasNews, budget.allowsPreview else { return nil }
        hasNews = false
        budget.spend(drawing.isFirstScanOver ? drawing.empty.reducer.arriving.area : drawing.plan.window.size.area)
        var bitmap: Bitmap?
        try fed { (decoder) throws(ImageCodingError) in
            bitmap =
                drawing.isFirstScanOver
                ? try draw(drawing, decoder).reducer.finish() : drawing.reduction.reducer.finish()
        }
        return bitmap.map { image($0, drawing) }
    }

    /// Decodes the image anew. Previews are drawn with less accuracy; moreover, libjpeg decodes damage to other pixels
    /// if it has fewer bytes buffered, because its faster reader, which needs a few hundred for each block, recovers
    /// differently.
    func finish() throws(ImageCodingError) -> Image {
        options.beginAnew()
        (decoder, drawing, hasFailed) = (nil, nil, true)  // releases memory first: images with several scans take much
        return try JPEGCoder().decode(bytes, options: options)
    }

    // MARK: -

    /// Calls `body` while the library's source points at the bytes.
    private func fed(_ body: (JPEGDecoder) throws(ImageCodingError) -> Void) throws(ImageCodingError) {
        let decoder = if let decoder { decoder } else { try JPEGDecoder() }
        self.decoder = decoder
        let bytes = bytes
        try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            decoder.feed(buffer)
            try body(decoder)
        }
    }

    private func begin(_ decoder: JPEGDecoder) throws(ImageCodingError) -> Drawing {
        try JPEGCoder.admit(decoder, limits: options.limits)
        let size = decoder.storedSize
        let plan = try DecodePlan(stored: size, orientation: ExifOrientation.inJPEG(bytes), options: options)
        // The final number of bytes is unknown, and a preview need not be as good as the image.
        let shrink = JPEGCoder.shrink(size, bytes: 0, to: plan.target, .fast)
        let colors = try JPEGCoder.conversion(of: SourceColor.inJPEG(bytes), decoder, options)
        try JPEGCoder.start(decoder, plan: plan, shrink: shrink, options: options)
        let hasScans = decoder.header.has_multiple_scans
        if hasScans { try decoder.beginPreview() }
        let empty = try WatchedReduction(decoder, plan: plan, shrink: shrink, colors: colors)
        return Drawing(
            plan: plan, shrink: shrink, colors: colors, hasScans: hasScans, empty: empty, reduction: empty)
    }

    /// Adds the rows that have become complete.
    private func readRows(_ decoder: JPEGDecoder) throws(ImageCodingError) {
        guard var drawing = drawing.take() else { return }  // taken out so that its sums are changed in place
        defer { self.drawing = drawing }
        let shown = drawing.reduction.shown
        try Self.add(decoder, to: &drawing.reduction, options)
        hasNews = hasNews || drawing.reduction.shown > shown
        if drawing.hasScans, drawing.reduction.shown == 1 {
            drawing.isFirstScanOver = decoder.endPreview()
        }
    }

    /// Draws all rows from the scans received so far.
    private func draw(_ drawing: Drawing, _ decoder: JPEGDecoder) throws(ImageCodingError) -> WatchedReduction {
        var reduction = drawing.empty
        try decoder.beginPreview()
        try Self.add(decoder, to: &reduction, options)
        _ = decoder.endPreview()  // the scan that was drawn has been read to its end
        return reduction
    }

    private static func add(
        _ decoder: JPEGDecoder, to reduction: inout WatchedReduction, _ options: DecodeOptions
    ) throws(ImageCodingError) {
        try decoder.forEachRow(width: reduction.rowBytes, options: options) { row in
            _ = reduction.add(row: row)  // a preview need not be close to exact
            return true
        }
    }

    /// Returns the embedded thumbnail, once, before the first row.
    private func thumbnail(_ drawing: Drawing) -> Image? {
        guard !hasShownThumbnail else { return nil }
        hasShownThumbnail = true
        return JPEGCoder.thumbnail(in: bytes, of: drawing.plan.uprightSize, drawing.plan.orientation, options)
    }

    private func image(_ bitmap: Bitmap, _ drawing: Drawing) -> Image {
        Image(
            bitmap: drawing.colors.finished(bitmap).oriented(drawing.plan.orientation), format: .jpeg,
            sourceSize: drawing.plan.uprightSize, sourceBytes: bytes.count, isIncremental: true)
    }
}

extension JPEGCoder: ProgressiveImageCoder {
    public func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder {
        JPEGIncrementalDecoder(options: options)
    }
}
