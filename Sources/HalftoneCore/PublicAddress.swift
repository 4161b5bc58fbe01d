/// A URL or path without the user name and password that it may have contained: the only form that is written or shown.
///
/// Reading positions, traces, errors, details, marks, the clipboard and other programs take this type, and an address
/// that may hold a password is a ``RequestAddress``, so that a password cannot reach them by mistake. Query strings
/// stay.
public struct PublicAddress: Hashable, Sendable {
    /// The address, otherwise as it was written. It has not been sanitized.
    public let text: String

    /// Removes the credentials from any text used as an address: also `//bob:secret@host/x` and `bob:secret@host/x`,
    /// which look like paths.
    public init(_ text: some StringProtocol) {
        let text = String(text)
        self.init(text, without: Userinfo.range(in: text))
    }

    /// Removes the credentials from a text that is certainly a URL, of any scheme: they are only searched for after two
    /// slashes.
    public init(url text: String) { self.init(text, without: Userinfo.range(inURL: text)) }

    /// Creates the address of an existing file, whose path contains no password. U+FFFD replaces what is not UTF-8.
    public init(_ file: FilePath) { text = file.text }

    private init(_ text: String, without range: Range<String.Index>?) {
        self.text = range.map { String(text[..<$0.lowerBound] + text[$0.upperBound...]) } ?? text
    }

    /// The sanitized address, cut to 200 characters for an error message.
    public var excerpt: String {
        let line = description.prefix(200)
        return line.endIndex < description.endIndex ? line + "\u{2026}" : String(line)
    }
}

extension PublicAddress: CustomStringConvertible {
    /// The address, sanitized for display.
    public var description: String { TextSanitizer.clean(text) }
}

extension PublicAddress: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}

/// Encoded as a string.
extension PublicAddress: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The URL of a request, with the user name and password that it may contain.
///
/// Its descriptions are those of its ``publicAddress``; the whole text is available only as ``requestText``.
public struct RequestAddress: Hashable, Sendable {
    /// The whole address, including a password: for a transport only, never to be stored or shown.
    public let requestText: String

    /// Creates an address from a text, which is neither parsed nor checked.
    public init(_ text: some StringProtocol) { requestText = String(text) }

    /// The address without user name and password.
    public var publicAddress: PublicAddress { PublicAddress(requestText) }

    /// Whether the address contains a user name or a password.
    public var holdsCredentials: Bool { Userinfo.range(in: requestText) != nil }

    /// Whether a document or a header contains an address with a user name or a password that
    /// ``TextSanitizer/sentence(_:)`` would remove.
    ///
    /// The bytes are searched as they are: nothing is found in escapes, such as `&#64;`, and in other encodings. A
    /// backslash counts as a slash, which it escapes in JSON.
    public static func arePresent(withCredentialsIn text: [UInt8]) -> Bool {
        let endsWord: (UInt8) -> Bool = { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        var rest = text[...]
        // Without an array of all words, which would take more memory than the document.
        while let sign = rest.firstIndex(of: UInt8(ascii: "@")) {
            let start = rest[..<sign].lastIndex(where: endsWord).map { $0 + 1 } ?? rest.startIndex
            let end = rest[sign...].firstIndex(where: endsWord) ?? rest.endIndex
            let word = rest[start..<end].map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
            let slashed = TextSanitizer.clean(bytes: word)
            if TextSanitizer.sentence(slashed) != slashed { return true }
            rest = rest[end...]
        }
        return false
    }
}

extension RequestAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { publicAddress.description }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["publicAddress": publicAddress.text]) }
}

extension RequestAddress: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}
