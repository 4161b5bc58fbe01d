import Synchronization

/// The task object of one transfer. Its phase changes in one direction only and decides which thread ends the transfer.
///
/// The handler is not stored here, so that an object that holds the task and is captured by the handler forms no
/// reference cycle that outlives the transfer.
final class CurlTask: TransferTask {
    private enum Phase: UInt8, AtomicRepresentable { case running, cancelled, ended }

    private let phase = Atomic(Phase.running)
    private let thread: CurlThread

    init(on thread: CurlThread) { self.thread = thread }

    func cancel() {
        let change = phase.compareExchange(expected: .running, desired: .cancelled, ordering: .acquiringAndReleasing)
        if change.exchanged { thread.post(.cancel(self)) }
    }

    /// Whether events other than the end may still be delivered.
    var isRunning: Bool { phase.load(ordering: .acquiring) == .running }

    /// Claims the end, once. Returns the result to deliver to the handler, or `nil` if it was delivered already.
    func claimEnd(
        _ result: Result<TransferMetrics, TransferError>
    ) -> Result<TransferMetrics, TransferError>? {
        switch phase.exchange(.ended, ordering: .acquiringAndReleasing) {
        case .running: result
        case .cancelled: .failure(.cancelled)
        case .ended: nil
        }
    }
}
