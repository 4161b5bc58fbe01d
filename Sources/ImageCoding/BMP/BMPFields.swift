import HalftoneCore
import Pixels

/// The numbers at the beginning of a BMP, little-endian. Fields that an older version of the header lacks are 0.
struct BMPFields {
    /// Bytes of the file's header, before that of the picture.
    static let fileHeader = 14
    /// Bytes of the longest headers with masks and the largest palette.
    static let maxBytes = fileHeader + 124 + 16 + 4 * 256

    let bytes: [UInt8]
    /// Bytes of the picture's header, by which its versions are told apart.
    let length: Int

    /// The offset of the pixels as the file states it.
    var statedPixels: Int { Self.number(bytes, 10, 4) }
    /// Whether the header is that of OS/2 1 and Windows 2, with numbers of 16 bits.
    var isShort: Bool { length == 12 }
    var bitsPerPixel: Int { number(isShort ? 10 : 14, 2) }
    var compression: Int { isShort ? 0 : number(16, 4) }

    /// Reads what has arrived; `nil` if the header of the picture is incomplete.
    init?(_ bytes: [UInt8]) throws(ImageCodingError) {
        guard bytes.count >= Self.fileHeader + 4 else { return nil }
        length = Self.number(bytes, Self.fileHeader, 4)
        guard bytes.starts(with: "BM".utf8), FormatTraits.headerLengthsOfBMP.contains(length) else {
            throw .damaged(.bmp, "an unknown header")
        }
        guard bytes.count >= Self.fileHeader + length else { return nil }
        self.bytes = bytes
    }

    /// Returns the number of `count` bytes at an offset in the picture's header; 0 if the header ends before it.
    func number(_ offset: Int, _ count: Int) -> Int {
        offset + count <= length ? Self.number(bytes, Self.fileHeader + offset, count) : 0
    }

    /// Returns the number of four bytes with a sign.
    func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(offset, 4))) }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension BMPFields {
    /// Returns the size, and whether the first row is stored first: a negative height says so.
    func size() throws(ImageCodingError) -> (PixelSize, isTopDown: Bool) {
        let width = isShort ? number(4, 2) : signed(4)
        let height = isShort ? number(6, 2) : signed(8)
        guard width > 0, height != 0 else { throw .damaged(.bmp, "a picture of \(width)x\(height) pixels") }
        return (PixelSize(width: width, height: abs(height)), height < 0)
    }
}
