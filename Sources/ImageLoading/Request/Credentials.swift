extension String {
    /// A URL without the name and password that may stand in it: for whatever outlives the request.
    ///
    /// They are in the authority, between `//` and the last `@` before the path (RFC 3986, section 3.2).
    public var withoutCredentials: String {
        guard utf8.contains(UInt8(ascii: "@")), let scheme = firstRange(of: "://") else { return self }
        let rest = self[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return self }
        return String(self[..<scheme.upperBound] + self[index(after: at)...])
    }
}
