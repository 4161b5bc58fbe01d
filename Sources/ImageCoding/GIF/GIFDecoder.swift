import HalftoneCore
import CGIF
import Pixels

/// The owner of one C decoder for a GIF, which turns its failures into errors.
///
/// Used by one thread at a time. The bytes must outlive the decoder, so it never leaves the closure that has the
/// buffer.
final class GIFDecoder {
    private let decoder: OpaquePointer
    let header: cgif_header

    /// Creates a decoder and reads all data before the pixels of the first frame.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(ImageCodingError) {
        guard let decoder = cgif_create(bytes.baseAddress, bytes.count) else {
            throw .damaged(.gif, "not enough memory to decode it")
        }
        var header = cgif_header()
        guard cgif_read_header(decoder, &header) else {
            defer { cgif_destroy(decoder) }
            throw .damaged(.gif, Self.message(decoder))
        }
        self.decoder = decoder
        self.header = header
    }

    deinit { cgif_destroy(decoder) }

    /// The size of the logical screen; if the file states none, the extent of the first frame.
    var size: PixelSize {
        header.width > 0 && header.height > 0
            ? PixelSize(width: Int(header.width), height: Int(header.height))
            : PixelSize(width: frame.x + frame.size.width, height: frame.y + frame.size.height)
    }

    /// The first frame's rectangle on the screen. It may extend beyond the screen or lie outside it.
    var frame: PixelRect {
        PixelRect(
            x: Int(header.frame_x), y: Int(header.frame_y),
            size: PixelSize(width: Int(header.frame_width), height: Int(header.frame_height)))
    }

    /// Whether the first frame leaves part of the screen transparent.
    var hasAlpha: Bool {
        let (size, frame) = (size, frame)
        return header.has_transparency || frame.x > 0 || frame.y > 0 || frame.size.width < size.width
            || frame.size.height < size.height
    }

    var message: String { Self.message(decoder) }
    var endsEarly: Bool { cgif_ends_early(decoder) }

    /// The rows of the first frame in the order in which they are stored; for interlaced frames every eighth row first,
    /// then the rows halfway between them, and so on (GIF89a, appendix E).
    var rowOrder: [StrideTo<Int>] {
        let height = frame.size.height
        guard header.is_interlaced else { return [stride(from: 0, to: height, by: 1)] }
        return [(0, 8), (4, 8), (2, 4), (1, 2)].map { stride(from: $0, to: height, by: $1) }
    }

    /// Decodes the next row to RGBA. Returns `false` if it cannot be decoded.
    func readRow(_ row: UnsafeMutableBufferPointer<UInt8>) -> Bool { cgif_read_row(decoder, row.baseAddress) }

    private static func message(_ decoder: OpaquePointer) -> String {
        let text = TextSanitizer.clean(String(cString: cgif_message(decoder)))
        return text.isEmpty ? "no row can be read" : text
    }
}
