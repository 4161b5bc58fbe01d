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
        let source = ByteSource(bytes)
        let decoder = try PNGDecoder(source)
        try limits.check(decoder.header.size)
        let orientation = ExifOrientation.inPNG(source)
        var header = ImageHeader(
            format: .png, pixelSize: orientation.applied(to: decoder.header.size), orientation: orientation,
            hasAlpha: decoder.header.layout.hasAlpha, isProgressive: decoder.header.is_interlaced)
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
        var drawing = try PNGDrawing(decoder.header, source, head: head, options: options)
        let warning = try Self.readRows(of: decoder, into: &drawing, options: options)
        return drawing.image(sourceBytes: source.count, warning: warning)
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        return DecodeMemory.fixed + memory.result + memory.rows(4, bytesPerPixel: 8) + memory.sums(.rgba8)
            + memory.animation
    }

    // MARK: -

    /// Returns a warning if something is missing.
    private static func readRows(
        of decoder: PNGDecoder, into drawing: inout PNGDrawing, options: DecodeOptions
    ) throws(ImageCodingError) -> DecodeWarning? {
        try decoder.start()
        let size = decoder.header.size
        var row = [UInt8](repeating: 0, count: size.width * decoder.header.layout.bytesPerPixel)
        var rowsRead = 0
        for (index, pass) in drawing.passes.enumerated() {
            for y in pass.rows(of: size) {
                if rowsRead % rowsBetweenChecks == 0 { try options.checkMayContinue() }
                let isRead = row.withUnsafeMutableBufferPointer { row in
                    guard let pixels = row.baseAddress, decoder.readRow(pixels) else { return false }
                    drawing.add(pixels, at: y, of: pass)
                    return true
                }
                guard isRead else {
                    guard rowsRead > 0 else { throw .damaged(.png, decoder.message) }
                    let shown = index == 0 ? Double(y) / Double(size.height) : 1
                    return .missingRows(shown: shown, isEnd: decoder.endsEarly)
                }
                rowsRead += 1
            }
        }
        return decoder.hasWarnings ? .damagedInPlaces : nil
    }

    private static let rowsBetweenChecks = 8
}
