import Pixels

/// Shows a JPEG while it arrives: its rows so far, and of several scans what each of them adds.
///
/// The library is fed by a source that suspends; nothing is decoded twice but the picture that is shown, once a preview.
final class JPEGIncrementalDecoder: IncrementalDecoder {
    private let options: DecodeOptions
    private var bytes: [UInt8] = []
    private var decoder: JPEGDecoder?
    private var drawing: Drawing?
    private var hasNews = false
    private var hasFailed = false
    private var hasShownThumbnail = false

    /// What is known once the header is there.
    private struct Drawing {
        let plan: DecodePlan
        let shrink: Int
        let colors: ColorConversion
        let hasScans: Bool
        /// The rows of the only scan, or of the first.
        var reducer: AreaReducer
        /// The first of several scans has been drawn to its end.
        var isFirstScanOver = false
    }

    init(options: DecodeOptions) { self.options = options }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        try options.checkCancelled()
        self.bytes += bytes
        guard !hasFailed else { return }
        hasFailed = true
        try decodeArrived()
        hasFailed = false
    }

    private func decodeArrived() throws(ImageCodingError) {
        try fed { (decoder) throws(ImageCodingError) in
            if drawing == nil, try decoder.readHeader() { drawing = try begin(decoder) }
            if drawing?.isFirstScanOver == false { try readRows(decoder) }
            guard drawing?.isFirstScanOver == true else { return }
            let isNew = try decoder.readArrived(limit: options.limits.scans(of: decoder.storedSize)) {
                () throws(ImageCodingError) in try options.checkCancelled()
            }
            hasNews = isNew || hasNews
        }
    }

    func preview() throws(ImageCodingError) -> Image? {
        try options.checkCancelled()
        guard !hasFailed, let drawing else { return nil }
        guard drawing.reducer.nextRow > 0 else { return try thumbnail(drawing) }
        guard hasNews else { return nil }
        hasNews = false
        var bitmap: Bitmap?
        try fed { (decoder) throws(ImageCodingError) in
            bitmap = drawing.isFirstScanOver ? try draw(drawing, decoder) : drawing.reducer.finish()
        }
        return bitmap.map { image($0, drawing) }
    }

    func finish() throws(ImageCodingError) -> Image { try JPEGCoder().decode(bytes, options: options) }

    // MARK: -

    /// Runs the body while the library's source points at the bytes.
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
        // How many bytes there will be is not known; a preview need not be as good as the picture.
        let shrink = JPEGCoder.shrink(size, bytes: 0, to: plan.target, .fast)
        let colors = try JPEGCoder.conversion(of: SourceColor.inJPEG(bytes), decoder, options)
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        try JPEGCoder.start(decoder, plan: plan, shrink: shrink, options: options)
        let hasScans = decoder.header.has_multiple_scans
        if hasScans { try decoder.beginPreview() }
        let reducer = AreaReducer(
            source: size, target: plan.target, layout: layout, shrink: shrink, window: plan.window)
        return Drawing(
            plan: plan, shrink: shrink, colors: colors, hasScans: hasScans, reducer: reducer)
    }

    /// Takes the rows that have become complete.
    private func readRows(_ decoder: JPEGDecoder) throws(ImageCodingError) {
        guard var drawing = drawing.take() else { return }  // so that its sums are changed in place
        defer { self.drawing = drawing }
        let rows = drawing.reducer.nextRow
        try Self.add(decoder, to: &drawing.reducer, drawing.colors, options)
        hasNews = hasNews || drawing.reducer.nextRow > rows
        if drawing.hasScans, drawing.reducer.nextRow == drawing.reducer.arriving.height {
            drawing.isFirstScanOver = decoder.endPreview()
        }
    }

    /// All rows of what the scans have brought so far.
    private func draw(_ drawing: Drawing, _ decoder: JPEGDecoder) throws(ImageCodingError) -> Bitmap {
        var reducer = AreaReducer(
            source: decoder.storedSize, target: drawing.plan.target, layout: drawing.reducer.layout,
            shrink: drawing.shrink,
            window: drawing.plan.window)
        try decoder.beginPreview()
        try Self.add(decoder, to: &reducer, drawing.colors, options)
        _ = decoder.endPreview()  // the scan that was drawn has been read to its end
        return reducer.finish()
    }

    private static func add(
        _ decoder: JPEGDecoder, to reducer: inout AreaReducer, _ colors: ColorConversion, _ options: DecodeOptions
    ) throws(ImageCodingError) {
        let width = reducer.arriving.width * reducer.layout.bytesPerPixel
        try decoder.forEachRow(width: width, options: options) { row in
            colors.rows?.apply(to: row)
            reducer.add(row: UnsafeBufferPointer(row))
            return true
        }
    }

    /// The small picture that cameras put before the large one, if it shows the same; once, before the first row.
    private func thumbnail(_ drawing: Drawing) throws(ImageCodingError) -> Image? {
        guard !hasShownThumbnail else { return nil }
        hasShownThumbnail = true
        guard let range = ExifBlock(inJPEG: bytes)?.thumbnail,
            let image = try? JPEGCoder().decode(
                Array(bytes[range]), orientation: drawing.plan.orientation, options: options),
            image.warning == nil
        else { return nil }
        // Many have bars to fill 160x120, or are of the picture before it was cut.
        let (small, large) = (image.sourceSize, drawing.plan.uprightSize)
        let ratio = Double(small.width * large.height) / Double(small.height * large.width)
        guard abs(ratio - 1) < 0.03 else { return nil }
        return Image(
            bitmap: image.bitmap, format: .jpeg, sourceSize: large, sourceBytes: bytes.count, isIncremental: true)
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
