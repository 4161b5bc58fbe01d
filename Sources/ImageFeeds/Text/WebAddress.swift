import HalftoneCore

/// An absolute http or https URL, safe for a transport, with the resolution of references against it.
///
/// libxml2's `xmlBuildURI` is not used, because it unescapes and escapes paths: `a%2Fb.jpg` becomes `a/b.jpg`, another
/// resource, and it fails on `[`. libcurl's parser removes user names and passwords.
struct WebAddress: Hashable, Sendable {
    /// The whole URL, without white space and control characters, percent-encoded outside of the host.
    let text: String
    private let parts: AddressReference

    /// Creates an address; `nil` if `text` is not absolute, not http or https, or has no host.
    init?(_ text: String) { self.init(AddressReference(Self.encoded(text))) }

    init?(_ address: RequestAddress) { self.init(address.requestText) }

    /// The whole URL, for a request.
    var address: RequestAddress { RequestAddress(text) }

    private init?(_ parts: AddressReference) {
        guard let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let authority = parts.authority, !authority.isEmpty
        else { return nil }
        self.parts = parts
        text = parts.text
    }

    /// Returns `reference` resolved against this address; `nil` if the result is neither http nor https.
    /// The fragment is dropped: it never reaches a server and would split caches.
    func resolve(_ reference: String) -> WebAddress? {
        var target = AddressReference(Self.encoded(reference))
        target.fragment = nil
        guard target.scheme != nil || target.authority != nil || !target.isAddressGoneWrong else { return nil }
        return WebAddress(target.resolved(against: parts))
    }

    /// Returns `reference` resolved against `base`; without a base only absolute URLs are valid.
    static func resolve(_ reference: String, in base: WebAddress?) -> WebAddress? {
        base.map { $0.resolve(reference) } ?? WebAddress(reference)
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

    // MARK: - Percent encoding

    /// Returns `text` without surrounding white space, line breaks and tabs, as in browsers, and with invalid
    /// characters percent-encoded, except in the host: the transport supports international names.
    private static func encoded(_ text: String) -> Substring {
        let bytes = text.utf8
        if bytes.allSatisfy({ isAllowed[Int($0)] && $0 != 0x25 }) { return text[...] }
        let trimmed = Array(text.utf8.drop { $0 <= 0x20 })
        let end = (trimmed.lastIndex { $0 > 0x20 } ?? -1) + 1
        let host = hostRange(of: trimmed[..<end])
        var result: [UInt8] = []
        result.reserveCapacity(end + 16)
        for index in 0..<end {
            let byte = trimmed[index]
            if byte == 0x0A || byte == 0x0D || byte == 0x09 { continue }
            let isStrayPercent =
                byte == 0x25 && !(index + 2 < end && isHex(trimmed[index + 1]) && isHex(trimmed[index + 2]))
            if isAllowed[Int(byte)] && !isStrayPercent || byte >= 0x80 && host.contains(index) {
                result.append(byte)
            } else {
                result += [0x25, hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)[...]
    }

    /// Returns the range of the authority: after the first `//`, if only a scheme precedes it.
    private static func hostRange(of bytes: ArraySlice<UInt8>) -> Range<Int> {
        guard let slash = bytes.firstIndex(of: 0x2F), slash + 1 < bytes.endIndex, bytes[slash + 1] == 0x2F else {
            return 0..<0
        }
        let scheme = String(decoding: bytes[..<max(0, slash - 1)], as: UTF8.self)
        guard slash == 0 || bytes[slash - 1] == 0x3A && AddressReference.isScheme(scheme[...]) else { return 0..<0 }
        let end = bytes[(slash + 2)...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        let host = String(decoding: bytes[(slash + 2)..<end], as: UTF8.self)
        // International names are kept, except for control characters.
        return TextSanitizer.clean(host) == host ? slash + 2..<end : 0..<0
    }

    static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(0x25) else { return String(text) }
        return String(decoding: PercentEscapes.decodeTolerantly(text.utf8), as: UTF8.self)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// The unreserved and reserved characters of RFC 3986, and `%`.
    private static let isAllowed: [Bool] = {
        var table = [Bool](repeating: false, count: 256)
        for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%".utf8 {
            table[Int(byte)] = true
        }
        return table
    }()
}

extension AddressReference {
    /// Whether a path looks like an invalid address with a password: `bob_smith:secret@host/x`,
    /// `"http://bob:secret@host"` or `\\bob:secret@host`. The first segment of a relative path has no colon (RFC 3986,
    /// section 4.2).
    fileprivate var isAddressGoneWrong: Bool {
        guard text.utf8.contains(0x40) else { return false }
        var path = WebAddress.decoded(path).replacing("\\", with: "/")[...]
        while path.hasPrefix("./") || path.hasPrefix("../") { path = path.drop { $0 == "." }.dropFirst() }
        if path.hasPrefix("//") { return true }
        return path.prefix { $0 != "/" }.utf8.contains(0x3A)
    }
}
