import HalftoneCore
import Glibc

/// Threads for blocking work, such as reading files and standard input, or parsing megabytes.
///
/// The cooperative pool has one thread per core and must not wait for a slow disk or a silent pipe. Sources are read
/// rarely, so a new thread each time (about 30 µs) is cheaper than keeping one.
enum BlockingThread {
    /// Suspends until `work` has run. Cancelling the task does not interrupt it.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            start { continuation.resume(returning: work()) }
        }
    }

    /// Suspends until `work` has run. Work that polls `isCancelled` can stop when the task is cancelled.
    static func runUntilCancelled<Value: Sendable>(
        _ work: @escaping @Sendable (_ isCancelled: @escaping @Sendable () -> Bool) -> Value
    ) async -> Value {
        let cancelled = CancellationToken()
        return await withTaskCancellationHandler {
            await run { work { cancelled.isCancelled } }
        } onCancel: {
            cancelled.cancel()
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Box(body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, nil,
            { box in
                if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.takeRetainedValue().body()  // out of threads: run here
            return
        }
        pthread_detach(thread)
    }

    private final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
