/// A PNG of one color, made without the program's encoder, so that tests do not depend on it.
public enum FlatPicture {
    public static func png(_ width: Int, _ height: Int, _ color: (UInt8, UInt8, UInt8), alpha: UInt8 = 255) -> [UInt8] {
        let pixel = [color.0, color.1, color.2, alpha]
        let row: [UInt8] = [0] + (0..<width).flatMap { _ in pixel }
        return PlainPNG.bytes(width, height, rows: (0..<height).flatMap { _ in row })
    }
}

/// A minimal PNG writer: RGBA with 8 or 16 bits, uncompressed.
public enum PlainPNG {
    /// Returns the file. In `rows`, a zero (no filter) precedes the pixels of each row.
    public static func bytes(_ width: Int, _ height: Int, rows: [UInt8], bitDepth: UInt8 = 8) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = PNGHeader.bigEndian(UInt32(width)) + PNGHeader.bigEndian(UInt32(height)) + [bitDepth, 6, 0, 0, 0]
        for (name, content) in [("IHDR", header), ("IDAT", stored(rows)), ("IEND", [])] {
            bytes += PNGHeader.chunk(name, content)
        }
        return bytes
    }

    /// Returns a zlib stream without compression (RFC 1950, RFC 1951 section 3.2.4).
    public static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            stream += [rest.isEmpty ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
            stream += [UInt8(~count & 0xFF), UInt8(~count >> 8)] + block
        } while !rest.isEmpty
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + PNGHeader.bigEndian(b << 16 | a)
    }
}
