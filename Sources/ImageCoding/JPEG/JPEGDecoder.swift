import Basis
import CJPEG
import CLCMS
import Pixels

/// One JPEG being decoded: owns the C decoder and turns its statuses into errors.
///
/// One thread at a time.
final class JPEGDecoder {
    private let decoder: OpaquePointer
    private(set) var header: cjpeg_header
    private var inkConversion: ICCTransform?
    /// What the library reads from, which it must not outlive; `nil` if it is fed.
    private let source: ByteSource?

    /// Reads the header.
    init(_ source: ByteSource) throws(ImageCodingError) {
        guard let decoder = cjpeg_create(ByteSource.reader, source.context) else {
            throw .damaged(.jpeg, "there is no memory to decode it")
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

    /// For bytes that are still arriving: to be given with ``feed(_:)``, and then the header to be read. They must outlive
    /// each call.
    init() throws(ImageCodingError) {
        guard let decoder = cjpeg_create_fed() else { throw .damaged(.jpeg, "there is no memory to decode it") }
        self.decoder = decoder
        header = cjpeg_header()
        source = nil
    }

    deinit { cjpeg_destroy(decoder) }

    var storedSize: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// What the picture lacks, once its rows have been read.
    var outcome: cjpeg_outcome { cjpeg_get_outcome(decoder) }

    /// libjpeg's last words, clean to show.
    var message: String { Self.message(decoder) }

    /// Converts the inks of a CMYK picture by a profile; to be called before rows are read.
    func convertInks(with transform: ICCTransform) {
        inkConversion = transform  // which the library must not outlive
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

    /// Reads the scans of a picture that has several, asking between rows of blocks whether to go on.
    func readScans(limit: Int, check: () throws(ImageCodingError) -> Void) throws(ImageCodingError) {
        while true {
            let status = cjpeg_consume(decoder, Int32(clamping: limit))
            if status == cjpeg_done { return }
            guard status == cjpeg_more else { throw Self.error(status, decoder) }
            try check()
        }
    }

    // MARK: - While the bytes arrive

    /// Gives all bytes that have arrived. They must stay until the next call of this, which comes before any other when
    /// they have moved.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) { cjpeg_feed(decoder, bytes.baseAddress, bytes.count, true) }

    /// `false` if it has not arrived in full.
    func readHeader() throws(ImageCodingError) -> Bool {
        let status = cjpeg_read_header(decoder, &header)
        guard status == cjpeg_done || status == cjpeg_starved else { throw Self.error(status, decoder) }
        return status == cjpeg_done
    }

    /// Reads what has arrived of the scans. Returns whether it was anything.
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

    /// Of several scans: the rows that follow are of all that has been read. In the first scan they may stop and go on.
    func beginPreview() throws(ImageCodingError) {
        guard cjpeg_begin_preview(decoder) else { throw Self.error(cjpeg_failed, decoder) }
    }

    /// `false` if it needs more bytes, and has to be called again with them.
    func endPreview() -> Bool { cjpeg_end_preview(decoder) }

    /// Decodes the rows, each of `width` bytes and to be changed at will, as far as they are good and as long as `body` returns `true`. Looks
    /// every few rows whether it was cancelled.
    func forEachRow(
        width: Int, options: DecodeOptions, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Bool
    ) throws(ImageCodingError) {
        var rows = [UInt8](repeating: 0, count: width * Self.rowsAtATime)
        while true {
            try options.checkMayContinue()
            let count = rows.withUnsafeMutableBufferPointer { rows in
                let count = Int(cjpeg_read_rows(decoder, rows.baseAddress, width, Int32(Self.rowsAtATime)))
                for row in 0..<max(0, count) {
                    guard body(UnsafeMutableBufferPointer(rebasing: rows[row * width..<(row + 1) * width])) else {
                        return 0
                    }
                }
                return count
            }
            guard count > 0 else { return }
        }
    }

    /// As many as the decoder has ready at once, for the usual chroma sampling.
    private static let rowsAtATime = 16

    private static func message(_ decoder: OpaquePointer) -> String {
        let text = Sanitiser.clean(String(cString: cjpeg_message(decoder)))
        return text.isEmpty ? "not one row can be read" : text
    }

    private static func error(_ status: cjpeg_status, _ decoder: OpaquePointer) -> ImageCodingError {
        status == cjpeg_unsupported ? .unsupported(.jpeg, message(decoder)) : .damaged(.jpeg, message(decoder))
    }
}
