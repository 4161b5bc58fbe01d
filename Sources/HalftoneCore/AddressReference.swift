/// An absolute or relative URL reference, split into the five parts of RFC 3986, appendix B. The only place where
/// references are resolved. Nothing is decoded or validated: the parts joined again equal the text.
public struct AddressReference: Hashable, Sendable {
    /// The scheme without its colon; `nil` in a relative reference.
    public var scheme: Substring?
    /// User name, password, host and port, without the two slashes; `nil` if absent.
    public var authority: Substring?
    /// The path, still percent-encoded, with its leading slash if it has one; empty if absent.
    public var path: Substring
    /// The query without its question mark; `nil` if absent.
    public var query: Substring?
    /// The fragment without its number sign; `nil` if absent.
    public var fragment: Substring?

    /// Splits a reference. Works on bytes: every separator is ASCII, and searching for characters takes ten times as
    /// long.
    public init(_ text: Substring) {
        let bytes = text.utf8
        var end = bytes.endIndex
        if let hash = bytes.firstIndex(of: 0x23) {
            fragment = text[bytes.index(after: hash)...]
            end = hash
        }
        if let mark = bytes[..<end].firstIndex(of: 0x3F) {
            query = text[bytes.index(after: mark)..<end]
            end = mark
        }
        var start = bytes.startIndex
        if let colon = bytes[..<end].firstIndex(where: { $0 == 0x3A || $0 == 0x2F }), bytes[colon] == 0x3A,
            Self.isScheme(text[..<colon])
        {
            scheme = text[..<colon]
            start = bytes.index(after: colon)
        }
        if bytes[start..<end].starts(with: [0x2F, 0x2F]) {
            let host = bytes.index(start, offsetBy: 2)
            start = bytes[host..<end].firstIndex(of: 0x2F) ?? end
            authority = text[host..<start]
        }
        path = text[start..<end]
    }

    /// The reference as text.
    public var text: String {
        var result = scheme.map { "\($0):" } ?? ""
        if let authority { result += "//\(authority)" }
        result += path
        if let query { result += "?\(query)" }
        if let fragment { result += "#\(fragment)" }
        return result
    }

    /// Whether the text is a valid scheme (RFC 3986, section 3.1).
    static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (0x41...0x5A).contains(first & 0xDF) else { return false }
        return text.utf8.allSatisfy { byte in
            (0x41...0x5A).contains(byte & 0xDF) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
                || byte == 0x2E
        }
    }

    /// Returns the reference resolved against an absolute base (RFC 3986, section 5.2). Dot segments are kept if the
    /// reference has its own authority.
    public func resolved(against base: AddressReference) -> AddressReference {
        guard scheme == nil else { return self }
        var target = self
        target.scheme = base.scheme
        guard authority == nil else { return target }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if !path.hasPrefix("/") {
            let folder = base.path.lastIndex(of: "/").map { base.path[...$0] } ?? "/"
            target.path = folder + path
        }
        target.path = Self.withoutDotSegments(target.path)
        return target
    }

    /// Returns the path without dot segments (RFC 3986, section 5.2.4), whose dots may be escaped (URL Standard,
    /// section 4.1).
    private static func withoutDotSegments(_ path: Substring) -> Substring {
        guard path.utf8.contains(where: { $0 == 0x2E || $0 == 0x25 }) else { return path }
        var (kept, isFolder) = ([Substring](), false)
        for segment in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let dots = segment.utf8.count <= 6 ? segment.lowercased().replacing("%2e", with: ".") : ""
            isFolder = dots == "." || dots == ".."
            if dots == ".." { _ = kept.popLast() } else if !isFolder { kept.append(segment) }
        }
        if isFolder { kept.append("") }
        return "/" + kept.joined(separator: "/")[...]
    }
}
