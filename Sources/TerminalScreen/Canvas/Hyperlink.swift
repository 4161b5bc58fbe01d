import HalftoneCore

/// The target of a hyperlink: a URI that is safe to send to a terminal.
///
/// Only `http`, `https` and `file` URIs are allowed, because a click opens them. A URI is printable ASCII, because a
/// terminal parses it inside of control sequences, and no longer than terminals accept.
public struct Hyperlink: Hashable, Sendable {
    /// The URI, in printable ASCII.
    public let uri: String

    /// Maximum length: VTE and iTerm2 drop longer URIs.
    private static let maxBytes = 2083
    private static let schemes: Set<String> = ["http", "https", "file"]

    /// Creates a target without user name and password; characters beyond ASCII are percent-encoded. `nil` for another
    /// or no scheme, for control characters and for text that is too long.
    public init?(_ text: String) {
        let text = PublicAddress(url: text).text
        guard let colon = text.firstIndex(of: ":"), Self.schemes.contains(text[..<colon].lowercased()) else {
            return nil
        }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return nil }
            for byte in String(scalar).utf8 {
                if (0x21...0x7E).contains(byte) {
                    bytes.append(byte)
                } else {
                    PercentEscapes.append(byte, to: &bytes)
                }
            }
            guard bytes.count <= Self.maxBytes else { return nil }
        }
        uri = String(decoding: bytes, as: UTF8.self)
    }
}
