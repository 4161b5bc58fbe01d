import Pixels

/// An incremental decoder for formats of which rows are stored one after the other: it shows the rows received so far.
final class RowIncrementalDecoder<Coder: RowCoder>: IncrementalDecoder {
    private let coder: Coder
    /// The decode options. The time limit starts anew with each call.
    private var options: DecodeOptions
    private var bytes: [UInt8] = []
    private var drawing: RowDrawing<Coder.Rows>?
    /// The first byte that has not been used.
    private var place = 0
    private var hasNews = false
    private var hasFailed = false
    private var budget = PreviewBudget()
    private var headerTries = HeaderParseBackoff()

    init(coder: Coder, options: DecodeOptions) {
        self.coder = coder
        self.options = options
    }

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

    func preview() throws(ImageCodingError) -> Image? {
        options.beginAnew()
        try options.checkMayContinue()
        guard hasNews, budget.allowsPreview, !hasFailed, let drawing else { return nil }
        hasNews = false
        budget.spend(drawing.area)
        return drawing.image(sourceBytes: bytes.count, warning: nil, isIncremental: true)
    }

    func finish() throws(ImageCodingError) -> Image {
        options.beginAnew()
        try options.checkMayContinue()
        let image = finished()
        (drawing, hasFailed) = (nil, true)  // releases memory first
        return if let image { image } else { try coder.decode(bytes, options: options) }
    }

    /// Returns the image if all rows arrived undamaged, and no later byte changed the header: it is what a
    /// non-incremental decode would make.
    func finished() -> Image? {
        guard !hasFailed, let drawing, drawing.isWhole, !drawing.picture.isProvisional, !drawing.rows.isDamaged,
            bytes[place...].starts(with: coder.endMark)
        else { return nil }
        return drawing.image(sourceBytes: bytes.count, warning: nil)
    }

    // MARK: -

    private func decodeArrived() throws(ImageCodingError) {
        if drawing == nil, headerTries.isDue(bytes.count) {
            let header = try coder.begin(ByteSource(bytes), isWhole: false, limits: options.limits)
            if let (picture, rows) = header {
                drawing = try RowDrawing(picture, rows, options: options)
                place = picture.pixels
            }
        }
        guard place < bytes.count, var drawing = drawing.take() else { return }  // so that it is changed in place
        defer { self.drawing = drawing }
        let rows = drawing.rowsDone
        try drawing.draw(bytes.span, at: &place, options: options)
        hasNews = hasNews || drawing.rowsDone > rows
    }
}
