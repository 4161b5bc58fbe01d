import HalftoneCore
import Testing

/// An event that happens once, for which tasks can wait; after it, waiting returns at once. Safe from any thread.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var tasks: [Int: CheckedContinuation<Void, Never>] = [:]
        var next = 0
    }

    private let what: String
    private let seconds: Int
    private let state = Lock(State())

    /// - Parameter what: what opens it, as the end of a sentence that begins with "waited for".
    public init(_ what: String, seconds: Int = Wait.seconds) { (self.what, self.seconds) = (what, seconds) }

    public var isOpen: Bool { state.withLock(\.isOpen) }

    /// Opens the latch and resumes the waiting tasks.
    public func open() {
        let tasks = state.withLock { state in
            state.isOpen = true
            defer { state.tasks = [:] }
            return state.tasks.values
        }
        for task in tasks { task.resume() }
    }

    /// Suspends until the latch is open. Records an issue after the time limit or when the test is cancelled.
    public func wait() async {
        let alarm = Alarm(after: .seconds(seconds))
        defer { alarm.cancel() }
        await withTaskGroup { group in
            group.addTask { [self] in await opened() }
            group.addTask(executorPreference: OwnThread("latch")) { _ = await alarm.hasRung() }
            await group.next()
            group.cancelAll()
        }
        if !isOpen { Issue.record("waited for \(what)") }
    }

    /// Suspends until the latch is open or the task is cancelled.
    public func opened() async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.tasks[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.tasks.removeValue(forKey: number) }?.resume()
        }
    }
}

/// Suspends until `start`'s callback is called, and returns what it was called with.
///
/// - Parameter what: what is waited for, as the end of a sentence that begins with "waited for".
/// - Throws: `ExpectationFailedError` after the time limit or when the test is cancelled.
public func answer<Value: Sendable>(
    _ what: String, isolation: isolated (any Actor)? = #isolation,
    _ start: (_ callback: @escaping @Sendable (Value) -> Void) -> Void
) async throws -> Value {
    let latch = Latch(what)
    let value = Lock<Value?>(nil)
    start { answer in
        value.withLock { $0 = answer }
        latch.open()
    }
    await latch.wait()
    let end = value.withLock { $0 }
    return try #require(end, "no answer")
}
