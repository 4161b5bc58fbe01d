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
    private let answer: (@Sendable (FakeTransfer) -> Void)?
    private let started = Lock<[FakeTransfer]>([])

    /// `answer` is called with every transfer from inside of its start, and may end it there.
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

    /// Every transfer that was ever started, in order.
    public var transfers: [FakeTransfer] { started.withLock { $0 } }

    /// Transfers that have not said that they are over, in order.
    public var running: [FakeTransfer] { transfers.filter { !$0.isOver } }

    /// The latest transfer of a URL.
    public func transfer(of url: String) -> FakeTransfer? { transfers.last { $0.url == url } }

    /// Forgets the transfers that are over, for tests that make very many.
    public func forgetEnded() { started.withLock { $0.removeAll { $0.isOver } } }
}
