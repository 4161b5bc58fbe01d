/// Base64 (RFC 4648, section 4), with padding and without line breaks.
enum Base64 {
    /// Appends bytes in base64.
    static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        digits.withUnsafeBufferPointer { digits in
            var start = 0
            while start < bytes.count {
                let count = min(3, bytes.count - start)
                var bits = Int(bytes[start]) << 16
                if count > 1 { bits |= Int(bytes[start + 1]) << 8 }
                if count > 2 { bits |= Int(bytes[start + 2]) }
                text.append(digits[bits >> 18])
                text.append(digits[bits >> 12 & 63])
                text.append(count > 1 ? digits[bits >> 6 & 63] : UInt8(ascii: "="))
                text.append(count > 2 ? digits[bits & 63] : UInt8(ascii: "="))
                start += 3
            }
        }
    }

    /// Returns bytes in base64.
    static func text(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        bytes.withUnsafeBytes { append($0, to: &text) }
        return text
    }

    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
}
