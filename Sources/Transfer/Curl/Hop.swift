import HalftoneCore

/// One request of a transfer: the first, or one that a redirect led to. A value that implements the rules of redirects.
struct Hop: Sendable {
    private(set) var url: TransferURL

    /// The transfer's request, without what redirects have dropped.
    private(set) var request: TransferRequest

    /// The number of redirects that led here.
    private(set) var number = 0

    /// Whether libcurl decodes the body. It refuses encodings that it does not know.
    private(set) var isDecoding = true

    /// Creates the first hop of a request. Throws if its URL, its method or a header cannot be sent.
    init(_ request: TransferRequest) throws(TransferError) {
        url = try TransferURL(request.url)
        self.request = request
        if request.credential == nil, url.user != nil || url.password != nil {
            self.request.credential = .init(user: url.user ?? "", password: url.password ?? "")
        }
        guard request.method.isToken else { throw .protocolError("the method cannot be sent") }
        for header in request.headers where !header.name.isToken || !header.value.isHeaderValue {
            throw .protocolError("the request header \(header.name.prefix(100)) cannot be sent")
        }
    }

    private init(from hop: Hop, to url: TransferURL, keepsMethod: Bool) {
        (self.url, request, number) = (url, hop.request, hop.number + 1)
        if !keepsMethod {
            (request.method, request.body) = ("GET", nil)
            drop(Self.aboutBody)
        }
        if !url.isSameOrigin(as: hop.url) {
            request.credential = nil
            request.clientCertificate = nil
            drop(Self.secrets)
        }
    }

    private mutating func drop(_ names: [String]) {
        request.headers.removeAll { header in names.contains { $0.isHeaderName(header.name) } }
    }

    /// Returns the hop that repeats this request for the bytes of the body as they are; `nil` after any response but a
    /// decoded one to a GET that succeeded.
    func undecoded(after head: ResponseHead) -> Hop? {
        guard isDecoding, request.method == "GET", head.isSuccess else { return nil }
        var hop = self
        hop.isDecoding = false
        return hop
    }

    /// Returns the hop that a response redirects to, or `nil` when the response is final. Throws for a redirect that is
    /// not followed.
    ///
    /// Credentials of the caller never cross to another origin, and are not restored when a later redirect returns.
    /// Credentials in a redirect's own URL are never used.
    func redirected(by head: ResponseHead) throws(TransferError) -> Hop? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        guard number < Self.maxRedirects else { throw .tooManyRedirects(limit: Self.maxRedirects) }
        let target = try resolve(location)
        // An image requested over an encrypted connection must not come over one where it could be changed or seen.
        guard url.scheme != "https" || target.scheme == "https" else {
            throw .redirectRefused("it leads from https to http (\(PublicAddress(target.text).excerpt))")
        }
        return Hop(from: self, to: target, keepsMethod: keepsMethod(head.status))
    }

    /// Whether a redirect keeps the method: RFC 9110, 15.4.2 to 15.4.9, with the exception that every browser makes for
    /// POST.
    private func keepsMethod(_ status: Int) -> Bool {
        switch status {
        case 303: request.method == "GET" || request.method == "HEAD"
        case 301, 302: request.method != "POST"
        default: true
        }
    }

    private func resolve(_ location: String) throws(TransferError) -> TransferURL {
        do {
            return try url.resolving(location)
        } catch .unsupportedScheme(let scheme) {
            throw .redirectRefused("it leads to a \(scheme): address")
        } catch {
            throw .redirectRefused("not an HTTP URL (\(PublicAddress(location).excerpt))")
        }
    }

    /// Maximum number of redirects: no legitimate chain is longer, and a loop ends soon.
    private static let maxRedirects = 10

    /// Headers that authenticate the caller to one origin.
    private static let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]

    /// Headers that describe a body, dropped when the body is not sent again.
    private static let aboutBody = ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"]
}

extension String {
    /// Whether the text is a header name (RFC 9110, 5.6.2). Anything else could smuggle in a second header.
    package var isToken: Bool {
        !isEmpty
            && utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    fileprivate var isHeaderValue: Bool { utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 } }
}
