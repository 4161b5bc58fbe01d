import Basis
import CPNG
import Pixels

/// One PNG being decoded: owns the C decoder and turns its failures into errors.
///
/// One thread at a time.
final class PNGDecoder {
    private let decoder: OpaquePointer
    let header: cpng_header
    /// What the library reads from, which it must not outlive.
    private let source: ByteSource

    /// Reads the header and all that stands before the pixels.
    init(_ source: ByteSource) throws(ImageCodingError) {
        let pieces = cpng_source(context: source.context, read: ByteSource.reader, count: source.count)
        guard let decoder = cpng_create(pieces, Self.limits) else {
            throw .damaged(.png, "there is no memory to decode it")
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

    /// libpng refuses sides of 2^31 and more itself. Chunks that draw are small: a palette has 768 bytes.
    static let limits = cpng_limits(side: 0x7FFF_FFFF, chunk_bytes: 1 << 20)

    deinit { cpng_destroy(decoder) }

    var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }
    /// Of the rows that come out. There are always 1 to 4 channels.
    var layout: PixelLayout { PixelLayout(bytesPerPixel: Int(header.channels)) ?? .rgba8 }
    var message: String { Self.message(decoder) }
    var endsEarly: Bool { cpng_ends_early(decoder) }
    var hasWarnings: Bool { cpng_warnings(decoder) > 0 }

    func start() throws(ImageCodingError) {
        guard cpng_start(decoder) else { throw .damaged(.png, message) }
    }

    /// Decodes the next row, or the next row of a pass. `false` if it cannot be read.
    func readRow(_ row: UnsafeMutableBufferPointer<UInt8>) -> Bool { cpng_read_row(decoder, row.baseAddress) }

    static func message(_ decoder: OpaquePointer) -> String {
        let text = Sanitiser.clean(String(cString: cpng_message(decoder)))
        return text.isEmpty ? "not one row can be read" : text
    }
}
