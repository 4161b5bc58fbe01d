import HalftoneCore
import TestSupport
import Transfer

/// A transport under a test's control: it records requests, and the test sends the responses.
///
/// Safe from any thread. A transfer's handler is called on the thread that sends the event.
public final class FakeTransport: Transport {
    /// When a cancelled transfer sends its end.
    public enum CancelAnswer: Sendable {
        case atOnce
        /// At ``FakeTransfer/acknowledgeCancel()``, like a transport with its own thread.
        case whenTold
    }

    private let cancelAnswer: CancelAnswer
    private let answer: (@Sendable (FakeTransfer) -> Void)?
    private let started = Lock<[FakeTransfer]>([])

    /// Creates a transport. `answer` is called with each transfer within its start, and may end it.
    public init(cancelAnswer: CancelAnswer = .atOnce, answer: (@Sendable (FakeTransfer) -> Void)? = nil) {
        self.cancelAnswer = cancelAnswer
        self.answer = answer
        AfterTest.run { [weak self] in self?.running.forEach { $0.abandon() } }
    }

    public func start(
        _ request: TransferRequest, handler: @escaping @Sendable (TransferEvent) -> Void
    ) -> any TransferTask {
        let transfer = FakeTransfer(request: request, cancelAnswer: cancelAnswer, handler: handler)
        started.withLock { $0.append(transfer) }
        answer?(transfer)
        return transfer
    }

    /// All transfers that were started, in order.
    public var transfers: [FakeTransfer] { started.withLock { $0 } }

    /// Transfers whose end was not sent, in order.
    public var running: [FakeTransfer] { transfers.filter { !$0.isOver } }

    /// The latest transfer of a URL.
    public func transfer(of url: String) -> FakeTransfer? { transfers.last { $0.url == url } }

    /// Removes ended transfers from the record, for tests with very many.
    public func forgetEnded() { started.withLock { $0.removeAll { $0.isOver } } }
}
