import Dispatch

/// An executor that runs a task on a thread that may block, outside of Swift's pool. Failures are still attributed to
/// the test, because the code runs in the test's task or in one that inherits from it.
public final class OwnThread: TaskExecutor {
    private let queue: DispatchQueue

    /// - Parameter label: the thread's name for debuggers.
    public init(_ label: String) { queue = DispatchQueue(label: label) }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Runs a blocking function on its own thread. Cancelling the waiting task ends each ``Wait`` in the function.
public func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await Task(executorPreference: OwnThread("blocking")) { try body() }.cancellableValue
}

extension Task where Failure == any Error {
    /// The task's value. Cancelling the waiting task cancels this task, too.
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
