/// A search for the user name and password (userinfo, RFC 3986, 3.2.1) in a text that is, or claims to be, an address.
///
/// The text may be malformed, which is often why it is quoted: a password with a slash in it ends the authority too
/// early. If the host's port is not a number, everything up to the last `@` counts as user name and password.
enum Userinfo {
    /// Returns the range of the userinfo, including the `@`, in any text that a user or a document calls an address:
    /// `http://bob:secret@host/x`, `//bob:secret@host/x`, and `bob:secret@host/x`, which looks like a path.
    static func range(in text: String) -> Range<String.Index>? {
        let bytes = text.utf8
        guard let last = bytes.lastIndex(of: UInt8(ascii: "@")) else { return nil }  // nearly always
        if let start = authority(in: bytes) { return range(in: text[start...]) }
        // These schemes have no slashes, and use `@` for other things.
        guard !["mailto:", "data:"].contains(where: { text.hasPrefix($0) }),
            let colon = bytes[..<last].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let start = bytes[..<colon].lastIndex(of: UInt8(ascii: "/")).map { bytes.index(after: $0) } ?? bytes.startIndex
        return start..<bytes.index(after: last)
    }

    /// Returns the range of the userinfo in a text that is certainly a URL: only an authority, which follows two
    /// slashes, has one.
    static func range(inURL text: String) -> Range<String.Index>? {
        guard text.utf8.contains(UInt8(ascii: "@")), let start = authority(in: text.utf8) else { return nil }
        return range(in: text[start...])
    }

    /// Returns the range of the userinfo in a text that begins with an authority (RFC 3986, section 3.2).
    static func range(in text: Substring) -> Range<String.Index>? {
        let bytes = text.utf8
        let at = UInt8(ascii: "@")
        guard let last = bytes.lastIndex(of: at) else { return nil }
        let authority = bytes.prefix { !"/?#\\".utf8.contains($0) }
        let host = authority.lastIndex(of: at).map { bytes.index(after: $0) } ?? bytes.startIndex
        if last >= authority.endIndex, !hasPlainPort(authority[host...]) {
            return bytes.startIndex..<bytes.index(after: last)
        }
        return host == bytes.startIndex ? nil : bytes.startIndex..<host
    }

    /// Returns the start of the authority, after the leading slashes or after a scheme and its slashes; `nil` if there
    /// is none. libcurl accepts one to three slashes for http.
    private static func authority(in bytes: String.UTF8View) -> String.Index? {
        var start = bytes.startIndex
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), AddressReference.isScheme(Substring(bytes[..<colon])) {
            start = bytes.index(after: colon)
        }
        let slashes = bytes[start...].prefix { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let isFile = bytes[..<start].elementsEqual("file:".utf8)
        guard slashes.count >= (start == bytes.startIndex || isFile ? 2 : 1) else { return nil }
        return isFile ? bytes.index(slashes.startIndex, offsetBy: 2) : slashes.endIndex
    }

    /// Whether only digits follow the host's colon. An IPv6 address is in brackets.
    private static func hasPlainPort(_ host: Substring.UTF8View) -> Bool {
        let end = host.lastIndex(of: UInt8(ascii: "]")) ?? host.startIndex
        guard let colon = host[end...].firstIndex(of: UInt8(ascii: ":")) else { return true }
        return host[host.index(after: colon)...].allSatisfy { (0x30...0x39).contains($0) }
    }
}
