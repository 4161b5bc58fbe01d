import Basis
import Transfer

/// A network in a test's hand: it records what is asked for, and answers when and as the test says.
///
/// Safe from any thread. Events reach a transfer's handler on the thread of whoever makes them happen.
public final class FakeTransport: Transport {
    /// When a transfer that was cancelled says that it is over.
    public enum CancelAnswer: Sendable {
        case atOnce
        /// Only in ``FakeTransfer/acknowledgeCancel()``, as on a transport with a thread of its own.
        case whenTold
    }

    private let cancelAnswer: CancelAnswer
    private let started = Lock<[FakeTransfer]>([])

    public init(cancelAnswer: CancelAnswer = .atOnce) { self.cancelAnswer = cancelAnswer }

    public func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        let transfer = FakeTransfer(request: request, cancelAnswer: cancelAnswer, handler: handler)
        started.withLock { $0.append(transfer) }
        return transfer
    }

    /// Every transfer that was ever started, in order.
    public var transfers: [FakeTransfer] { started.withLock { $0 } }

    /// Transfers that have not said that they are over, in order.
    public var open: [FakeTransfer] { transfers.filter { !$0.isOver } }

    /// The latest transfer of a URL.
    public func transfer(of url: String) -> FakeTransfer? { transfers.last { $0.url == url } }

    /// Forgets the transfers that are over, for tests that make very many.
    public func forgetEnded() { started.withLock { $0.removeAll { $0.isOver } } }
}

/// One transfer of a ``FakeTransport``. After its end, or once it was cancelled, answers are swallowed.
public final class FakeTransfer: TransferTask {
    private struct State {
        var hasResponse = false
        var isCancelled = false
        var isOver = false
        var received = 0
    }

    public let request: TransferRequest
    private let cancelAnswer: FakeTransport.CancelAnswer
    private let handler: @Sendable (TransferEvent) -> Void
    private let state = Lock(State())

    init(
        request: TransferRequest, cancelAnswer: FakeTransport.CancelAnswer,
        handler: @escaping @Sendable (TransferEvent) -> Void
    ) {
        self.request = request
        self.cancelAnswer = cancelAnswer
        self.handler = handler
    }

    public var url: String { request.url }
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }
    public var isOver: Bool { state.withLock { $0.isOver } }
    public var hasResponse: Bool { state.withLock { $0.hasResponse } }
    /// Bytes of the body that were sent.
    public var sentBytes: Int { state.withLock { $0.received } }

    public func cancel() {
        let isNews = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled && !state.isOver
        }
        if isNews, cancelAnswer == .atOnce { acknowledgeCancel() }
    }

    /// Says that the transfer is over if it was cancelled and has not said so.
    public func acknowledgeCancel() {
        let isNews = state.withLock { state in
            guard state.isCancelled, !state.isOver else { return false }
            state.isOver = true
            return true
        }
        if isNews { handler(.finished(.failure(.cancelled))) }
    }

    /// Sends the head of the response, unless it was sent.
    public func respond(status: Int = 200, headers: TransferHeaders = [:], expectedBytes: Int? = nil) {
        let isNews = state.withLock { state in
            guard !state.isCancelled, !state.isOver, !state.hasResponse else { return false }
            state.hasResponse = true
            return true
        }
        guard isNews else { return }
        handler(
            .response(TransferResponse(url: url, status: status, headers: headers, expectedBytes: expectedBytes)))
    }

    /// Sends part of the body; a response with status 200 goes before it if there was none.
    public func send(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        respond()
        let isOpen = state.withLock { state in
            guard !state.isCancelled, !state.isOver else { return false }
            state.received += bytes.count
            return true
        }
        if isOpen { handler(.bytes(bytes)) }
    }

    /// Ends the body. With `bytes`, the whole answer at once.
    public func finish(_ bytes: [UInt8] = []) {
        respond(expectedBytes: bytes.isEmpty ? nil : bytes.count)
        send(bytes)
        var metrics = TransferMetrics()
        metrics.bytes = sentBytes
        end(.success(metrics))
    }

    public func fail(_ error: TransferError) { end(.failure(error)) }

    private func end(_ result: Result<TransferMetrics, TransferError>) {
        let isNews = state.withLock { state in
            guard !state.isCancelled, !state.isOver else { return false }
            state.isOver = true
            return true
        }
        if isNews { handler(.finished(result)) }
    }
}
