import HalftoneCore
import CCurl
import Glibc

/// One transfer in progress, over all its hops. Used only on the transfer thread.
///
/// libcurl calls back into it while it runs; it passes on what belongs to the final response and keeps the first reason
/// to stop, because libcurl itself only reports that the receiver refused.
final class CurlExchange {
    enum Outcome {
        case redirected(to: Hop)
        case ended(Result<TransferMetrics, TransferError>)
    }

    let task: CurlTask
    let handler: @Sendable (TransferEvent) -> Void
    let handle: CurlHandle
    let request: TransferRequest
    private let time: any TimeSource

    private var hop: Hop?
    private var policy = HostCheck()
    private var proxy = ""
    private var nextHop: Hop?
    private var head = ResponseHead()
    private var refusal: TransferError?
    /// Whether the response is held back until it is clear that it is the final one: libcurl may answer a 401 by itself,
    /// and a body that cannot be decoded is asked for once more.
    private var isHeadHeld = false
    /// Bytes of this hop's body, delivered or, before a redirect, discarded.
    private var received = 0
    private var timeOfEarlierHops = Duration.zero
    /// Whether the total timeout expires before the connect timeout.
    private var isTotalLimitFirst = false
    /// When the last bytes arrived on this hop's connection, or when the connection was ready; `nil` before.
    private var silentSince: Duration?

    init(
        _ task: CurlTask, _ request: TransferRequest, _ handler: @escaping @Sendable (TransferEvent) -> Void,
        on handle: CurlHandle, _ time: any TimeSource
    ) {
        self.time = time
        self.task = task
        self.request = request
        self.handler = handler
        self.handle = handle
    }

    // MARK: - Before a hop

    /// Begins a hop. Throws if it must not be made.
    func begin(_ hop: Hop, _ configuration: CurlTransport.Configuration) throws(TransferError) {
        self.hop = hop
        nextHop = nil
        head = ResponseHead()
        received = 0
        silentSince = nil  // it may wait for its host, which is not a stall
        isHeadHeld = false
        proxy = configuration.proxy(for: hop.url)
        let hostPolicy = request.hostPolicy ?? configuration.hostPolicy
        policy = try HostCheck(hostPolicy, of: hop.url, isProxied: !proxy.isEmpty)
        guard timeOfEarlierHops < request.limits.totalTimeout else { throw .timedOut(.total) }
    }

    /// Configures the handle for the hop.
    func prepare(
        _ configuration: CurlTransport.Configuration, cookies: UnsafeMutableRawPointer?
    ) throws(TransferError) {
        if let hop { handle.set(hop, proxy: proxy, configuration) }
        if let cookies { handle.set(cookies: cookies) }
        setTimeouts(configuration)
        // The engine keeps this object alive while the handle is in use.
        let context = Unmanaged.passUnretained(self).toOpaque()
        ccurl_set_pointer(handle.easy, CURLOPT_PRIVATE, context)
        ccurl_set_receivers(handle.easy, receiveHeaderLine, receiveBody, context)
        let isAsked = ccurl_set_ready(handle.easy, connectionIsReady, context) == CURLE_OK
        guard policy.allowsAddress != nil else { return }
        // Asked before a connection is opened, and before a request is sent on one that may have been open before.
        guard isAsked else { throw .hostRefused("any address, which libcurl before 7.80 cannot judge") }
        guard ccurl_set_socket_opener(handle.easy, openSocket, context) == CURLE_OK else { throw .system(ENOMEM) }
    }

    private func setTimeouts(_ configuration: CurlTransport.Configuration) {
        let limits = request.limits
        let connectTimeout = max(limits.connectTimeout, configuration.minConnectTimeout)
        let timeLeft = limits.totalTimeout - timeOfEarlierHops
        handle.set(CURLOPT_CONNECTTIMEOUT_MS, connectTimeout.wholeMilliseconds)
        handle.set(CURLOPT_TIMEOUT_MS, timeLeft.wholeMilliseconds)
        isTotalLimitFirst = timeLeft < connectTimeout
    }

    // MARK: - While libcurl works

    /// Returns the time at which the hop counts as stalled unless more data arrives.
    ///
    /// libcurl's own low-speed limit is not used: it averages over five seconds, so it can be up to five seconds late.
    func silenceDeadline(at now: Duration) -> Duration {
        // Clamped so that the sum cannot overflow.
        (silentSince ?? now) + min(request.limits.stallTimeout, .seconds(1_000_000))
    }

    /// Whether this hop has a connection.
    var isConnected: Bool { silentSince != nil }

    /// Returns whether a connection to an address may be opened; see ``HostCheck``.
    func mayConnect(to address: NetworkAddress?) -> Bool { policy.mayConnect(to: address) }

    /// Handles a connection to an address, new or reused, before the request is sent; `false` stops the hop.
    func isReady(at address: String?) -> Bool {
        noteLife()
        return policy.refusal(ofConnectionTo: address).map(refuse) ?? true
    }

    private func noteLife() { silentSince = time.now }

    /// Handles a header line; `false` stops the hop.
    func receive(headerLine: UnsafeRawBufferPointer) -> Bool {
        noteLife()
        if isHeadHeld, ResponseHead.begins(with: headerLine) {  // libcurl did answer: this is the next response
            isHeadHeld = false
            head = ResponseHead()
        }
        switch head.read(headerLine) {
        case .more: return task.isRunning
        case .complete: return didReceiveHead()
        case .tooLarge: return refuse(.protocolError("its header is larger than allowed"))
        }
    }

