import Basis
import Transfer

/// A network in the hand of the test: it says what arrives, and when.
final class FakeTransport: Transport {
    final class Transfer: TransferTask {
        let request: TransferRequest
        /// Let go with the end, as a transport must.
        private let handler: Lock<(@Sendable (TransferEvent) -> Void)?>
        private let cancelled = Lock(false)
        /// What still arrives before the transfer hears that it is cancelled.
        let whenCancelled = Lock<(@Sendable (Transfer) -> Void)?>(nil)

        init(_ request: TransferRequest, _ handler: @escaping @Sendable (TransferEvent) -> Void) {
            self.request = request
            self.handler = Lock(handler)
        }

        var isCancelled: Bool { cancelled.withLock { $0 } }
        var isEnded: Bool { handler.withLock { $0 == nil } }
        func header(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }

        /// Ends as cancelled at once, which is the hardest order for whoever listens.
        func cancel() {
            cancelled.withLock { $0 = true }
            whenCancelled.withLock { $0 }?(self)
            finish(.failure(.cancelled))
        }

        func send(_ event: TransferEvent) { handler.withLock { $0 }?(event) }

        func finish(_ result: Result<TransferMetrics, TransferError> = .success(TransferMetrics())) {
            let handler = handler.withLock { handler in
                defer { handler = nil }
                return handler
            }
            handler?(.finished(result))
        }

        /// A whole answer.
        func respond(_ body: String = "", status: Int = 200, tag: String? = nil) {
            respond(bytes: Array(body.utf8), status: status, tag: tag)
        }

        func respond(bytes: [UInt8], status: Int = 200, tag: String? = nil) {
            let headers: TransferHeaders = if let tag { ["etag": tag] } else { [:] }
            send(
                .response(
                    TransferResponse(
                        url: request.url, status: status, headers: headers, expectedBytes: bytes.count)))
            if !bytes.isEmpty { send(.bytes(bytes)) }
            finish()
        }
    }

    private let started = Lock<[Transfer]>([])

    /// Answers every request at once, from inside `start`, when set.
    let answer: (@Sendable (Transfer) -> Void)?

    init(answer: (@Sendable (Transfer) -> Void)? = nil) { self.answer = answer }

    func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        let transfer = Transfer(request, handler)
        started.withLock { $0.append(transfer) }
        answer?(transfer)
        return transfer
    }

    /// Every transfer so far, in the order of their start.
    var transfers: [Transfer] { started.withLock { $0 } }
    /// Those that have not ended.
    var running: [Transfer] { transfers.filter { !$0.isEnded } }
}
