/// An address without the name and password that may have stood in it: the only form that is written or shown.
///
/// Places, traces, errors, details, marks, the clipboard and other programs take this type, and an address that may hold
/// a password is a ``RequestAddress``, so that a password cannot reach them by a mistake. Query strings stay.
public struct PublicAddress: Hashable, Sendable {
    /// The address as it was written otherwise. It has not passed the sanitizer.
    public let text: String

    /// Whatever is taken for an address: also `//bob:secret@host/x` and `bob:secret@host/x`, which look like paths.
    public init(_ text: some StringProtocol) {
        let text = String(text)
        self.init(text, without: Userinfo.range(in: text))
    }

    /// A text that is a URL for certain, of any scheme: a name and password are only looked for behind two slashes.
    public init(url text: String) { self.init(text, without: Userinfo.range(inURL: text)) }

    /// The path of a file that is there, in which nothing is a password. U+FFFD stands for what is not UTF-8.
    public init(_ file: FilePath) { text = file.text }

    private init(_ text: String, without range: Range<String.Index>?) {
        self.text = range.map { String(text[..<$0.lowerBound] + text[$0.upperBound...]) } ?? text
    }

    /// As much of it as fits into an error message.
    public var excerpt: String {
        let line = description.prefix(200)
        return line.endIndex < description.endIndex ? line + "\u{2026}" : String(line)
    }
}

extension PublicAddress: CustomStringConvertible {
    /// Clean to show.
    public var description: String { Sanitiser.clean(text) }
}

extension PublicAddress: ExpressibleByStringInterpolation {
    public init(stringLiteral text: String) { self.init(text) }
}

/// A string of JSON.
extension PublicAddress: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The address of a request, with the name and password that may stand in it.
///
/// It is on its way to a transport. Its descriptions are those of its ``publicAddress``; the whole text has to be asked
/// for by name.
public struct RequestAddress: Hashable, Sendable {
    /// The whole address, with its password: for a transport, and for nothing that is kept or shown.
    public let requestText: String

    public init(_ text: some StringProtocol) { requestText = String(text) }

    public var publicAddress: PublicAddress { PublicAddress(requestText) }

    /// Whether a name or a password stands in it.
    public var holdsCredentials: Bool { Userinfo.range(in: requestText) != nil }

    /// Whether a document in any format of feeds holds an address with a name or a password.
    public static func arePresent(withCredentialsIn document: [UInt8]) -> Bool { Userinfo.isPresent(in: document) }

    /// Whether the value of a header holds an address with a name or a password, quoted or among other words.
    public static func arePresent(withCredentialsIn header: String) -> Bool {
        guard header.utf8.contains(UInt8(ascii: "@")) else { return false }  // nearly always
        return Userinfo.range(in: header) != nil || Userinfo.isPresent(in: Array(header.utf8))
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
