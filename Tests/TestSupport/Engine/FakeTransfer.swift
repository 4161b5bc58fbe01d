import Basis
import Transfer

/// One transfer of a ``FakeTransport``. After its end, or once it was cancelled, answers are
/// swallowed.
public final class FakeTransfer: TransferTask {
    private struct State {
        var hasResponse = false
        var isCancelled = false
        var received = 0
        /// Let go with the end, as a transport must.
        var handler: (@Sendable (TransferEvent) -> Void)?
        var whenCancelled: (@Sendable (FakeTransfer) -> Void)?

        /// Takes the right to tell the end. Not `nil` exactly once.
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
    /// What the request says under this name.
    public func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }

    // MARK: - Being cancelled

    /// Ends as cancelled, at once unless the transport was told otherwise: the hardest order for whoever listens.
    public func cancel() {
        let (isNews, last) = state.withLock { state in
            defer { state.isCancelled = true }
            return (!state.isCancelled && state.handler != nil, state.whenCancelled)
        }
        guard isNews else { return }
        last?(self)
        if cancelAnswer == .atOnce { acknowledgeCancel() }
    }

    /// What still arrives before the transfer hears that it was cancelled: `body` may ``tell(_:)``.
    public func whenCancelled(_ body: @escaping @Sendable (FakeTransfer) -> Void) {
        state.withLock { $0.whenCancelled = body }
    }

    /// Says that the transfer is over if it was cancelled and has not said so.
    public func acknowledgeCancel() {
        state.withLock { $0.isCancelled ? $0.end() : nil }?(.finished(.failure(.cancelled)))
    }

    /// Releases the handler, which may hold the transfer, when the test has ended.
    func abandon() {
        let left = state.withLock { state in
            defer { (state.handler, state.whenCancelled) = (nil, nil) }
            return (state.handler, state.whenCancelled)
        }
        withExtendedLifetime(left) {}
    }

    // MARK: - Answering

    /// Passes an event on as it is, also to who has cancelled, as long as the end was not told.
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

    /// As ``tell(_:)``, unless the transfer was cancelled.
    public func send(_ event: TransferEvent) { if !isCancelled { tell(event) } }

    /// Sends the head of an answer, unless it was sent.
    public func begin(status: Int = 200, headers: TransferHeaders = [:], expectedBytes: Int? = nil) {
        guard !hasResponse else { return }
        send(.response(TransferResponse(url: url, status: status, headers: headers, expectedBytes: expectedBytes)))
    }

    /// Sends part of the body; a head with status 200 goes before it if there was none.
    public func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        begin()
        send(.bytes(bytes))
    }

    /// Ends the body. With `bytes`, the whole answer at once.
    public func finish(_ bytes: [UInt8] = []) {
        begin(expectedBytes: bytes.isEmpty ? nil : bytes.count)
        send(bytes)
        var metrics = TransferMetrics()
        metrics.bytes = sentBytes
        finish(.success(metrics))
    }

    /// Ends, whatever was sent before.
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
