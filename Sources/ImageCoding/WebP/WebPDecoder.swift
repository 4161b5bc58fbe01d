import CWebP
import Pixels

/// One WebP being decoded: owns the C decoder and turns its statuses into errors.
///
/// One thread at a time. The bytes must outlive it, so it never leaves the closure that has the buffer.
final class WebPDecoder {
    private let decoder: OpaquePointer
    private(set) var header: cwebp_header
    /// How the rows ended: whole, or where the bytes ended or became unreadable.
    private(set) var status = cwebp_more

    /// Reads the header, and of an animation that of the first frame.
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

    /// For bytes that are still arriving: to be given with ``feed(_:)``, and then the header to be read.
    init() throws(ImageCodingError) {
        guard let decoder = cwebp_create(nil, 0) else { throw Self.error(cwebp_no_memory) }
        self.decoder = decoder
        header = cwebp_header()
    }

    deinit { cwebp_destroy(decoder) }

    /// The size of the picture; of an animation, that of its canvas.
    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }

    /// Where the first frame stands on the canvas: all of it for a still.
    var frame: PixelRect {
        PixelRect(
            x: Int(header.frame_x), y: Int(header.frame_y),
            size: PixelSize(width: Int(header.frame_width), height: Int(header.frame_height)))
    }

    /// `true` if all rows came, and nothing was missing.
    var isWhole: Bool { status == cwebp_done }

    /// Of the rows that come out.
    var layout: PixelLayout { header.has_alpha ? .rgba8 : .rgb8 }

    /// Prepares to decode the first frame, as large as it is or scaled by the library. `smooths` the edges of
    /// the blocks and the halved chroma of a lossy picture.
    func start(scaledTo scaled: PixelSize?, smooths: Bool) throws(ImageCodingError) {
        let status = cwebp_start(
            decoder, Int32(layout.bytesPerPixel), Int32(scaled?.width ?? 0), Int32(scaled?.height ?? 0), smooths)
        guard status == cwebp_done else { throw Self.error(status) }
    }

    /// Decodes the rows, each of `width` bytes, as far as they are good. Looks every few rows, and between bites of the
    /// data, whether it was cancelled. Returns how many rows there were.
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

    /// Gives all bytes that have arrived. They must stay until the next call of this, which comes before any other when
    /// they have moved.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) { cwebp_feed(decoder, bytes.baseAddress, bytes.count) }

    /// `false` if it has not arrived in full.
    func readHeader() throws(ImageCodingError) -> Bool {
        let status = cwebp_read_header(decoder, &header)
        guard status == cwebp_done || status == cwebp_ended || status == cwebp_more else { throw Self.error(status) }
        return status == cwebp_done
    }

    /// Decodes what has arrived and hands out the rows from that one on, each of `width` bytes.
    func forEachArrivedRow(
        width: Int, from first: Int, options: DecodeOptions, _ body: (UnsafeBufferPointer<UInt8>) -> Void
    ) throws(ImageCodingError) {
        guard status == cwebp_more else { return }  // it is whole, or damaged
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

    /// Why not one row came out.
    var error: ImageCodingError { Self.error(status) }

    private static func error(_ status: cwebp_status) -> ImageCodingError {
        switch status {
        case cwebp_ended: .damaged(.webp, "the data ends early")
        case cwebp_unsupported: .unsupported(.webp, "the library does not know this kind")
        case cwebp_no_memory: .damaged(.webp, "there is no memory to decode it")
        default: .damaged(.webp, "not one row can be read")
        }
    }
}
