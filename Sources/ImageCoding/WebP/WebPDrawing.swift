import Pixels

/// A WebP whose first frame is reduced row by row on its canvas. A value.
struct WebPDrawing {
    let plan: DecodePlan
    let frame: PixelRect
    private let colors: ColorConversion
    private var reducer: AreaReducer
    private var canvas: CanvasRow

    /// Prepares the decoder, whose bytes or whose first bytes these are, and the reduction. Throws if that may take too
    /// much memory, or the image or the result exceeds the limits.
    init(_ decoder: WebPDecoder, _ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) {
        let (size, layout) = (decoder.size, decoder.layout)
        try options.limits.check(size)
        plan = try DecodePlan(stored: size, orientation: ExifOrientation.inWebP(bytes), options: options)
        try WebPCoder.start(decoder, plan: plan, options: options)
        frame = decoder.frame
        colors = ColorConversion(
            SourceColor.inWebP(bytes), layout: layout, fidelity: options.fidelity, limits: options.limits)
        reducer = try plan.reducer(layout, limits: options.limits)
        canvas = CanvasRow(size: size, frame: frame, layout: layout)
        canvas.addEmptyRows(0..<frame.y, to: &reducer)
    }

    var rowBytes: Int { frame.size.width * reducer.layout.bytesPerPixel }

    /// The number of the frame's rows that have been added.
    var rows: Int { reducer.nextRow - frame.y }

    /// Adds the next row of the frame, with converted colors.
    mutating func add(_ row: UnsafeBufferPointer<UInt8>) {
        guard let conversion = colors.rows else { return canvas.add(row, at: reducer.nextRow, to: &reducer) }
        var converted = Array(row)  // the decoder may still need its own row
        converted.withUnsafeMutableBufferPointer { converted in
            conversion.apply(to: converted)
            canvas.add(.init(converted), at: reducer.nextRow, to: &reducer)
        }
    }

    /// Adds the rows below the frame.
    mutating func addRowsBelow() {
        canvas.addEmptyRows(reducer.nextRow..<reducer.arriving.height, to: &reducer)
    }

    /// Returns the image of the rows so far.
    consuming func image(sourceBytes: Int, warning: DecodeWarning? = nil, isIncremental: Bool = false) -> Image {
        plan.image(
            reducer.finish(), colors, .webp, sourceBytes: sourceBytes, warning: warning, isIncremental: isIncremental)
    }
}
