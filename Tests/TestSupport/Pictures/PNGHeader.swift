/// The beginning of a PNG: the signature and the IHDR chunk.
public enum PNGHeader {
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
