import HalftoneCore
import CMicroHTTP
import Glibc

/// The event loop of a server: it waits for sockets, for the ends of pauses, and for clients that disconnect during
/// them.
///
/// libmicrohttpd runs inside this loop, without threads. During a pause its connection is suspended, and the library
/// does not watch the socket, so the loop does.
final class ServerLoop: @unchecked Sendable {
    // Unchecked because mutable state is used by one thread at a time: first by the caller of `open`, then by the
    // thread that calls `run`, which pthread_create orders after it. `requestStop` only writes to a descriptor.
    let log: LabLog
    private(set) var isStopping = false
    private(set) var site: LabSite
    private var exchanges: [ObjectIdentifier: Exchange] = [:]
    private var pauses: [Pause] = []
    private var daemon: OpaquePointer?
    private let wake: CInt
    /// Why there is no `wake`; 0 if there is.
    private let wakeError: CInt
    private let time = SystemTime()
    private let started: Duration

    private struct Pause {
        let exchange: Exchange
        let socket: CInt
        /// The end of the pause; `nil` if only the client or the end of the server ends it.
        let until: Duration?
    }

    init(log: LabLog, site: LabSite) {
        (self.log, self.site) = (log, site)
        wake = lab_make_wake_descriptor()
        wakeError = wake < 0 ? errno : 0
        started = time.now
    }

    deinit { if wake >= 0 { Glibc.close(wake) } }

    var now: Duration { time.now }

    /// Seconds since the server started, to the microsecond.
    var secondsSinceStart: Double { ((now - started).seconds * 1e6).rounded() / 1e6 }

    /// Binds to 127.0.0.1 and returns the port.
    func open(port: UInt16, maxConnections: Int) throws(LabError) -> UInt16 {
        guard lab_open_library() else {
            throw .missingLibrary(
                LibraryFailure.advice(
                    library: "libmicrohttpd.so.12", package: "libmicrohttpd12", reason: lab_open_failure))
        }
        guard wake >= 0 else {
            throw .cannotListen(port: Int(port), reason: String(cString: strerror(wakeError)))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let limit = CUnsignedInt(clamping: min(maxConnections, Self.maxDescriptors / 2))
        let context = Unmanaged.passUnretained(self).toOpaque()
        errno = 0
        daemon = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                lab_start_daemon($0, limit, ServerCallbacks.answer, ServerCallbacks.begin, ServerCallbacks.end, context)
            }
        }
        guard let daemon else {
            throw .cannotListen(port: Int(port), reason: String(cString: strerror(errno)))
        }
        let bound = UInt16(truncatingIfNeeded: lab_port(daemon))
        site.baseURL = "http://127.0.0.1:\(bound)"
        return bound
    }

    /// Maximum number of open files of the process. The server uses at most half of it, as the program needs some, too.
    private static var maxDescriptors: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return max(Int(clamping: limit.rlim_cur), 16)
    }

    /// Makes the loop end. Callable from any thread.
    func requestStop() {
        var one: UInt64 = 1
        _ = write(wake, &one, MemoryLayout.size(ofValue: one))  // fails only if the counter is full, so already set
    }

    func run() {
        guard let daemon else { return }
        while !isStopping {
            wait(for: daemon)
            runLibrary(daemon)
        }
        close()
    }

    /// Runs the library until it has nothing more to do.
    ///
    /// While all slots are in use the library does not watch the port, and resumes only when it runs after a slot
    /// became free. Without another run, a new connection would wait for an event of another connection.
    private func runLibrary(_ daemon: OpaquePointer) {
        var before = lab_connections(daemon)
        lab_run(daemon)
        var after = lab_connections(daemon)
        while after < before {
            before = after
            lab_run(daemon)
            after = lab_connections(daemon)
        }
    }

    /// Ends all connections and frees the port.
    func close() {
        guard let daemon else { return }
        isStopping = true
        // the library must not be stopped while connections are suspended, so they run again and end
        for pause in pauses { lab_resume(pause.exchange.connection) }
        pauses = []
        lab_run(daemon)
        lab_stop_daemon(daemon)
        self.daemon = nil
        exchanges = [:]
    }

    // MARK: - Exchanges

    func begin(_ connection: OpaquePointer, target: String) -> Exchange {
        let number = log.begin(path: target, at: secondsSinceStart)
        let exchange = Exchange(connection: connection, target: target, number: number, loop: self)
        exchanges[ObjectIdentifier(exchange)] = exchange
        return exchange
    }

    func end(_ exchange: Exchange) { exchanges[ObjectIdentifier(exchange)] = nil }

    /// Suspends the connection. Must be called from a callback of the library, which requires it.
    func pause(_ exchange: Exchange, until: Duration?) {
        lab_suspend(exchange.connection)
        pauses.append(Pause(exchange: exchange, socket: exchange.socket, until: until))
    }

    // MARK: - Waiting

    private func wait(for daemon: OpaquePointer) {
        var descriptors = [
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            pollfd(fd: lab_epoll_descriptor(daemon), events: Int16(POLLIN), revents: 0),
        ]
        descriptors += pauses.map { pollfd(fd: $0.socket, events: Self.peerClosed, revents: 0) }
        poll(&descriptors, nfds_t(descriptors.count), milliseconds(for: daemon))

        if descriptors[0].revents != 0 { isStopping = true }
        let now = now
        var remaining: [Pause] = []
        for (pause, descriptor) in zip(pauses, descriptors.dropFirst(2)) {
            if descriptor.revents != 0 {
                pause.exchange.isClientGone = true
            } else if pause.until.map({ $0 > now }) ?? true {
                remaining.append(pause)
                continue
            }
            lab_resume(pause.exchange.connection)
        }
        pauses = remaining
    }

    /// POLLRDHUP (the client closed its side), which Glibc's module does not export. Errors need no flag. A client that
    /// only shuts down its sending side counts as gone; HTTP clients do not do that.
    private static let peerClosed: Int16 = 0x2000

    /// Returns the time until the library must run or the first pause ends; -1 if neither is due.
    private func milliseconds(for daemon: OpaquePointer) -> CInt {
        var library: CUnsignedLongLong = 0
        let hasTimeout = lab_has_timeout(daemon, &library)
        let pause = pauses.compactMap(\.until).min().map { max(($0 - now).seconds * 1000, 0).rounded(.up) }
        switch (hasTimeout, pause) {
        case (false, nil): return -1
        case (true, nil): return CInt(clamping: library)
        case (false, let pause?): return CInt(min(pause, 60_000))
        case (true, let pause?): return CInt(min(pause, 60_000, Double(library)))
        }
    }
}
