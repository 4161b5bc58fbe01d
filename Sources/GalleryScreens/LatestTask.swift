import HalftoneCore
import Dispatch

/// A task of which only the latest run counts: a new run cancels the previous one, whose result is dropped.
@MainActor
final class LatestTask {
    private var cancelled: CancellationToken?

    /// Whether a run is in progress on another thread.
    var isRunning: Bool { cancelled != nil }

    /// Runs `work`, at once or on another thread, and hands its result to `done` on the main actor.
    ///
    /// - Parameters:
    ///   - isLong: whether the work would delay key input; it then runs on another thread.
    ///   - work: gets a function that returns whether it was cancelled, and should then return `nil`.
    ///   - done: not called if the run was cancelled or returned `nil`.
    func run<Result: Sendable>(
        isLong: Bool, _ work: @escaping @Sendable (_ isCancelled: () -> Bool) -> Result?,
        then done: @escaping @MainActor (Result) -> Void
    ) {
        cancel()
        guard isLong else {
            if let result = work({ false }) { done(result) }
            return
        }
        let token = CancellationToken()
        cancelled = token
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            let result = work { token.isCancelled }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    guard let self, !token.isCancelled else { return }
                    self.cancelled = nil
                    if let result { done(result) }
                }
            }
        }
    }

    func cancel() {
        cancelled?.cancel()
        cancelled = nil
    }
}