    /// Handles bytes of the body; `false` stops the hop.
    func receive(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard task.isRunning, deliverHeldHead() else { return false }
        guard head.isComplete else { return refuse(Self.noAnswer) }
        noteLife()
        received += bytes.count
        // A short body is read to its end so that the connection stays usable.
        if nextHop != nil { return received <= Self.maxDroppedBytes }
        guard received <= request.limits.maximumBytes else {
            return refuse(.tooLarge(limit: request.limits.maximumBytes))
        }
        if !bytes.isEmpty { handler(.bytes([UInt8](bytes))) }
        return true
    }

    private func didReceiveHead() -> Bool {
        guard let hop, task.isRunning else { return false }
        do {
            nextHop = try hop.redirected(by: head)
        } catch {
            return refuse(error)
        }
        let undecoded = nextHop == nil && isEncoded ? hop.undecoded(after: head) : nil
        if head.hasUnknownEncoding, let undecoded { nextHop = undecoded }
        let expected = head.expectedBytes
        if nextHop != nil { return (expected ?? 0) <= Self.maxDroppedBytes }
        isHeadHeld = undecoded != nil || (head.status == 401 && hop.request.credential?.method == .whatTheServerAsks)
        return isHeadHeld || deliverHead(of: hop)
    }

    /// Delivers a header that was held, because it turned out to be the final response.
    private func deliverHeldHead() -> Bool {
        guard isHeadHeld, let hop else { return true }
        isHeadHeld = false
        return deliverHead(of: hop)
    }

    private func deliverHead(of hop: Hop) -> Bool {
        guard (head.expectedBytes ?? 0) <= request.limits.maximumBytes else {
            return refuse(.tooLarge(limit: request.limits.maximumBytes))
        }
        handler(
            .response(
                TransferResponse(
                    url: hop.url.text, status: head.status, headers: head.headers, expectedBytes: deliveredBytes,
                    address: proxy.isEmpty ? handle.peer : nil)))
        return task.isRunning
    }

    /// Length of the body as the receiver will get it; `nil` if unknown, or if libcurl decodes the body.
    private var deliveredBytes: Int? { isEncoded ? nil : head.expectedBytes }

    /// Whether libcurl decodes the body.
    private var isEncoded: Bool { hop?.isDecoding == true && !head.headers.contentEncodings.isEmpty }

    private func refuse(_ error: TransferError) -> Bool {
        refusal = error
        return false
    }

    // MARK: - After a hop

    /// Returns what happens to the transfer now that libcurl has ended the hop with `code`.
    func outcome(of code: CURLcode) -> Outcome {
        if let refusal { return .ended(.failure(refusal)) }
        guard task.isRunning else { return .ended(.failure(.cancelled)) }
        // Decoders report some damage as a failure to write; that of the receiver would be in `refusal`.
        let isUndecodable = isEncoded && [CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR].contains(code)
        // Some servers call bodies compressed that are not. While the response is held, no byte has been delivered.
        if nextHop == nil, isUndecodable, isHeadHeld { nextHop = hop?.undecoded(after: head) }
        if let nextHop {  // the body of a redirect is of no interest, nor is how it ended
            timeOfEarlierHops += handle.time(CURLINFO_TOTAL_TIME_T)
            return .redirected(to: nextHop)
        }
        if code == CURLE_COULDNT_CONNECT, let reason = policy.reasonForNoConnection {
            return .ended(.failure(reason))
        }
        let isStatusEnough = isUndecodable && !head.isSuccess  // the body of an error response is of no interest
        guard code == CURLE_OK || isStatusEnough else { return .ended(.failure(failure(code))) }
        guard deliverHeldHead() else { return .ended(.failure(refusal ?? .cancelled)) }
        guard head.isComplete else { return .ended(.failure(Self.noAnswer)) }
        return .ended(.success(metrics))
    }

    private func failure(_ code: CURLcode) -> TransferError {
        CurlFailure(
            code: code, message: handle.message(for: code), url: hop?.url, isProxied: !proxy.isEmpty,
            stageOfTimeout: stageOfTimeout, received: received, expected: head.isComplete ? deliveredBytes : nil,
            socketError: ccurl_take_socket_error(),
            descriptorError: code == CURLE_COULDNT_RESOLVE_HOST ? ccurl_descriptor_error() : 0
        ).error
    }

    /// The stage in which a hop timed out. Not derived from libcurl's elapsed time, which is as of its last check and
    /// may fall short of the limit.
    private var stageOfTimeout: TransferStage {
        let now = time.now
        if silenceDeadline(at: now) <= now { return head.isComplete ? .receiving : .waiting }
        return isConnected || isTotalLimitFirst ? .total : .connecting
    }

    private var metrics: TransferMetrics {
        var metrics = handle.metrics
        metrics.total += timeOfEarlierHops
        metrics.bytes = received
        metrics.redirects = hop?.number ?? 0
        return metrics
    }

    /// The error for a server that switches protocols (101) although the request had no upgrade.
    private static let noAnswer = TransferError.protocolError("it gave no final answer")

    /// Maximum length of a redirect's body that is read to the end. Up to about here, reading on costs less than a new
    /// connection.
    private static let maxDroppedBytes = 64 << 10
}

extension Duration {
    /// The milliseconds, rounded up; at least 1 (0 means no limit in libcurl), at most about three weeks.
    fileprivate var wholeMilliseconds: Int {
        guard self > .zero else { return 1 }
        return Int(min((self / .milliseconds(1)).rounded(.up), Double(Int32.max)))
    }
}
