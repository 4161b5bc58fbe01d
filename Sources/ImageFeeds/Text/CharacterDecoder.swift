import Glibc

/// A decoder of character encodings with the C library's `iconv`.
enum CharacterDecoder {
    /// Returns text as UTF-8; `nil` if the C library does not know the encoding. An invalid sequence costs one unit of
    /// the encoding, of this many bytes.
    static func utf8(of bytes: UnsafeBufferPointer<UInt8>, from encoding: String, unit: Int = 1) -> [UInt8]? {
        guard let decoder = iconv_open("UTF-8", encoding), decoder != none else { return nil }
        defer { iconv_close(decoder) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        var next = UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        var left = bytes.count
        var chunk = [CChar](repeating: 0, count: min(65_536, bytes.count * 4 + 64))
        while true {
            let isAtEnd = left == 0  // a character that may be combined with the next one is still to come
            let error = chunk.withUnsafeMutableBufferPointer { chunk in
                var (to, room) = (chunk.baseAddress, chunk.count)
                let status =
                    isAtEnd ? iconv(decoder, nil, nil, &to, &room) : iconv(decoder, &next, &left, &to, &room)
                let error = status == -1 ? errno : 0
                let bytes = UnsafeRawBufferPointer(chunk)
                result += UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count - room)])
                return error
            }
            switch error {
            case 0 where isAtEnd: return result
            case 0, E2BIG: continue
            case EILSEQ where left >= unit:
                result += replacement(for: bytes[bytes.count - left], unit: unit)
                next = next.map { $0 + unit }
                left -= unit
            default: left = 0  // an incomplete character at the end
            }
        }
    }

    /// Bytes that are unassigned in an encoding are control characters, which are not shown.
    private static func replacement(for byte: UInt8, unit: Int) -> [UInt8] {
        Array(String(unit == 1 && (0x80..<0xA0).contains(byte) ? Unicode.Scalar(byte) : "\u{FFFD}").utf8)
    }

    /// The result of `iconv_open` for an unknown name.
    private static var none: iconv_t? { iconv_t(bitPattern: -1) }
}
