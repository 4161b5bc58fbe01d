/// A comment in the picture's file that contains the seed, so that the bytes differ and the pixels do not.
struct SeedComment: Equatable, Sendable {
    /// The offset in the picture's bytes at which the comment is inserted.
    let offset: Int
    let bytes: [UInt8]

    /// Creates a comment segment after a JPEG's SOI, a tEXt chunk after a PNG's IHDR, or a comment extension after a
    /// GIF's global colors. In other formats the text is appended to the file, where decoders ignore it.
    init(seed: Int, picture: UnsafeRawBufferPointer) {
        let text = Array("halftone lab seed \(seed)".utf8)
        if picture.starts(with: [0xFF, 0xD8]) {
            self.init(offset: 2, bytes: [0xFF, 0xFE] + Self.bigEndian(UInt16(text.count + 2)) + text)
        } else if picture.starts(with: Self.pngSignature), picture.count >= 33 {
            let body = Array("tEXtComment\0".utf8) + text
            let length = Self.bigEndian(UInt32(body.count - 4))
            self.init(offset: 33, bytes: length + body + Self.bigEndian(Self.crc32(body)))
        } else if picture.starts(with: Array("GIF8".utf8)), picture.count >= 13 {
            let hasColors = picture[10] & 0x80 != 0
            let offset = 13 + (hasColors ? 3 << (Int(picture[10] & 7) + 1) : 0)
            let block = [0x21, 0xFE, UInt8(text.count)] + text + [0]
            self.init(offset: min(offset, picture.count), bytes: block)
        } else {
            self.init(offset: picture.count, bytes: text)
        }
    }

    private init(offset: Int, bytes: [UInt8]) { (self.offset, self.bytes) = (offset, bytes) }

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func bigEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    /// Returns the CRC of the PNG specification, annex D. Without a table, because the data is a few dozen bytes.
    static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
        }
        return ~crc
    }
}
