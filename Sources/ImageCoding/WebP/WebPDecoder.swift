import CWebP
import Pixels

/// The owner of one C decoder for a WebP, which turns its statuses into errors.
///
/// Used by one thread at a time. The bytes must outlive the decoder, so it never leaves the closure that has the
/// buffer.
final class WebPDecoder {
    private let decoder: OpaquePointer
    private(set) var header: cwebp_header
    /// The final state of the rows: complete, or ended because the bytes end early or are damaged.
    private(set) var status = cwebp_more

    /// Creates a decoder and reads the header; for an animation also that of the first frame.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageCodingError) {
        guard let decoder = cwebp_create(bytes.baseAddress, bytes.count) else { throw Self.error(cwebp_no_memory) }
        var header = cwebp_header()
        let status = cwebp_read_header(decoder, &header)
        guard status == cwebp_done else {
            cwebp_destroy(decoder)
            throw Self.error(status)
        }
        self.decoder = decoder
        self.header = header
    }

    /// Creates a decoder for bytes that are still arriving: they are passed to ``feed(_:)``, and then the header is
    /// read.
    init() throws(ImageCodingError) {
        guard let decoder = cwebp_create(nil, 0) else { throw Self.error(cwebp_no_memory) }
        self.decoder = decoder
        header = cwebp_header()
    }

    deinit { cwebp_destroy(decoder) }

    /// The size of the image; for an animation, that of its canvas.
    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// The first frame's rectangle on the canvas: all of it for a still.
    var frame: PixelRect {
        PixelRect(
            x: Int(header.frame_x), y: Int(header.frame_y),
            size: PixelSize(width: Int(header.frame_width), height: Int(header.frame_height)))
    }

    var layout: PixelLayout { header.has_alpha ? .rgba8 : .rgb8 }

    /// Prepares to decode the first frame. `smooths` enables filtering of block edges and interpolation of subsampled
    /// chroma in lossy images.
    func start(smooths: Bool) throws(ImageCodingError) {
        let status = cwebp_start(decoder, Int32(layout.bytesPerPixel), smooths)
        guard status == cwebp_done else { throw Self.error(status) }
    }

    /// Decodes rows of `width` bytes as long as they are undamaged. Checks for cancellation every few rows, and between
    /// pieces of the data. Returns the number of rows.
    func forEachRow(
        width: Int, options: DecodeOptions, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(ImageCodingError) -> Int {
        var row: Int32 = 0
        while status == cwebp_more {
            try options.checkMayContinue()
            status = cwebp_decode(decoder)
            while row < cwebp_rows(decoder) {
                body(UnsafeBufferPointer(start: cwebp_row(decoder, row), count: width))
                row += 1
                if row % Self.rowsBetweenChecks == 0 { try options.checkMayContinue() }
            }
            cwebp_release(decoder, row)
        }
        return Int(row)
    }

    // MARK: - While the bytes arrive

    /// Passes all bytes that have arrived. They must stay valid until the next call, which must precede any other call
    /// if they have moved.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) { cwebp_feed(decoder, bytes.baseAddress, bytes.count) }

    /// Reads the header. Returns `false` if it has not arrived completely, up to that of the pixels: a file can have
    /// alpha that its first header does not announce.
    func readHeader() throws(ImageCodingError) -> Bool {
        let status = cwebp_read_header(decoder, &header)
        guard status == cwebp_done || status == cwebp_ended || status == cwebp_more else { throw Self.error(status) }
        return status == cwebp_done && header.reaches_pixels
    }

    /// Decodes the bytes that have arrived and calls `body` with the rows from `first`, each of `width` bytes.
    func forEachArrivedRow(
        width: Int, from first: Int, options: DecodeOptions, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(ImageCodingError) {
        guard status == cwebp_more else { return }  // already complete, or damaged
        status = cwebp_update(decoder)
        var row = Int32(first)
        while row < cwebp_rows(decoder) {
            body(UnsafeBufferPointer(start: cwebp_row(decoder, row), count: width))
            row += 1
        }
        cwebp_release(decoder, row)
        try options.checkMayContinue()
    }

    private static let rowsBetweenChecks: Int32 = 64

    /// The reason why no row could be decoded.
    var error: ImageCodingError { Self.error(status) }

    private static func error(_ status: cwebp_status) -> ImageCodingError {
        switch status {
        case cwebp_ended: .damaged(.webp, "the data ends early")
        case cwebp_unsupported: .unsupported(.webp, "the library does not know this kind")
        case cwebp_no_memory: .damaged(.webp, "not enough memory to decode it")
        default: .damaged(.webp, "no row can be read")
        }
    }
}
