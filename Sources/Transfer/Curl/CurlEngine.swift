import HalftoneCore
import CCurl
import Glibc

/// The event loop around libcurl's multi handle. Created, used and freed on the transfer thread only.
final class CurlEngine {
    let multi: UnsafeMutableRawPointer

    private let configuration: CurlTransport.Configuration
    private let time: any TimeSource
    private var exchanges: [ObjectIdentifier: CurlExchange] = [:]
    /// The cookie jar, created by the first request that uses cookies.
    private var cookies: UnsafeMutableRawPointer?
    private var firstConnections = ConnectionGate()
    private var idleHandles: [CurlHandle] = []
    /// The time of the next stall check; no transfer's stall deadline is earlier. `nil` when there is none.
    private var nextSilenceCheck: Duration?

    /// Creates the engine, or returns `nil` when libcurl has no memory or cannot be loaded.
    init?(_ configuration: CurlTransport.Configuration, _ time: any TimeSource) {
        guard ccurl_open(), let multi = ccurl_multi_init() else { return nil }
        self.multi = multi
        self.configuration = configuration
        self.time = time
        // Fixed, because libcurl's own choice follows the number of transfers and would close connections in lulls.
        ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, Self.maxIdleConnections)
    }

    deinit {
        idleHandles = []  // before the multi handle and the cookies, as libcurl requires
        ccurl_multi_cleanup(multi)
        if let cookies { ccurl_cookie_jar_free(cookies) }
    }

    /// Runs until the inbox is closed, then ends the remaining transfers as cancelled.
    func run(commands takeCommands: () -> (commands: [CurlThread.Command], isClosed: Bool)) {
        while true {
            let (commands, isClosed) = takeCommands()
            for command in commands { perform(command) }
            guard !isClosed else { break }
            work()
        }
        for exchange in Array(exchanges.values) { end(exchange, .failure(.cancelled)) }
    }

    private func perform(_ command: CurlThread.Command) {
        switch command {
        case .start(let task, let request, let handler): start(task, request, handler)
        case .cancel(let task):
            guard let exchange = exchanges[ObjectIdentifier(task)] else { return }  // it ended, or never began
            end(exchange, .failure(.cancelled))
        }
    }

    /// Advances every transfer, then sleeps until a socket, a timer or a command wakes the thread.
    private func work() {
        var running: Int32 = 0
        let code = ccurl_multi_perform(multi, &running)
        collect()
        releaseConnected()
        endSilentTransfers()  // after pending socket data was read: it may have arrived while the thread slept
        guard code == CURLM_OK, ccurl_multi_poll(multi, sleep) == CURLM_OK else {
            // Only a lack of memory leads here. Ending the transfers frees some.
            for exchange in Array(exchanges.values) { end(exchange, .failure(.system(ENOMEM))) }
            return
        }
    }

    private func start(
        _ task: CurlTask, _ request: TransferRequest, _ handler: @escaping @Sendable (TransferEvent) -> Void
    ) {
        do throws(TransferError) {
            guard task.isRunning else { throw .cancelled }
            let hop = try Hop(request)
            guard let handle = idleHandles.popLast() ?? CurlHandle() else { throw .system(ENOMEM) }
            let exchange = CurlExchange(task, request, handler, on: handle, time)
            exchanges[ObjectIdentifier(task)] = exchange
            checkSilence(by: exchange.silenceDeadline(at: time.now))
            send(hop, of: exchange)
        } catch {
            if let end = task.claimEnd(.failure(error)) { handler(.finished(end)) }
        }
    }

    /// Sends a hop that the host policy allows, at once or when the first connection to its origin is established.
    private func send(_ hop: Hop, of exchange: CurlExchange) {
        do throws(TransferError) {
            try exchange.begin(hop, configuration)
        } catch {
            return end(exchange, .failure(error))
        }
        let (id, origin) = (ObjectIdentifier(exchange.task), "\(hop.url.host):\(hop.url.port)")
        if hop.url.scheme != "https" || firstConnections.enter(id, origin: origin) { transmit(exchange) }
    }

    private func transmit(_ exchange: CurlExchange) {
        do throws(TransferError) {
            try exchange.prepare(configuration, cookies: exchange.request.usesCookies ? cookieJar() : nil)
            guard ccurl_multi_add(multi, exchange.handle.easy) == CURLM_OK else { throw .system(ENOMEM) }
        } catch {
            end(exchange, .failure(error))
        }
    }

    /// Removes a hop from the multi handle; if it was to open the first connection, others do so.
    private func withdraw(_ exchange: CurlExchange, hasFailed: Bool) {
        let id = ObjectIdentifier(exchange.task)
        ccurl_multi_remove(multi, exchange.handle.easy)
        release(firstConnections.leave(id, hasFailed: hasFailed))
    }

    private func release(_ held: [ObjectIdentifier]) {
        for id in held { if let exchange = exchanges[id] { transmit(exchange) } }
    }

    /// Releases the hops whose first connection is established. Not done in the callback that reports the connection,
    /// because libcurl forbids that.
    private func releaseConnected() {
        for opener in firstConnections.awaited where exchanges[opener]?.isConnected == true {
            release(firstConnections.didConnect(opener))
        }
    }

    private func cookieJar() -> UnsafeMutableRawPointer? {
        if cookies == nil { cookies = ccurl_cookie_jar() }
        return cookies
    }

    private func collect() {
        var code = CURLE_OK
        while let easy = ccurl_next_done(multi, &code) {
            guard let context = ccurl_get_private(easy) else { continue }
            conclude(Unmanaged<CurlExchange>.fromOpaque(context).takeUnretainedValue(), code)
        }
    }

    private func conclude(_ exchange: CurlExchange, _ code: CURLcode) {
        switch exchange.outcome(of: code) {
        case .redirected(let hop):
            withdraw(exchange, hasFailed: false)
            send(hop, of: exchange)
        case .ended(let result): end(exchange, result)
        }
    }

    /// Ends an exchange; the only place that removes one from `exchanges`. The easy handle leaves the multi handle
    /// before the receiver is notified.
    private func end(_ exchange: CurlExchange, _ result: Result<TransferMetrics, TransferError>) {
        // One that was released below may have ended at once, while a caller ends all.
        guard exchanges.removeValue(forKey: ObjectIdentifier(exchange.task)) != nil else { return }
        let hasFailed = if case .failure(let error) = result { error != .cancelled } else { false }
        withdraw(exchange, hasFailed: hasFailed && !exchange.isConnected)
        exchange.handle.forget()
        if idleHandles.count < Self.maxIdleHandles { idleHandles.append(exchange.handle) }
        if let end = exchange.task.claimEnd(result) { exchange.handler(.finished(end)) }
    }

    // MARK: - Stalls

    private func checkSilence(by deadline: Duration) {
        nextSilenceCheck = min(deadline, nextSilenceCheck ?? deadline)
    }

    /// Ends stalled transfers. Scans all transfers only when the earliest deadline of the last scan has passed: bytes
    /// that arrive meanwhile move deadlines back and cost nothing here.
    private func endSilentTransfers() {
        let now = time.now
        guard let check = nextSilenceCheck, now >= check else { return }
        nextSilenceCheck = nil
        for exchange in Array(exchanges.values) {
            if exchange.silenceDeadline(at: now) <= now { conclude(exchange, CURLE_OPERATION_TIMEDOUT) }
            if exchanges[ObjectIdentifier(exchange.task)] != nil {
                checkSilence(by: exchange.silenceDeadline(at: now))
            }
        }
    }

    /// Milliseconds until the next stall check, rounded up so that the deadline has passed by then; at most an hour.
    private var sleep: Int32 {
        guard let check = nextSilenceCheck else { return 3_600_000 }
        let milliseconds = (max(.zero, check - time.now) / .milliseconds(1)).rounded(.up)
        return Int32(min(milliseconds, 3_600_000))
    }

    /// Maximum number of idle connections kept open for later transfers, over all hosts.
    private static let maxIdleConnections = 32

    /// Maximum number of easy handles kept for reuse. A handle is some 10 KB; more simultaneous transfers than this are
    /// rare.
    private static let maxIdleHandles = 32
}
