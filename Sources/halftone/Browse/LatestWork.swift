import Basis
import Dispatch

/// Work on another thread of which only the latest is wanted: what it found comes to the main thread, unless it was given
/// up before.
@MainActor
final class LatestWork {
    private var cancelled: CancellationToken?

    /// Whether something is on its way.
    var isRunning: Bool { cancelled != nil }

    /// Gives up what is on its way, and runs this instead. `work` is handed what tells it to end early.
    func start<Found: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Found,
        then take: @escaping @MainActor (Found) -> Void
    ) {
        cancel()
        let token = CancellationToken()
        cancelled = token
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let found = work { token.isCancelled }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self, !token.isCancelled else { return }
                    self.cancelled = nil
                    take(found)
                }
            }
        }
    }

    func cancel() {
        cancelled?.cancel()
        cancelled = nil
    }
}
