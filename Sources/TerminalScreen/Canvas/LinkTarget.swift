import Basis

/// Where a link leads: a URI that may be handed to a terminal.
///
/// Only `http`, `https` and `file`, because a click opens it; printable ASCII and nothing else, because a terminal reads
/// it in the midst of control sequences; and no longer than terminals take.
public struct LinkTarget: Hashable, Sendable {
    public let uri: String

    /// VTE and iTerm2 drop what is longer.
    private static let largestCount = 2083
    private static let schemes: Set<String> = ["http", "https", "file"]

    /// A name and password are left out, and what is not ASCII is percent-encoded. `nil` for another scheme, none, a
    /// control character, or too long a text.
    public init?(_ text: String) {
        let text = PublicAddress(url: text).text
        guard let colon = text.firstIndex(of: ":"), Self.schemes.contains(text[..<colon].lowercased()) else {
            return nil
        }
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return nil }
            for byte in String(scalar).utf8 {
                if (0x21...0x7E).contains(byte) {
                    bytes.append(byte)
                } else {
                    bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
                }
            }
            guard bytes.count <= Self.largestCount else { return nil }
        }
        uri = String(decoding: bytes, as: UTF8.self)
    }
}
