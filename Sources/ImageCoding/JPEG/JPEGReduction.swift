import HalftoneCore
import Pixels

/// The reduction of a JPEG's rows, as the library decodes them, to the target. A value.
struct JPEGReduction {
    let plan: DecodePlan
    private let colors: ColorConversion
    private var reducer: AreaReducer

    /// Prepares the decoder, which has read the header, and the reduction. Throws if the image or the result exceeds the
    /// limits. For a CMYK image the decoder converts the colors, and the rows need no other conversion.
    init(
        _ decoder: JPEGDecoder, orientation: Orientation, color: SourceColor, fidelity: DecodeOptions.Fidelity,
        options: DecodeOptions
    ) throws(ImageCodingError) {
        let (size, limits) = (decoder.storedSize, options.limits)
        try limits.check(size)
        guard decoder.header.coefficient_bytes <= UInt64(limits.workingBytes) else {
            throw .tooLarge(size, limit: "\(ByteSize(limits.workingBytes)) of memory for a picture of several scans")
        }
        plan = try DecodePlan(stored: size, orientation: orientation, options: options)
        guard let layout = PixelLayout(bytesPerPixel: Int(decoder.header.channels)) else {
            throw .unsupported(.jpeg, "\(decoder.header.channels) channels")
        }
        if decoder.header.is_cmyk {
            let inks = InkConversion(color, limits: limits)
            if let transform = inks.transform { decoder.convertInks(with: transform) }
            colors = inks.warning == nil ? .none : .unusable
        } else {
            colors = ColorConversion(color, layout: layout, fidelity: options.fidelity, limits: limits)
        }
        let shrink = JPEGCoder.shrink(size, to: plan.target, fidelity)
        reducer = AreaReducer(source: size, target: plan.target, layout: layout, shrink: shrink, window: plan.window)
        // Interpolated chroma is visible only where a target pixel contains few source pixels.
        let isNearFullSize = size.width < 4 * plan.target.width || size.height < 4 * plan.target.height
        try decoder.start(shrink: shrink, fancy: options.fidelity == .exact || isNearFullSize, limits: limits)
    }

    /// The size of the image as the library decodes it.
    var decodedSize: PixelSize { reducer.arriving }

    /// The fraction of the height that has been added, 0...1.
    var shown: Double { Double(reducer.nextRow) / Double(decodedSize.height) }

    /// Adds the rows that can be decoded, whose colors are converted in place.
    mutating func addRows(of decoder: JPEGDecoder, options: DecodeOptions) throws(ImageCodingError) {
        let width = decodedSize.width * reducer.layout.bytesPerPixel
        try decoder.forEachRow(width: width, options: options) { row in
            colors.rows?.apply(to: row)
            reducer.add(row: UnsafeBufferPointer(row))
        }
    }

    /// Returns the image of the rows so far.
    consuming func image(sourceBytes: Int, warning: DecodeWarning? = nil, isIncremental: Bool = false) -> Image {
        plan.image(
            reducer.finish(), colors, .jpeg, sourceBytes: sourceBytes, warning: warning, isIncremental: isIncremental)
    }
}
