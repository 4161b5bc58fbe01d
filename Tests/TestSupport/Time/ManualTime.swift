import HalftoneCore

/// A clock that a test sets: it stands still, or advances by a step at each reading. Safe from any thread.
public final class ManualTime: TimeSource {
    private let state: Lock<(elapsed: Duration, step: Duration)>

    public init(step: Duration = .zero) { state = Lock((.zero, step)) }

    public var now: Duration {
        state.withLock { state in
            state.elapsed += state.step
            return state.elapsed
        }
    }

    /// A fixed date plus the time of the clock.
    public var secondsSince1970: Double { 1_700_000_000 + now.seconds }

    public func set(step: Duration) { state.withLock { $0.step = step } }
    public func advance(by duration: Duration) { state.withLock { $0.elapsed += duration } }
}
