/// One request of a transfer: the first, or one that a redirect led to. A value that knows the rules of redirects.
struct Hop: Sendable {
    let url: TransferURL
    let headers: [(name: String, value: String)]
    let credentials: Credentials?

    /// How many redirects led here.
    let number: Int

    struct Credentials: Sendable, Equatable {
        let user: String
        let password: String
    }

    /// The first hop of a request. Throws if its address or a header cannot be sent.
    init(_ request: TransferRequest) throws(TransferError) {
        url = try TransferURL(request.url)
        headers = request.headers
        credentials =
            url.user == nil && url.password == nil
            ? nil : Credentials(user: url.user ?? "", password: url.password ?? "")
        number = 0
        for header in headers where !header.name.isToken || !header.value.isHeaderValue {
            throw .protocolError("the request header \(header.name) cannot be sent")
        }
    }

    private init(_ url: TransferURL, headers: [(name: String, value: String)], credentials: Credentials?, number: Int) {
        self.url = url
        self.headers = headers
        self.credentials = credentials
        self.number = number
    }

    /// Where a response leads: `nil` when it is final. Throws when it leads where we do not go.
    ///
    /// Only GET is sent, so all five redirect statuses mean the same. Credentials of the caller never cross to another
    /// origin, and do not come back when a later redirect returns; those in a redirect's own address are never used.
    func redirected(by head: ResponseHead, limit: Int) throws(TransferError) -> Hop? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        guard number < limit else { throw .tooManyRedirects(limit: limit) }
        let target = try resolve(location)
        guard target.isSameOrigin(as: url) else {
            let open = headers.filter { header in !Self.secrets.contains { $0.isHeaderName(header.name) } }
            return Hop(target, headers: open, credentials: nil, number: number + 1)
        }
        return Hop(target, headers: headers, credentials: credentials, number: number + 1)
    }

    private func resolve(_ location: String) throws(TransferError) -> TransferURL {
        do {
            return try url.resolving(location)
        } catch .unsupportedScheme(let scheme) {
            throw .redirectRefused("it leads to a \(scheme): address")
        } catch {
            throw .redirectRefused("it leads to no web address (\(location.prefix(200)))")
        }
    }

    /// Headers that speak for the caller to one origin.
    private static let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]
}

extension String {
    /// A header's name: RFC 9110, 5.6.2. Anything else could smuggle a second header in.
    fileprivate var isToken: Bool {
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
