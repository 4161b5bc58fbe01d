import FoundationEssentials
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
        guard let bytes = isBase64 ? Self.decoded(plain) : plain else { return nil }
        self.bytes = bytes
    }

    /// Decodes Base64 (RFC 4648) in the standard or the URL-safe alphabet, with or without padding and white space.
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var digits = text.prefix { $0 != UInt8(ascii: "=") }.compactMap { byte -> UInt8? in
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0D: nil
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        digits += repeatElement(UInt8(ascii: "="), count: (4 - digits.count % 4) % 4)
        return Data(base64Encoded: Data(digits)).map { Array($0) }
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
