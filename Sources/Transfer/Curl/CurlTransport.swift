import Basis
import Glibc

/// HTTP by libcurl: one multi handle on one thread, which keeps connections and encryption sessions for the next
/// transfer to the same host.
///
/// A transfer begins when it is started: whoever wants fewer at a time queues them. Over HTTP/2 those to one host share
/// a connection. Handlers are called on that thread. All methods are safe from any thread and return at once unless they say
/// otherwise. The thread is started by the first transfer; it sleeps while nothing happens.
/// Releasing the transport ends its transfers as cancelled.
public final class CurlTransport: Transport {
    /// What holds for all transfers of one transport.
    public struct Configuration: Sendable {
        /// Idle connections kept open for later transfers, over all hosts.
        public var idleConnections = 32

        public var userAgent = "Halftone/0.1"

        /// Sent unless the request has its own.
        public var accept = "image/*,*/*;q=0.8"

        /// A file of trusted certificates (PEM) in place of the system's; by default what `SSL_CERT_FILE` names.
        public var certificateFile = Self.environment("SSL_CERT_FILE")

        /// A folder of trusted certificates; by default what `SSL_CERT_DIR` names.
        public var certificateFolder = Self.environment("SSL_CERT_DIR")

        /// What the URLs begin with that are fetched without a proxy, such as `http://127.0.0.1:8080`: a server inside
        /// this process, which no proxy can reach.
        public var directOrigin: String?

        /// For tests: connecting may take so long, whatever a request says. libcurl measures that on a clock of its own.
        var leastConnectTimeout = Duration.zero

        /// Proxies come from the environment (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`) by themselves.
        public init() {}

        private static func environment(_ name: String) -> String? {
            guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
            return value
        }
    }

    private let thread: CurlThread

    public convenience init(configuration: Configuration = Configuration()) {
        self.init(configuration: configuration, time: SystemTime())
    }

    /// For tests: `time` decides when a server was silent for too long. Who moves it calls `wake` afterwards.
    init(configuration: Configuration = Configuration(), time: any TimeSource) {
        thread = CurlThread(configuration, time)
    }

    deinit { thread.close(isWaiting: false) }

    /// After `shutdown`, or if no thread can be had, the transfer ends inside this call, on the caller's thread.
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
