import Dispatch
import HalftoneCore

/// Threads for blocking work, such as reading files and standard input, or parsing megabytes.
///
/// The cooperative pool has one thread per core and must not wait for a slow disk or a silent pipe. A queue of its own
/// gets another thread while others block.
enum BlockingThread {
    /// Suspends until `work` has run. Work that polls `isCancelled` can stop when the task is cancelled.
    static func runUntilCancelled<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value {
        let cancelled = CancellationToken()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue(label: "halftone.feeds").async {
                    continuation.resume(returning: work { cancelled.isCancelled })
                }
            }
        } onCancel: {
            cancelled.cancel()
        }
    }
}
