import HalftoneCore
import CPNG

/// The owner of one C decoder for a PNG, which turns its failures into errors.
///
/// Used by one thread at a time.
final class PNGDecoder {
    private let decoder: OpaquePointer
    let header: cpng_header
    /// The source that the library reads from; kept alive as long as the decoder.
    private let source: ByteSource

    /// Creates a decoder and reads the header and all chunks before the pixels.
    init(_ source: ByteSource) throws(ImageCodingError) {
        let pieces = cpng_source(context: source.context, read: ByteSource.reader, count: source.count)
        guard let decoder = cpng_create(pieces, Self.limits) else {
            throw .damaged(.png, "not enough memory to decode it")
        }
        var header = cpng_header()
        guard cpng_read_header(decoder, &header) else {
            defer { cpng_destroy(decoder) }
            throw .damaged(.png, Self.message(decoder))
        }
        self.decoder = decoder
        self.header = header
        self.source = source
    }

    /// Limits for libpng, which rejects sides of 2^31 and more itself. Critical chunks are small: a palette has 768
    /// bytes.
    static let limits = cpng_limits(side: 0x7FFF_FFFF, chunk_bytes: 1 << 20)

    deinit { cpng_destroy(decoder) }

    var message: String { Self.message(decoder) }
    var endsEarly: Bool { cpng_ends_early(decoder) }
    var hasWarnings: Bool { cpng_warnings(decoder) > 0 }

    func start() throws(ImageCodingError) {
        guard cpng_start(decoder) else { throw .damaged(.png, message) }
    }

    /// Decodes the next row, or the next row of a pass. Returns `false` if it cannot be decoded.
    func readRow(_ row: UnsafeMutablePointer<UInt8>) -> Bool { cpng_read_row(decoder, row) }

    static func message(_ decoder: OpaquePointer) -> String {
        let text = TextSanitizer.clean(String(cString: cpng_message(decoder)))
        return text.isEmpty ? "no row can be read" : text
    }
}
