import HalftoneCore
import Glibc

/// An HTTP client on libcurl: one multi handle on one thread, which keeps connections and TLS sessions for later
/// transfers to the same host.
///
/// A transfer begins when it is started; callers that want fewer at a time queue them. Over HTTP/2, transfers to one
/// host share a connection. Handlers are called on the transfer thread. All methods are safe from any thread and return
/// at once unless noted. The thread is started by the first transfer and sleeps while it is idle. Releasing the
/// transport ends its transfers as cancelled.
public final class CurlTransport: Transport {
    /// Settings for all transfers of one transport.
    public struct Configuration: Sendable {
        /// The `User-Agent` header, sent unless the request has its own.
        public var userAgent = "Halftone"

        /// A file of trusted certificates (PEM) that replaces the system's; the default is the value of
        /// `SSL_CERT_FILE`.
        public var certificateFile = Self.environment("SSL_CERT_FILE")

        /// A folder of trusted certificates; the default is the value of `SSL_CERT_DIR`.
        public var certificateFolder = Self.environment("SSL_CERT_DIR")

        /// The URL of a proxy for all requests, such as `http://cache.example:3128`, in place of those that the
        /// environment names; an empty text for no proxy. `nil` (default): the environment decides as for libcurl
        /// (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`), unless the host policy judges addresses.
        public var proxy: String?

        /// An origin such as `http://127.0.0.1:8080` whose URLs are fetched without a proxy: a server inside this
        /// process, which no proxy can reach.
        public var directOrigin: String?

        /// The policy for hosts, asked for every redirect; `nil` (default) allows all. One that judges addresses needs
        /// libcurl 7.80.
        public var hostPolicy: HostPolicy?

        /// For tests: a lower bound for every request's connect timeout, which libcurl measures on a clock of its own.
        var minConnectTimeout = Duration.zero

        /// For tests: the addresses of a host, asked at every hop in place of the system's resolver; empty for no
        /// answer of its own.
        var addresses: (@Sendable (_ host: String) -> [String])?

        /// For tests: returns the value of an environment variable.
        var variable: @Sendable (_ name: String) -> String? = { Self.environment($0) }

        /// Creates the default configuration.
        public init() {}

        /// Returns the proxy for a URL; empty for none. libcurl gets it in place of the environment's, so that it uses
        /// a proxy only where no address is judged.
        func proxy(for url: TransferURL) -> String {
            if let directOrigin, url.text.hasPrefix(directOrigin + "/") { return "" }
            return proxy ?? (hostPolicy?.allowsAddress == nil ? EnvironmentProxies(variable).proxy(for: url) : nil)
                ?? ""
        }

        private static func environment(_ name: String) -> String? {
            guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
            return value
        }
    }

    private let thread: CurlThread

    /// Creates a transport. Its thread starts with the first transfer, and libcurl is loaded then.
    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, time: SystemTime())
    }

    /// For tests: `time` decides when a transfer has stalled. Tests call `wake` after they advance it.
    init(configuration: Configuration = Configuration(), time: any TimeSource) {
        thread = CurlThread(configuration, time)
    }

    deinit { thread.close(isWaiting: false) }

    /// Starts a transfer. After `shutdown`, or if no thread can be started, the transfer ends inside this call, on the
    /// caller's thread.
    @discardableResult
    public func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        let task = CurlTask(on: thread)
        if let error = thread.post(.start(task, request, handler: handler)), let end = task.claimEnd(.failure(error)) {
            handler(.finished(end))
        }
        return task
    }

    /// Ends all transfers as cancelled and returns when the last handler has returned; inside a handler, at once.
    ///
    /// It waits for handlers, so it must not be called with a lock held that a handler takes. Does nothing when called
    /// again.
    public func shutdown() { thread.close(isWaiting: true) }

    func wake() { thread.wake() }
}
