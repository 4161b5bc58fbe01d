import Basis
import CJPEG
import Pixels

/// One JPEG being decoded: owns the C decoder and turns its statuses into errors.
///
/// One thread at a time. The bytes must outlive it, so it never leaves the closure that has the buffer.
final class JPEGDecoder {
    private let decoder: OpaquePointer
    let header: cjpeg_header

    /// Reads the header.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageCodingError) {
        guard let decoder = cjpeg_create(bytes.baseAddress, bytes.count) else {
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
    }

    deinit { cjpeg_destroy(decoder) }

    var storedSize: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// What the picture lacks, once its rows have been read.
    var outcome: cjpeg_outcome { cjpeg_get_outcome(decoder) }

    /// libjpeg's last words, clean to show.
    var message: String { Self.message(decoder) }

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

    /// Decodes rows into `buffer`, `stride` bytes apart, and returns how many; 0 when there are no more good ones.
    func readRows(_ buffer: UnsafeMutableBufferPointer<UInt8>, stride: Int) -> Int {
        max(0, Int(cjpeg_read_rows(decoder, buffer.baseAddress, stride, Int32(buffer.count / stride))))
    }

    private static func message(_ decoder: OpaquePointer) -> String {
        Sanitiser.clean(String(cString: cjpeg_message(decoder)))
    }

    private static func error(_ status: cjpeg_status, _ decoder: OpaquePointer) -> ImageCodingError {
        status == cjpeg_unsupported ? .unsupported(.jpeg, message(decoder)) : .damaged(.jpeg, message(decoder))
    }
}
