/// What to fetch, how, and under which limits.
public struct TransferRequest: Sendable {
    /// An absolute http or https address. A name and password inside it are sent to its origin only.
    public var url: String

    /// Headers that are added to, or replace, the transport's own (`User-Agent`, `Accept`). Order is kept.
    /// `Authorization`, `Proxy-Authorization`, `Cookie` and `Host` are dropped when a redirect leaves the origin.
    public var headers: [(name: String, value: String)]

    /// Whether the server may compress the body for the way; it is unpacked before it is delivered.
    /// `false` by default: pictures are compressed already, and only an uncompressed length can show progress.
    public var acceptsCompression: Bool

    public var limits: TransferLimits

    /// A method of HTTP. What 301 and 302 make of POST, and 303 of every method but HEAD, is GET (RFC 9110, 15.4).
    public var method = "GET"

    /// Sent with the request; not with one that a redirect turned into GET.
    public var body: [UInt8]?

    /// Sent to the request's own origin; in place of a name and password inside the address.
    public var credential: Credential?

    /// Whether cookies that the server sets are kept for the transport's other requests of this kind, and sent to where
    /// they belong. In memory only.
    public var usesCookies = false

    /// Accepts whatever certificate the server has: expired, of its own making, for another name. For all redirects too.
    public var allowsInvalidCertificates = false

    /// A name and password, and how they are shown to the server.
    public struct Credential: Sendable, Equatable {
        public enum Method: Sendable {
            /// At once, as HTTP Basic.
            case basic
            /// In the strongest way that the server offers (Digest, NTLM, Basic), once it has asked. Costs a round trip.
            case whatTheServerAsks
        }

        public var user: String
        public var password: String
        public var method: Method

        public init(user: String, password: String, method: Method = .basic) {
            self.user = user
            self.password = password
            self.method = method
        }
    }

    public init(
        url: String, headers: [(name: String, value: String)] = [], acceptsCompression: Bool = false,
        limits: TransferLimits = TransferLimits()
    ) {
        self.url = url
        self.headers = headers
        self.acceptsCompression = acceptsCompression
        self.limits = limits
    }

    /// `limits.maximumBytes`, which callers set most often.
    public var maximumBytes: Int {
        get { limits.maximumBytes }
        set { limits.maximumBytes = newValue }
    }
}
