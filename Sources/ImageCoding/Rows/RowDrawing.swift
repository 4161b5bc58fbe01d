import Pixels

/// A picture that is reduced row by row while its bytes are read.
///
/// Memory is one row and the sums of the result. A value: no I/O.
struct RowDrawing {
    let picture: RowPicture
    private(set) var rows: any RowDecoder
    private(set) var rowsDone = 0
    private let plan: DecodePlan
    /// Whether red and blue change places in the result: mostly that is smaller than the source.
    private let swapsResult: Bool
    private let colors: ColorConversion
    private var reducer: AreaReducer
    private var row: [UInt8]

    /// Prepares the reduction. Throws if the image or the result exceeds the limits.
    init(_ picture: RowPicture, _ rows: any RowDecoder, options: DecodeOptions) throws(ImageCodingError) {
        try options.limits.check(picture.size)
        plan = try DecodePlan(stored: picture.size, orientation: picture.orientation, options: options)
        (self.picture, self.rows) = (picture, rows)
        colors = ColorConversion(
            picture.color, layout: rows.layout, fidelity: options.fidelity, limits: options.limits)
        reducer = AreaReducer(
            source: picture.size, target: plan.target, layout: rows.layout, window: plan.window)
        swapsResult = rows.isBlueFirst && 4 * plan.window.size.area <= picture.size.area
        row = [UInt8](repeating: 0, count: 4 * picture.size.width)
    }

    var isWhole: Bool { rowsDone == picture.size.height }
    var shown: Double { Double(rowsDone) / Double(picture.size.height) }

    /// Decodes rows until the bytes or the rows end. `place` moves beyond the bytes that are no longer needed.
    mutating func draw(
        _ bytes: Span<UInt8>, at place: inout Int, options: DecodeOptions
    ) throws(ImageCodingError) {
        try options.checkMayContinue()  // one row may use up all bytes
        while !isWhole {
            guard rows.decodeRow(from: bytes, at: &place, into: &row) else { return }
            if !rows.repeatsRow { finishRow() }
            row.withUnsafeBufferPointer { reducer.add(row: $0) }
            rowsDone += 1
            if rowsDone % Self.rowsBetweenChecks == 0 { try options.checkMayContinue() }
        }
    }

    /// Returns the image of the rows so far, upright. Rows that are missing are transparent.
    func image(sourceBytes: Int, warning: DecodeWarning?) -> Image {
        let bitmap = colors.finished(reducer.finish(), isBlueFirst: swapsResult && colors.rows == nil)
        return Image(
            bitmap: bitmap.oriented(plan.orientation), format: picture.format, sourceSize: plan.uprightSize,
            visibleSize: plan.visibleSize, sourceBytes: sourceBytes, warning: warning ?? colors.warning)
    }

    // MARK: -

    private static let rowsBetweenChecks = 8

    private var rowBytes: Int { picture.size.width * rows.layout.bytesPerPixel }

    /// Brings the colors of a decoded row into order.
    private mutating func finishRow() {
        if rows.isBlueFirst, !swapsResult || colors.rows != nil { swapRedAndBlue() }
        if let conversion = colors.rows { convert(conversion) }
    }

    private mutating func convert(_ conversion: RowTransform) {
        let count = rowBytes
        row.withUnsafeMutableBufferPointer { conversion.apply(to: .init(rebasing: $0[..<count])) }
    }

    private mutating func swapRedAndBlue() {
        for blue in stride(from: 0, to: rowBytes, by: rows.layout.bytesPerPixel) { row.swapAt(blue, blue + 2) }
    }
}
