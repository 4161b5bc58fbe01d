import HalftoneCore

/// An absolute http or https URL, safe for a transport, with the resolution of references against it.
///
/// libxml2's `xmlBuildURI` is not used, because it unescapes and escapes paths: `a%2Fb.jpg` becomes `a/b.jpg`, another
/// resource, and it fails on `[`. libcurl's parser removes user names and passwords.
struct WebAddress: Hashable, Sendable {
    /// The whole URL, without white space, control characters and dot segments, percent-encoded outside of the host, with
    /// scheme and host in lower case.
    let text: String
    private let parts: AddressReference

    /// Creates an address; `nil` if `text` is not absolute, not http or https, or has no host.
    init?(_ text: String) { self.init(AddressReference(typed: text)) }

    init?(_ address: RequestAddress) { self.init(address.requestText) }

    /// The whole URL, for a request.
    var address: RequestAddress { RequestAddress(text) }

    private init?(_ parts: AddressReference) {
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let authority = parts.authority, !authority.isEmpty
        else { return nil }
        var relative = parts
        (relative.scheme, relative.authority) = (nil, nil)
        var absolute = relative.resolved(against: parts)  // without dot segments
        (absolute.scheme, absolute.authority) = (scheme[...], Self.normalized(authority, scheme: scheme))
        self.parts = absolute
        text = self.parts.text
        // A port alone names no host.
        if host.isEmpty || host.utf8.first == 0x3A { return nil }
    }

    /// Returns an authority with its host in lower case and without the port that its scheme implies (URL Standard,
    /// section 4.4).
    private static func normalized(_ authority: Substring, scheme: String) -> Substring {
        let bytes = authority.utf8
        let start = bytes.lastIndex(of: 0x40).map { bytes.index(after: $0) } ?? bytes.startIndex
        var host = authority[start...].lowercased()
        for port in [scheme == "http" ? ":80" : ":443", ":"] where host.hasSuffix(port) {
            host.removeLast(port.count)
        }
        return authority[..<start] + host
    }

    /// The address without its fragment, which never reaches a server and would split caches.
    var withoutFragment: WebAddress {
        guard parts.fragment != nil else { return self }
        var parts = parts
        parts.fragment = nil
        return WebAddress(parts) ?? self
    }

    /// Returns `reference` resolved against this address; `nil` if the result is neither http nor https.
    func resolve(_ reference: String) -> WebAddress? {
        let target = AddressReference(typed: reference, in: parts.scheme)
        guard target.scheme != nil || target.authority != nil || !target.looksLikeBrokenURL else { return nil }
        return WebAddress(target.resolved(against: parts))
    }

    /// Returns whether a reference can be the address of a picture in any document: not if it is empty (`#`, `?`), of
    /// another scheme (`about:`, `cid:`), or without a host (`//:0`). Templates and scripts leave all of these.
    static func mayBePicture(_ reference: String) -> Bool {
        var parts = AddressReference(typed: reference)
        guard parts.scheme != nil || parts.authority != nil else {
            return !parts.path.isEmpty || parts.query?.isEmpty == false
        }
        parts.scheme = parts.scheme ?? "http"
        return WebAddress(parts) != nil
    }

    /// The last component of the path, percent-decoded, or the host: a name for display, not sanitized.
    var name: String {
        var path = parts.path.utf8
        while path.last == 0x2F { path.removeLast() }
        let start = path.lastIndex(of: 0x2F).map { path.index(after: $0) } ?? path.startIndex
        return Self.decoded(path.isEmpty ? host : Substring(path[start...]))
    }

    /// The authority without user name and password.
    var host: Substring {
        let authority = parts.authority ?? ""
        return authority.utf8.lastIndex(of: 0x40).map { authority[authority.utf8.index(after: $0)...] } ?? authority
    }

    /// The path of the URL, still encoded.
    var path: String { String(parts.path) }

    // MARK: - Schemes

    /// Returns the scheme in lower case, if `text` starts with one.
    static func scheme(of text: String) -> String? { AddressReference(text[...]).scheme?.lowercased() }

    /// Returns the path of a local `file:` URL.
    static func path(ofFileURL text: String) -> FilePath? {
        let parts = AddressReference(text[...])
        guard parts.scheme?.lowercased() == "file", parts.path.hasPrefix("/") else { return nil }
        guard parts.authority ?? "" == "" || parts.authority == "localhost" else { return nil }
        return FilePath(percentEncoded: parts.path)
    }

    static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(0x25) else { return String(text) }
        return String(decoding: PercentEscapes.decodeTolerantly(text.utf8), as: UTF8.self)
    }
}

extension AddressReference {
    /// Whether a path looks like an invalid address with a password: `bob_smith:secret@host/x` or
    /// `"http://bob:secret@host"`. The first segment of a relative path has no colon (RFC 3986,
    /// section 4.2).
    fileprivate var looksLikeBrokenURL: Bool {
        guard text.utf8.contains(0x40) else { return false }
        var path = WebAddress.decoded(path).replacing("\\", with: "/")[...]
        while path.hasPrefix("./") || path.hasPrefix("../") { path = path.drop { $0 == "." }.dropFirst() }
        if path.hasPrefix("//") { return true }
        return path.prefix { $0 != "/" }.utf8.contains(0x3A)
    }
}
