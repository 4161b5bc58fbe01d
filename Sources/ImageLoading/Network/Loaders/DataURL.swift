import HalftoneCore

/// The media type and bytes of a `data:` URL (RFC 2397). A value.
struct DataURL: Equatable {
    /// The media type in lower case; `text/plain` if the URL names none.
    let mediaType: String
    let bytes: [UInt8]

    /// Returns `nil` for any other text, and for data that cannot be decoded.
    init?(_ text: String) {
        guard text.utf8.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 | 0x20 }) else { return nil }
        let rest = text.utf8.dropFirst(5)
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return nil }
        var head = String(rest[..<comma]) ?? ""
        let data = rest[rest.index(after: comma)...].prefix { $0 != UInt8(ascii: "#") }
        let isBase64 = head.lowercased().hasSuffix(";base64")
        if isBase64 { head.removeLast(7) }
        mediaType = head.isEmpty || head.hasPrefix(";") ? "text/plain" : String(head.prefix { $0 != ";" }).lowercased()
        guard let plain = PercentEscapes.decode(data) else { return nil }
        guard let bytes = isBase64 ? Base64.decode(plain, ignoringOthers: false) : plain else { return nil }
        self.bytes = bytes
    }
}

extension DataURL {
    /// Returns a long `data:` URL with a digest in place of its data, for keys and traces; other URLs unchanged.
    static func shortened(_ url: String) -> String {
        guard url.utf8.count > 1_000, url.utf8.prefix(5).elementsEqual("data:".utf8, by: { $0 | 0x20 == $1 | 0x20 })
        else {
            return url
        }
        let head = url.utf8.prefix(100).prefix { $0 != UInt8(ascii: ",") }
        return "\(Substring(head)),\(url.utf8.count):\(String(StoredBytes(Array(url.utf8)).digest, radix: 16))"
    }
}

/// A Base64 decoder (RFC 4648) for the standard and the URL-safe alphabet, with or without padding.
enum Base64 {
    /// Decodes text, skipping white space. Other foreign characters are skipped if `ignoringOthers`; otherwise they
    /// make the result `nil`, as does a last group of one digit, which is no byte.
    static func decode(_ text: some Collection<UInt8>, ignoringOthers: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count / 4 * 3 + 3)
        var group: UInt32 = 0
        var digits = 0
        for byte in text {
            guard let digit = digit(byte) else {
                if byte == UInt8(ascii: "=") { break }
                if ignoringOthers || [0x20, 0x09, 0x0A, 0x0D].contains(byte) { continue }
                return nil
            }
            group = group << 6 | digit
            digits += 1
            if digits == 4 {
                result += [UInt8(group >> 16 & 0xFF), UInt8(group >> 8 & 0xFF), UInt8(group & 0xFF)]
                (group, digits) = (0, 0)
            }
        }
        switch digits {
        case 0: break
        case 2: result.append(UInt8(group >> 4 & 0xFF))
        case 3: result += [UInt8(group >> 10 & 0xFF), UInt8(group >> 2 & 0xFF)]
        default: return nil
        }
        return result
    }

    private static func digit(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x41...0x5A: UInt32(byte) - 0x41
        case 0x61...0x7A: UInt32(byte) - 0x61 + 26
        case 0x30...0x39: UInt32(byte) - 0x30 + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
