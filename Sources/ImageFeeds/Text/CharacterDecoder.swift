import Glibc

/// A decoder of character encodings with the C library.
enum CharacterDecoder {
    /// A single-byte encoding: ASCII in the lower half, and the characters of the upper half as UTF-8.
    struct SingleBytes: Sendable {
        private let upper: [[UInt8]]

        /// Creates the table; `nil` if the C library does not know the name.
        init?(_ name: String) {
            guard let decoder = iconv_open("UTF-8", name), decoder != CharacterDecoder.none else { return nil }
            defer { iconv_close(decoder) }
            upper = (UInt8(0x80)...0xFF).map { byte in
                if let letter = CharacterDecoder.converted([byte], by: decoder) { return letter }
                // Unassigned bytes below 0xA0 are control characters, which are not shown.
                return Array(String(byte < 0xA0 ? Unicode.Scalar(byte) : "\u{FFFD}").utf8)
            }
        }

        func utf8(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count + bytes.count / 8)
            for byte in bytes {
                if byte < 0x80 { result.append(byte) } else { result += upper[Int(byte) - 0x80] }
            }
            return result
        }
    }

    /// Returns whether the C library supports the encoding, and ASCII is a subset of it.
    static func knows(_ label: String) -> Bool {
        let isName = label.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-_:.".utf8.contains(byte)
        }
        guard isName, !label.isEmpty, let decoder = iconv_open("UTF-8", label), decoder != none else { return false }
        defer { iconv_close(decoder) }
        let sample = Array("<?xml version=\"1.0\"?>".utf8)
        return converted(sample, by: decoder) == sample
    }

    /// The result of `iconv_open` for an unknown name.
    private static var none: iconv_t? { iconv_t(bitPattern: -1) }

    private static func converted(_ bytes: [UInt8], by decoder: iconv_t) -> [UInt8]? {
        var source = bytes.map { CChar(bitPattern: $0) }
        var result = [CChar](repeating: 0, count: bytes.count * 4 + 8)
        let capacity = result.count
        var (sourceLeft, room) = (source.count, capacity)
        let isDone = source.withUnsafeMutableBufferPointer { source in
            result.withUnsafeMutableBufferPointer { result in
                var (from, to) = (source.baseAddress, result.baseAddress)
                guard iconv(decoder, &from, &sourceLeft, &to, &room) != -1 else { return false }
                // A character that may be combined with the next one is returned by the flush.
                return iconv(decoder, nil, nil, &to, &room) != -1
            }
        }
        guard isDone, sourceLeft == 0, room < capacity else { return nil }
        return result.prefix(capacity - room).map { UInt8(bitPattern: $0) }
    }
}
