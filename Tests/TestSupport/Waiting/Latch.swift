import Basis
import Testing

/// Something that happens once, for tasks to wait for; afterwards waiting returns at once. Safe from any thread.
public final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var tasks: [CheckedContinuation<Void, Never>] = []
    }

    private let what: String
    private let state = Lock(State())

    /// - Parameter what: what opens it, as the end of a sentence that begins with "waited for".
    public init(_ what: String) { self.what = what }

    public var isOpen: Bool { state.withLock(\.isOpen) }

    /// Says that it has happened.
    public func open() {
        let tasks = state.withLock { state in
            state.isOpen = true
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.resume() }
    }

    /// Suspends until it is open. Records an issue when that takes too long or the test is ended.
    public func wait() async {
        let alarm = Alarm(after: .seconds(Wait.seconds))
        defer { alarm.cancel() }
        await withTaskGroup { group in
            group.addTask { [self] in await opened() }
            group.addTask(executorPreference: OwnThread("latch")) { [self] in
                if await alarm.hasRung() { giveUp() }
            }
            await group.next()
            group.cancelAll()
        }
        if !isOpen { Issue.record("waited for \(what)") }
    }

    private func opened() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isOpen || Task.isCancelled { return true }
                    state.tasks.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            giveUp()
        }
    }

    private func giveUp() {
        let tasks = state.withLock { state in
            defer { state.tasks = [] }
            return state.tasks
        }
        for task in tasks { task.resume() }
    }
}
