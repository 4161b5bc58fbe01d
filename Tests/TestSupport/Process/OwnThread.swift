import Dispatch

/// Runs a task on a thread that may block, not on one of Swift's pool; what a test's failures are attributed to is known
/// there too, because it is still the test's task (or one that inherits from it).
public final class OwnThread: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: the thread's name for debuggers.
    public init(_ label: String) { queue = DispatchQueue(label: label) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs something that blocks on a thread of its own. Cancelling the task that waits for it ends each ``Wait`` in it.
public func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await Task(executorPreference: OwnThread("blocking")) { try body() }.cancellableValue
}

extension Task where Failure == any Error {
    /// The task's value. Cancelling the task that waits for it cancels this one too.
    public var cancellableValue: Success {
        get async throws {
            try await withTaskCancellationHandler {
                try await value
            } onCancel: {
                cancel()
            }
        }
    }
}
