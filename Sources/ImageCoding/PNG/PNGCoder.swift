import HalftoneCore
import Pixels

/// A coder for PNG of all color types and depths, interlaced or not. 16-bit channels are rounded to 8.
///
/// Memory is a few rows beside the result, and the bytes of a still are read piece by piece; every pass of an
/// interlaced image is added to the same sums.
public struct PNGCoder: ImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .png }
    public var readsInPieces: Bool { true }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        try PNGChunk.check(bytes, limits)
        let decoder = try PNGDecoder(ByteSource(bytes))
        try limits.check(decoder.size)
        let orientation = ExifOrientation.inPNG(bytes)
        var header = ImageHeader(
            format: .png, pixelSize: orientation.applied(to: decoder.size), orientation: orientation,
            hasAlpha: decoder.layout.hasAlpha, isProgressive: decoder.header.is_interlaced)
        header.bitDepth = Int(decoder.header.depth)
        header.sourceColor = SourceColor.inPNG(bytes, limits: limits)
        header.count(try index(of: EncodedBytes(bytes), limits: limits))
        return header
    }

    public func decode(_ source: ByteSource, options: DecodeOptions) throws(ImageCodingError) -> Image {
        let head = try PNGChunk.head(of: source, limits: options.limits)
        // The frames of an animation can be anywhere in its bytes.
        if options.animation != .firstFrame, PNGChunk.isAnimation(head) {
            return try decode(try source.allBytes(of: .png), options: options)
        }
        return try decodeStill(source, head: head, options: options)
    }

    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image {
        let bytes = bytes.all
        try PNGChunk.check(bytes, options.limits)
        return try decodeStill(ByteSource(bytes), head: bytes, options: options)
    }

    /// Decodes a still. `head` holds the chunks before the pixels, which have been checked.
    private func decodeStill(
        _ source: ByteSource, head: [UInt8], options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        guard source.count > 0 else { throw .empty }
        let decoder = try PNGDecoder(source)
        try options.limits.check(decoder.size)
        let plan = try DecodePlan(stored: decoder.size, orientation: ExifOrientation.inPNG(head), options: options)
        let colors = ColorConversion(
            SourceColor.inPNG(head, limits: options.limits), layout: decoder.layout, fidelity: options.fidelity,
            limits: options.limits)
        let (bitmap, warning) = try Self.reduce(decoder, plan: plan, colors: colors, options: options)
        // Damaged images are shown up to the damage. But pixel data that begins with damage may be anything.
        guard warning == nil || PNGChunk.pixelsBeginIntact(in: source, head: head) else {
            throw .damaged(.png, "a wrong checksum where the pixels begin")
        }
        return Image(
            bitmap: colors.finished(bitmap).oriented(plan.orientation), format: .png, sourceSize: plan.uprightSize,
            sourceBytes: source.count, warning: warning ?? colors.warning)
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        return DecodeMemory.fixed + memory.result + memory.rows(4, bytesPerPixel: 8) + memory.sums(.rgba8)
            + memory.animation
    }

    // MARK: -

    /// Returns the bitmap as stored, and a warning if something is missing.
    private static func reduce(
        _ decoder: PNGDecoder, plan: DecodePlan, colors: ColorConversion, options: DecodeOptions
    ) throws(ImageCodingError) -> (Bitmap, warning: DecodeWarning?) {
        let (size, layout) = (decoder.size, decoder.layout)
        let isInterlaced = decoder.header.is_interlaced
        try admit(plan, stored: size, layout, isInterlaced: isInterlaced, options.limits)
        try decoder.start()
        var reducer = AreaReducer(
            source: size, target: plan.target, layout: layout, arrival: isInterlaced ? .anyOrder : .topDown,
            window: plan.window)
        var row = [UInt8](repeating: 0, count: size.width * layout.bytesPerPixel)
        var rowsRead = 0
        for (index, pass) in (isInterlaced ? InterlacePass.adam7 : InterlacePass.whole).enumerated() {
            for y in pass.rows(of: size) {
                if rowsRead % rowsBetweenChecks == 0 { try options.checkMayContinue() }
                guard row.withUnsafeMutableBufferPointer({ decoder.readRow($0) }) else {
                    guard rowsRead > 0 else { throw .damaged(.png, decoder.message) }
                    let shown = index == 0 ? Double(y) / Double(size.height) : 1
                    return (reducer.finish(), warning(decoder, shown: shown))
                }
                row.withUnsafeMutableBufferPointer { row in
                    let pixels = (size.width - pass.column + pass.columnStep - 1) / pass.columnStep
                    colors.rows?.apply(to: .init(rebasing: row[..<(pixels * layout.bytesPerPixel)]))
                    reducer.add(row: .init(row), at: y, start: pass.column, step: pass.columnStep)
                }
                rowsRead += 1
            }
        }
        return (reducer.finish(), decoder.hasWarnings ? DecodeWarning.damagedInPlaces : nil)
    }

    static func admit(
        _ plan: DecodePlan, stored: PixelSize, _ layout: PixelLayout, isInterlaced: Bool, _ limits: DecodeLimits
    ) throws(ImageCodingError) {
        let workingBytes = AreaReducer.workingBytes(anyOrder: plan.window.size, layout: layout)
        guard !isInterlaced || plan.target == stored || workingBytes <= limits.workingBytes else {
            let limit = ByteSize(limits.workingBytes)
            throw .tooLarge(plan.uprightSize, limit: "\(limit) of memory to reduce an interlaced picture so little")
        }
    }

    private static let rowsBetweenChecks = 8

    /// Returns the warning for missing rows. `shown` is 1 if passes are missing but one that covers the whole image was
    /// decoded.
    private static func warning(_ decoder: PNGDecoder, shown: Double) -> DecodeWarning {
        shown < 1
            ? DecodeWarning.cut(shown: shown, isEnd: decoder.endsEarly)
            : decoder.endsEarly ? DecodeWarning.lessDetail : DecodeWarning.damagedInPlaces
    }
}
