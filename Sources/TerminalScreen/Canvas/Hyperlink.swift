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
        guard text.utf8.count <= Self.maxBytes,
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }),
            let colon = text.firstIndex(of: ":"), Self.schemes.contains(text[..<colon].lowercased())
        else { return nil }
        uri = PercentEscapes.encode(text.utf8, keeping: "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
        guard uri.utf8.count <= Self.maxBytes else { return nil }
    }
}
