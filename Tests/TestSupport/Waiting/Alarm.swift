import Basis
import Dispatch

/// A timer that a task waits for. It rings also where every thread of Swift's pool is blocked, when `Task.sleep` would not.
final class Alarm: Sendable {
    private static let queue = DispatchQueue(label: "alarms")

    private enum State {
        case set, waited(CheckedContinuation<Bool, Never>), over(hasRung: Bool)
    }
    private let state = Lock(State.set)

    /// Rings after so long, unless it is cancelled before.
    init(after duration: Duration) {
        Self.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(duration / .nanoseconds(1)))) { [weak self] in
            self?.end(hasRung: true)
        }
    }

    /// Suspends until it rings or is cancelled, also by cancelling the task. Returns whether it rang. To be called once.
    func hasRung() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let end: Bool? = state.withLock { state in
                    if case .over(let hasRung) = state { return hasRung }
                    state = .waited(continuation)
                    return nil
                }
                if let end { continuation.resume(returning: end) }
            }
        } onCancel: {
            cancel()
        }
    }

    func cancel() { end(hasRung: false) }

    private func end(hasRung: Bool) {
        let waiting: CheckedContinuation<Bool, Never>? = state.withLock { state in
            if case .over = state { return nil }
            defer { state = .over(hasRung: hasRung) }
            if case .waited(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: hasRung)
    }
}
