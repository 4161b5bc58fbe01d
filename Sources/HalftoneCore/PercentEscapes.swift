/// The percent escapes in URLs: `%41` is `A` (RFC 3986, section 2.1).
public enum PercentEscapes {
    /// Returns the decoded bytes; `nil` if an escape is malformed.
    public static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var hasMalformed = false
        let bytes = decode(Array(text), &hasMalformed)
        return hasMalformed ? nil : bytes
    }

    /// Returns the decoded bytes. A malformed escape stays as it is.
    public static func decodeTolerantly(_ text: some Sequence<UInt8>) -> [UInt8] {
        var hasMalformed = false
        return decode(Array(text), &hasMalformed)
    }

    private static func decode(_ text: [UInt8], _ hasMalformed: inout Bool) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            index += 1
            guard byte == UInt8(ascii: "%") else {
                result.append(byte)
                continue
            }
            guard index + 1 < text.count, let high = digit(text[index]), let low = digit(text[index + 1]) else {
                hasMalformed = true
                result.append(byte)
                continue
            }
            result.append(high << 4 | low)
            index += 2
        }
        return result
    }

    /// Returns bytes as text, with escapes for all but ASCII letters, digits and `marks`.
    public static func encode(_ bytes: some Sequence<UInt8>, keeping marks: String) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: text.append(byte)
            case _ where marks.utf8.contains(byte): text.append(byte)
            default: append(byte, to: &text)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ byte: UInt8, to text: inout [UInt8]) {
        text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The value of a hexadecimal digit; `nil` for another byte.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
