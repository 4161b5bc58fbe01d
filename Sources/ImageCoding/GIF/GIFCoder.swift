import Pixels

/// A coder for GIF, 87a and 89a, interlaced or not: it decodes the first frame on a transparent logical screen, which is
/// at least as large as that frame.
///
/// Memory is a few rows beside the result; every pass of an interlaced image is added to the same sums.
public struct GIFCoder: ImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .gif }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        let bytes = EncodedBytes(bytes)
        let decoder = try GIFDecoder(bytes)
        try limits.check(decoder.size)
        var header = ImageHeader(
            format: .gif, pixelSize: decoder.size, hasAlpha: decoder.hasAlpha, isProgressive: decoder.isInterlaced)
        header.count(try index(of: bytes, limits: limits))
        return header
    }

    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        return try Self.still(of: GIFDecoder(bytes), sourceBytes: bytes.count, options: options)
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        return DecodeMemory.fixed + memory.result + memory.rows(4, bytesPerPixel: 4) + memory.sums(.rgba8)
            + memory.animation
    }

    // MARK: -

    /// Decodes a frame on its screen. `sourceBytes` is the number of bytes in the file so far.
    static func still(
        of decoder: GIFDecoder, sourceBytes: Int, options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        try options.limits.check(decoder.size)
        // All of it has to be decoded, even what extends beyond the screen.
        try options.limits.check(decoder.frame.size)
        let plan = try DecodePlan(stored: decoder.size, orientation: .up, options: options)
        let (size, frame) = (decoder.size, decoder.frame)
        let isInterlaced = decoder.isInterlaced
        var reducer = try plan.reducer(
            .rgba8, arrival: isInterlaced ? .rowsInAnyOrder(first: frame.y) : .topDown, limits: options.limits)
        var canvas = CanvasRow(size: size, frame: frame, layout: .rgba8)
        let visible = min(frame.y, size.height)..<min(frame.y + frame.size.height, size.height)
        canvas.addEmptyRows(0..<visible.lowerBound, to: &reducer)
        let warning = try readRows(of: decoder, visible: visible, options: options) { row, y in
            canvas.add(row, at: y, to: &reducer)
        }
        if warning == nil || isInterlaced { canvas.addEmptyRows(visible.upperBound..<size.height, to: &reducer) }
        return plan.image(reducer.finish(), .none, .gif, sourceBytes: sourceBytes, warning: warning)
    }

    /// Calls `body` with the rows of the frame that are on the screen and their positions there. Returns a warning if
    /// rows are missing.
    static func readRows(
        of decoder: GIFDecoder, visible: Range<Int>, options: DecodeOptions,
        _ body: (UnsafeBufferPointer<UInt8>, Int) -> Void
    ) throws(ImageCodingError) -> DecodeWarning? {
        let frame = decoder.frame
        var row = [UInt8](repeating: 0, count: 4 * frame.size.width)
        var (rowsRead, rowsShown) = (0, 0)
        for pass in decoder.rowOrder {
            for y in pass {
                // Rows outside the screen are decoded only if visible ones follow.
                if rowsShown == visible.count { return nil }
                if rowsRead % rowsBetweenChecks == 0 { try options.checkMayContinue() }
                guard decoder.readRow(&row) else {
                    guard rowsRead > 0 else {
                        throw .damaged(.gif, decoder.endsEarly ? "the data ends early" : "no row can be read")
                    }
                    let hasFirstPass = decoder.isInterlaced && rowsRead >= (frame.size.height + 7) / 8
                    return .missingRows(
                        shown: hasFirstPass ? 1 : Double(y) / Double(frame.size.height), isEnd: decoder.endsEarly)
                }
                rowsRead += 1
                guard visible.contains(frame.y + y) else { continue }
                rowsShown += 1
                row.withUnsafeBufferPointer { body($0, frame.y + y) }
            }
        }
        return nil
    }

    private static let rowsBetweenChecks = 8
}
