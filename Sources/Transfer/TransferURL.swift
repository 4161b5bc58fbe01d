import HalftoneCore
import CCurl

/// An absolute http or https URL, parsed by libcurl, which also fetches it.
///
/// International host names are accepted and kept in their ASCII form, whatever the locale. A user name and password
/// are removed from the text, so that it may be shown and passed to other programs.
public struct TransferURL: Sendable, Hashable {
    /// The whole URL without user name and password.
    public let text: String

    /// `http` or `https`.
    public let scheme: String

    /// The host in lower case; an IPv6 address is in brackets.
    public let host: String

    /// The port; the scheme's default (80 or 443) if the URL has none.
    public let port: Int

    /// The user name from the URL, percent-decoded; `nil` if the URL has none.
    let user: String?
    let password: String?

    /// Maximum length of a URL in bytes. 32 KB: four times what RFC 9110 (4.1) asks every server to accept, and no
    /// server accepts more.
    public static let maximumBytes = 32 << 10

    /// Parses a URL.
    ///
    /// - Throws: `.urlTooLong`, `.invalidURL`, `.unsupportedScheme` for a scheme other than http and https, or
    ///   `.missingLibrary` if libcurl cannot be loaded.
    public init(_ text: String) throws(TransferError) {
        let length = text.utf8.count
        guard length <= Self.maximumBytes else { throw .urlTooLong(bytes: length, limit: Self.maximumBytes) }
        guard ccurl_open() else { throw .library }
        guard let parser = CurlURLParser() else { throw .invalidURL(PublicAddress(text)) }
        let reference = AddressReference(typed: text)
        guard parser.read(reference.text) else {
            let scheme = reference.scheme?.lowercased()
            if let scheme, !Self.isSupported(scheme) { throw .unsupportedScheme(scheme) }  // mailto:, data:, …
            throw .invalidURL(PublicAddress(text))
        }
        try self.init(parser, from: text)
    }

    /// Returns the URL that `reference` denotes in a document or header at this URL, as browsers resolve it. User name
    /// and password are not inherited.
    func resolving(_ reference: String) throws(TransferError) -> TransferURL {
        let base = AddressReference(text[...])
        return try TransferURL(AddressReference(typed: reference, in: base.scheme).resolved(against: base).text)
    }

    /// Whether both URLs have equal scheme, host and port, so that credentials may go from one to the other.
    func isSameOrigin(as other: TransferURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    private init(_ parser: CurlURLParser, from reference: String) throws(TransferError) {
        guard let scheme = parser.part(CURLUPART_SCHEME)?.lowercased() else {
            throw .invalidURL(PublicAddress(reference))
        }
        guard Self.isSupported(scheme) else { throw .unsupportedScheme(scheme) }
        user = parser.part(CURLUPART_USER, decoded: true)
        password = parser.part(CURLUPART_PASSWORD, decoded: true)
        parser.removeCredentials()
        guard let text = parser.asciiPart(CURLUPART_URL), let host = parser.asciiPart(CURLUPART_HOST), !host.isEmpty
        else { throw .invalidURL(PublicAddress(reference)) }
        self.text = text
        self.scheme = scheme
        self.host = host.lowercased()
        port = parser.part(CURLUPART_PORT).flatMap { Int($0) } ?? (scheme == "https" ? 443 : 80)
    }

    private static func isSupported(_ scheme: String) -> Bool { scheme == "http" || scheme == "https" }
}

/// The owner of one libcurl URL handle.
private final class CurlURLParser {
    private let handle: OpaquePointer

    init?() {
        guard let handle = ccurl_url() else { return nil }
        self.handle = handle
    }

    deinit { ccurl_url_cleanup(handle) }

    /// Parses an absolute URL. Returns `false` if it is invalid.
    func read(_ text: String) -> Bool {
        let flags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)
        return !text.utf8.contains(0) && ccurl_url_set(handle, CURLUPART_URL, text, flags) == CURLUE_OK
    }

    func removeCredentials() {
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS] { ccurl_url_set(handle, part, nil, 0) }
    }

    func part(_ part: CURLUPart, decoded: Bool = false) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let code = ccurl_url_get(handle, part, &text, decoded ? UInt32(CURLU_URLDECODE) : 0)
        return take(code, text)
    }

    func asciiPart(_ part: CURLUPart) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let code = ccurl_url_get_ascii(handle, part, &text)
        return take(code, text)
    }

    private func take(_ code: CURLUcode, _ text: UnsafeMutablePointer<CChar>?) -> String? {
        guard code == CURLUE_OK, let text else { return nil }
        defer { ccurl_free(text) }
        return String(cString: text)
    }
}
