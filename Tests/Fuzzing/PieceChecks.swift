import ImageCoding
import Pixels

/// Bytes that are read on demand, few at a time, yield the same picture or error as bytes in memory.
enum PieceChecks {
    static func run(_ bytes: [UInt8], _ coder: some ImageCoder) {
        let options = FuzzTarget.options(bytes, box: bytes.count % 2 == 0 ? nil : PixelSize(width: 9, height: 9))
        let most = 1 + bytes.count % 61
        let source = ByteSource(count: bytes.count) { offset, target in
            guard offset < bytes.count else { return 0 }
            let piece = bytes[offset...].prefix(min(most, target.count))
            target.copyBytes(from: piece)
            return piece.count
        }
        let arrived = Outcome { try coder.decode(source, options: options) }
        precondition(arrived == Outcome { try coder.decode(bytes, options: options) })
    }
}

/// What a decode ends with, to be compared with another.
struct Outcome: Equatable {
    private var bitmap: Bitmap?
    private var warning: DecodeWarning?
    private var error: String?

    init(_ decode: () throws -> Image) {
        do {
            let image = try decode()
            (bitmap, warning) = (image.bitmap, image.warning)
        } catch {
            self.error = "\(error)"
        }
    }
}
