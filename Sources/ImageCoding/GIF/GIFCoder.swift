import HalftoneCore
import Pixels

/// A coder for GIF, 87a and 89a, interlaced or not: it decodes the first frame on a transparent logical screen.
///
/// Memory is a few rows beside the result; every pass of an interlaced image is added to the same sums.
public struct GIFCoder: ImageCoder {
    /// Creates the coder, which has no settings.
    public init() {}

    public var format: ImageFormat { .gif }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            let decoder = try GIFDecoder(buffer)
            try limits.check(decoder.size)
            var header = ImageHeader(
                format: .gif, pixelSize: decoder.size, hasAlpha: decoder.hasAlpha,
                isProgressive: decoder.header.is_interlaced)
            header.count(try index(of: EncodedBytes(bytes), limits: limits))
            return header
        }
    }

    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image {
        guard !bytes.isEmpty else { throw .empty }
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ImageCodingError) in
            try Self.still(of: GIFDecoder(buffer), sourceBytes: buffer.count, options: options)
        }
    }

    public func workingBytes(for header: ImageHeader, options: DecodeOptions) -> Int {
        let memory = DecodeMemory(header, options)
        return DecodeMemory.fixed + memory.result + memory.rows(4, bytesPerPixel: 4) + memory.sums(.rgba8)
            + memory.animation
    }

    // MARK: -

    /// Decodes the first frame. `sourceBytes` is the number of bytes in the file so far.
    static func still(
        of decoder: GIFDecoder, sourceBytes: Int, options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        try options.limits.check(decoder.size)
        // All of it has to be decoded, even what extends beyond the screen.
        try options.limits.check(decoder.frame.size)
        let plan = try DecodePlan(stored: decoder.size, orientation: .up, options: options)
        let (bitmap, warning) = try reduce(decoder, plan: plan, options: options)
        return Image(
            bitmap: bitmap, format: .gif, sourceSize: plan.uprightSize, sourceBytes: sourceBytes, warning: warning)
    }

    /// Returns the bitmap, and a warning if something is missing.
    private static func reduce(
        _ decoder: GIFDecoder, plan: DecodePlan, options: DecodeOptions
    ) throws(ImageCodingError) -> (Bitmap, warning: DecodeWarning?) {
        let (size, frame) = (decoder.size, decoder.frame)
        let isInterlaced = decoder.header.is_interlaced
        let workingBytes = AreaReducer.workingBytes(anyOrder: plan.window.size, layout: .rgba8)
        guard !isInterlaced || plan.target == size || workingBytes <= options.limits.workingBytes else {
            let limit = ByteSize(options.limits.workingBytes)
            throw .tooLarge(plan.uprightSize, limit: "\(limit) of memory to reduce an interlaced picture so little")
        }
        var reducer = AreaReducer(
            source: size, target: plan.target, layout: .rgba8,
            arrival: isInterlaced ? .rowsInAnyOrder(first: frame.y) : .topDown, window: plan.window)
        var canvas = CanvasRow(size: size, frame: frame, layout: .rgba8)
        let visible = min(frame.y, size.height)..<min(frame.y + frame.size.height, size.height)
        canvas.addEmptyRows(0..<visible.lowerBound, to: &reducer)
        let warning = try readRows(of: decoder, visible: visible, options: options) { row, y in
            canvas.add(row, at: y, to: &reducer)
        }
        if warning == nil || isInterlaced { canvas.addEmptyRows(visible.upperBound..<size.height, to: &reducer) }
        return (reducer.finish(), warning)
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
                guard row.withUnsafeMutableBufferPointer({ decoder.readRow($0) }) else {
                    guard rowsRead > 0 else { throw .damaged(.gif, decoder.message) }
                    let hasFirstPass = decoder.header.is_interlaced && rowsRead >= (frame.size.height + 7) / 8
                    return warning(decoder, shown: hasFirstPass ? 1 : Double(y) / Double(frame.size.height))
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

    /// Returns the warning for missing rows. `shown` is 1 if passes are missing but one that covers the whole image was
    /// decoded.
    private static func warning(_ decoder: GIFDecoder, shown: Double) -> DecodeWarning {
        shown < 1
            ? DecodeWarning.cut(shown: shown, isEnd: decoder.endsEarly)
            : decoder.endsEarly ? DecodeWarning.lessDetail : DecodeWarning.damagedInPlaces
    }
}
