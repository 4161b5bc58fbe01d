import Synchronization

/// The public end of a transfer: its one-way phase, which decides who ends it.
///
/// The handler is not kept here, so that whoever holds the task and is held by the handler makes no cycle that
/// outlives the transfer.
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

    /// Claims the end, once. Returns what the handler must be told, or `nil` if it was told already.
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
