import HalftoneCore
import Dispatch

/// A timer for one waiting task. Unlike `Task.sleep` it also fires while all threads of Swift's pool are blocked.
final class Alarm: Sendable {
    private static let queue = DispatchQueue(label: "alarms")

    private enum State {
        case set, waited(CheckedContinuation<Bool, Never>), over(hasRung: Bool)
    }
    private let state = Lock(State.set)

    /// Starts the timer, which fires after `duration` unless it is cancelled.
    init(after duration: Duration) {
        Self.queue.asyncAfter(deadline: .now() + .nanoseconds(Int(duration / .nanoseconds(1)))) { [weak self] in
            self?.end(hasRung: true)
        }
    }

    /// Suspends until the timer fires or is cancelled, also by cancelling the task. Returns whether it fired. Call
    /// once.
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
