import HalftoneCore
import TestSupport
import Transfer

/// One transfer of a ``FakeTransport``. Responses after its end or cancellation are ignored.
public final class FakeTransfer: TransferTask {
    private struct State {
        var hasResponse = false
        var isCancelled = false
        var received = 0
        /// Released at the end, as a transport must.
        var handler: (@Sendable (TransferEvent) -> Void)?
        var whenCancelled: (@Sendable (FakeTransfer) -> Void)?

        /// Returns the handler for the final event at the first call, and `nil` afterwards.
        mutating func end() -> (@Sendable (TransferEvent) -> Void)? {
            defer { handler = nil }
            return handler
        }
    }

    public let request: TransferRequest
    private let cancelAnswer: FakeTransport.CancelAnswer
    private let state: Lock<State>

    init(
        request: TransferRequest, cancelAnswer: FakeTransport.CancelAnswer,
        handler: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.request = request
        self.cancelAnswer = cancelAnswer
        state = Lock(State(handler: handler))
    }

    public var url: String { request.url }
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }
    public var isOver: Bool { state.withLock { $0.handler == nil } }
    public var hasResponse: Bool { state.withLock { $0.hasResponse } }
    /// Bytes of the body that were sent.
    public var sentBytes: Int { state.withLock { $0.received } }
    /// Returns the request header with this name.
    public func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }

    // MARK: - Being cancelled

    /// Ends the transfer as cancelled, synchronously unless the transport is configured otherwise: the hardest order
    /// for a client.
    public func cancel() {
        let (isNews, last) = state.withLock { state in
            defer { state.isCancelled = true }
            return (!state.isCancelled && state.handler != nil, state.whenCancelled)
        }
        guard isNews else { return }
        last?(self)
        if cancelAnswer == .atOnce { acknowledgeCancel() }
    }

    /// Sets the events that still arrive before the cancellation takes effect: `body` may call ``tell(_:)``.
    public func whenCancelled(_ body: @escaping @Sendable (FakeTransfer) -> Void) {
        state.withLock { $0.whenCancelled = body }
    }

    /// Sends the end of a cancelled transfer, unless it was sent.
    public func acknowledgeCancel() {
        state.withLock { $0.isCancelled ? $0.end() : nil }?(.finished(.failure(.cancelled)))
    }

    /// Releases the handler, which may retain the transfer, after the end of the test.
    func abandon() {
        let left = state.withLock { state in
            defer { (state.handler, state.whenCancelled) = (nil, nil) }
            return (state.handler, state.whenCancelled)
        }
        withExtendedLifetime(left) {}
    }

    // MARK: - Answering

    /// Delivers an event, even to a cancelled transfer, as long as the end was not delivered.
    public func tell(_ event: TransferEvent) {
        let handler = state.withLock { state in
            switch event {
            case .response: state.hasResponse = true
            case .bytes(let bytes): state.received += bytes.count
            case .finished: return state.end()
            }
            return state.handler
        }
        handler?(event)
    }

    /// Delivers an event unless the transfer was cancelled.
    public func send(_ event: TransferEvent) { if !isCancelled { tell(event) } }

    /// Sends the head of a response, unless it was sent.
    public func begin(status: Int = 200, headers: TransferHeaders = [:], expectedBytes: Int? = nil) {
        guard !hasResponse else { return }
        send(.response(TransferResponse(url: url, status: status, headers: headers, expectedBytes: expectedBytes)))
    }

    /// Sends part of the body, after a head with status 200 if none was sent.
    public func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        begin()
        send(.bytes(bytes))
    }

    /// Sends `bytes`, and ends the transfer successfully.
    public func finish(_ bytes: [UInt8] = []) {
        begin(expectedBytes: bytes.isEmpty ? nil : bytes.count)
        send(bytes)
        var metrics = TransferMetrics()
        metrics.bytes = sentBytes
        finish(.success(metrics))
    }

    /// Ends the transfer with a result.
    public func finish(_ result: Result<TransferMetrics, TransferError>) { send(.finished(result)) }

    public func fail(_ error: TransferError) { finish(.failure(error)) }

    /// A whole answer.
    public func respond(_ body: String = "", status: Int = 200, tag: String? = nil) {
        respond(bytes: Array(body.utf8), status: status, tag: tag)
    }

    /// A whole answer.
    public func respond(bytes: [UInt8], status: Int = 200, tag: String? = nil) {
        let headers: TransferHeaders = if let tag { ["etag": tag] } else { [:] }
        begin(status: status, headers: headers, expectedBytes: bytes.count)
        finish(bytes)
    }
}
