import CPNG
import Pixels

/// A PNG that is reduced row by row; every pass of an interlaced one is added to the same sums. A value.
struct PNGDrawing {
    let plan: DecodePlan
    let passes: [InterlacePass]
    private let colors: ColorConversion
    private var reducer: AreaReducer

    /// Prepares the reduction. Throws if the image or the result exceeds the limits. `head` holds the chunks before the
    /// pixels, which have been checked.
    init(
        _ header: cpng_header, _ source: ByteSource, head: [UInt8], options: DecodeOptions
    ) throws(ImageCodingError) {
        try options.limits.check(header.size)
        plan = try DecodePlan(stored: header.size, orientation: ExifOrientation.inPNG(source), options: options)
        reducer = try plan.reducer(
            header.layout, arrival: header.is_interlaced ? .anyOrder : .topDown, limits: options.limits)
        passes = header.is_interlaced ? InterlacePass.adam7 : InterlacePass.whole
        colors = ColorConversion(
            SourceColor.inPNG(head, limits: options.limits), layout: header.layout, fidelity: options.fidelity,
            limits: options.limits)
    }

    /// Adds a row of a pass, whose colors are converted in place.
    mutating func add(_ row: UnsafeMutablePointer<UInt8>, at y: Int, of pass: InterlacePass) {
        let pixels = (reducer.arriving.width - pass.column + pass.columnStep - 1) / pass.columnStep
        let row = UnsafeMutableBufferPointer(start: row, count: max(0, pixels) * reducer.layout.bytesPerPixel)
        colors.rows?.apply(to: row)
        reducer.add(row: .init(row), at: y, start: pass.column, step: pass.columnStep)
    }

    /// Returns the image of the rows so far.
    consuming func image(sourceBytes: Int, warning: DecodeWarning? = nil, isIncremental: Bool = false) -> Image {
        plan.image(
            reducer.finish(), colors, .png, sourceBytes: sourceBytes, warning: warning, isIncremental: isIncremental)
    }
}

extension cpng_header {
    var size: PixelSize { PixelSize(width: Int(width), height: Int(height)) }
    /// The layout of the decoded rows. There are always 1 to 4 channels.
    var layout: PixelLayout { PixelLayout(bytesPerPixel: Int(channels)) ?? .rgba8 }
}
