import HalftoneCore
import CJPEG
import CLCMS
import Pixels

/// The owner of one C decoder for a JPEG, which turns its statuses into errors.
///
/// Used by one thread at a time.
final class JPEGDecoder {
    private let decoder: OpaquePointer
    private(set) var header: cjpeg_header
    private var inkConversion: ICCTransform?
    /// The source that the library reads from, kept alive as long as the decoder; `nil` if bytes are fed.
    private let source: ByteSource?

    /// Creates a decoder and reads the header.
    init(_ source: ByteSource) throws(ImageCodingError) {
        guard let decoder = cjpeg_create(ByteSource.reader, source.context) else {
            throw .decoderUnavailable(.jpeg, "not enough memory")
        }
        var header = cjpeg_header()
        let status = cjpeg_read_header(decoder, &header)
        guard status == cjpeg_done else {
            defer { cjpeg_destroy(decoder) }
            throw Self.error(status, decoder)
        }
        self.decoder = decoder
        self.header = header
        self.source = source
    }

    /// Creates a decoder for bytes that are still arriving: they are passed to ``feed(_:)``, and then the header is
    /// read. They must outlive each call.
    init() throws(ImageCodingError) {
        guard let decoder = cjpeg_create_fed() else { throw .decoderUnavailable(.jpeg, "not enough memory") }
        self.decoder = decoder
        header = cjpeg_header()
        source = nil
    }

    deinit { cjpeg_destroy(decoder) }

    var storedSize: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// Problems found in the image, once its rows have been read.
    var outcome: cjpeg_outcome { cjpeg_get_outcome(decoder) }

    /// libjpeg's last message, sanitized for display.
    var message: String { Self.message(decoder) }

    /// Converts a CMYK image by a profile; to be called before rows are read.
    func convertInks(with transform: ICCTransform) {
        inkConversion = transform  // kept alive as long as the library uses it
        cjpeg_convert_cmyk(
            decoder,
            { context, inks, rgb, pixels in clcms_apply(context.map(OpaquePointer.init), inks, rgb, pixels) },
            UnsafeRawPointer(transform.transform))
    }

    /// Prepares to decode at one `shrink`th of the size: 1, 2, 4 or 8.
    func start(shrink: Int, fancy: Bool, limits: DecodeLimits) throws(ImageCodingError) {
        var (width, height): (Int32, Int32) = (0, 0)
        let status = cjpeg_start(decoder, Int32(8 / shrink), fancy, limits.workingBytes, &width, &height)
        guard status == cjpeg_done else { throw Self.error(status, decoder) }
    }

    /// Reads all scans of an image that has several, calling `check` between rows of blocks.
    func readScans(limit: Int, check: () throws(ImageCodingError) -> Void) throws(ImageCodingError) {
        while true {
            let status = cjpeg_consume(decoder, Int32(clamping: limit))
            if status == cjpeg_done { return }
            guard status == cjpeg_more else { throw Self.error(status, decoder) }
            try check()
        }
    }

    // MARK: - While the bytes arrive

    /// Passes all bytes that have arrived. They must stay valid until the next call, which must precede any other call
    /// if they have moved.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) { cjpeg_feed(decoder, bytes.baseAddress, bytes.count, true) }

    /// Reads the header. Returns `false` if it has not arrived completely.
    func readHeader() throws(ImageCodingError) -> Bool {
        let status = cjpeg_read_header(decoder, &header)
        guard status == cjpeg_done || status == cjpeg_starved else { throw Self.error(status, decoder) }
        return status == cjpeg_done
    }

    /// Reads the scans as far as they have arrived. Returns whether there was anything new.
    func readArrived(limit: Int, check: () throws(ImageCodingError) -> Void) throws(ImageCodingError) -> Bool {
        var isNew = false
        while true {
            let status = cjpeg_consume(decoder, Int32(clamping: limit))
            if status == cjpeg_done || status == cjpeg_starved { return isNew }
            guard status == cjpeg_more else { throw Self.error(status, decoder) }
            isNew = true
            try check()
        }
    }

    /// Starts to draw all scans read so far. While the first scan arrives, its rows may stop and continue later.
    func beginPreview() throws(ImageCodingError) {
        guard cjpeg_begin_preview(decoder) else { throw Self.error(cjpeg_failed, decoder) }
    }

    /// Ends a preview. Returns `false` if more bytes are needed; then it must be called again.
    func endPreview() -> Bool { cjpeg_end_preview(decoder) }

    /// Decodes rows of `width` bytes, which `body` may modify, as long as they are undamaged. Checks every few rows for
    /// cancellation.
    func forEachRow(
        width: Int, options: DecodeOptions, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) throws(ImageCodingError) {
        var rows = [UInt8](repeating: 0, count: width * Self.rowsAtATime)
        while true {
            try options.checkMayContinue()
            let count = rows.withUnsafeMutableBufferPointer { rows in
                let count = Int(cjpeg_read_rows(decoder, rows.baseAddress, width, Int32(Self.rowsAtATime)))
                for row in 0..<max(0, count) {
                    body(UnsafeMutableBufferPointer(rebasing: rows[row * width..<(row + 1) * width]))
                }
                return count
            }
            guard count > 0 else { return }
        }
    }

    /// The number of rows that the decoder produces at once with the usual chroma subsampling.
    private static let rowsAtATime = 16

    private static func message(_ decoder: OpaquePointer) -> String {
        let text = TextSanitizer.clean(String(cString: cjpeg_message(decoder)))
        return text.isEmpty ? "no row can be read" : text
    }

    private static func error(_ status: cjpeg_status, _ decoder: OpaquePointer) -> ImageCodingError {
        status == cjpeg_unsupported ? .unsupported(.jpeg, message(decoder)) : .damaged(.jpeg, message(decoder))
    }
}
