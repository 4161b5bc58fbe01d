/// The beginning of a PNG: the signature and the IHDR chunk.
public enum PNGHeader {
    public static func of(width: UInt32, height: UInt32) -> [UInt8] {
        let header = Array("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [1, 0, 0, 0, 0]
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        for part in [bigEndian(13), header, bigEndian(crc(header)), bigEndian(0), Array("IDAT".utf8)] { bytes += part }
        return bytes + [0x35, 0xAF, 0x06, 0x1E]
    }

    public static func bigEndian(_ value: UInt32) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    /// Returns a chunk with its length and its CRC.
    public static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(name.utf8) + content
        return bigEndian(UInt32(content.count)) + checked + bigEndian(crc(checked))
    }

    /// Returns the CRC-32 of the PNG specification, annex D.
    public static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let shifted = crc >> 1
                crc = crc & 1 == 1 ? shifted ^ 0xEDB8_8320 : shifted
            }
        }
        return ~crc
    }
}
