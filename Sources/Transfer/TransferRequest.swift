/// A request: what to fetch, how, and under which limits.
public struct TransferRequest: Sendable {
    /// An absolute http or https URL. A user name and password inside it are sent to its origin only.
    public var url: String

    /// Request headers that are added to, or replace, the transport's own (`User-Agent`). Order is kept.
    /// `Authorization`, `Proxy-Authorization`, `Cookie` and `Host` are dropped when a redirect leaves the origin.
    public var headers: [(name: String, value: String)]

    /// Whether the server is asked to compress the body for transfer. `false` by default: images are compressed already,
    /// and only an uncompressed length can show progress. A body that is compressed is decompressed before it is
    /// delivered, asked for or not.
    public var acceptsCompression: Bool

    /// The timeouts and the byte limit.
    public var limits: TransferLimits

    /// The HTTP method. Redirects with 301 and 302 change POST to GET, and 303 changes every method but GET and HEAD to
    /// GET (RFC 9110, 15.4).
    public var method = "GET"

    /// The request body; not sent with a request that a redirect turned into GET.
    public var body: [UInt8]?

    /// The policy for the hosts of this request and of its redirects, in place of the transport's; `nil` (default) for
    /// the transport's. Proxies of the environment are used all the same, and are judged like other hosts.
    public var hostPolicy: HostPolicy?

    /// Credentials for the request's own origin; they replace a user name and password inside the URL.
    public var credential: Credential?

    /// The certificate for servers that require one, sent to the request's own origin only. Without it, such servers end
    /// the connection or answer with an error status.
    public var clientCertificate: ClientCertificate?

    /// Whether cookies that the server sets are stored for the transport's other requests with this flag, and sent
    /// where their domain and path match. Cookies are kept in memory only. Default `false`.
    public var usesCookies = false

    /// Whether any server certificate is accepted: expired, self-signed, or for another name. Applies to all redirects
    /// too. Default `false`.
    public var allowsInvalidCertificates = false

    /// A user name and password, and the HTTP authentication method.
    public struct Credential: Sendable, Equatable {
        /// The HTTP authentication method.
        public enum Method: Sendable {
            /// HTTP Basic, sent with the first request.
            case basic
            /// The strongest method that the server offers (Digest, NTLM, Basic), sent after its challenge. Costs a
            /// round trip.
            case whatTheServerAsks
        }

        /// The user name, without percent-encoding.
        public var user: String
        /// The password, without percent-encoding.
        public var password: String
        /// How the credential is sent. Default `basic`.
        public var method: Method

        /// Creates a credential, by default for HTTP Basic.
        public init(user: String, password: String, method: Method = .basic) {
            self.user = user
            self.password = password
            self.method = method
        }
    }

    /// A certificate in PEM files with which a TLS server recognizes the client. Its description names neither file nor
    /// password.
    public struct ClientCertificate: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
        /// The path of the certificate, perhaps followed by those of its issuers, and by its key if there is no
        /// ``keyFile``. Read for each new connection; without a readable one, transfers fail with ``TransferError/tls(_:)``.
        public var file: String
        /// The path of the private key; `nil` if it is in ``file``.
        public var keyFile: String?
        /// The password of the private key; empty if it is not encrypted.
        public var keyPassword: String

        /// Creates a certificate, by default with an unencrypted key in the same file.
        public init(file: String, keyFile: String? = nil, keyPassword: String = "") {
            (self.file, self.keyFile, self.keyPassword) = (file, keyFile, keyPassword)
        }

        public var description: String { "client certificate" }
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// Creates a request, by default without headers of its own, compression or a credential, and with the default
    /// limits.
    public init(
        url: String, headers: [(name: String, value: String)] = [], acceptsCompression: Bool = false,
        limits: TransferLimits = TransferLimits()
    ) {
        self.url = url
        self.headers = headers
        self.acceptsCompression = acceptsCompression
        self.limits = limits
    }
}
