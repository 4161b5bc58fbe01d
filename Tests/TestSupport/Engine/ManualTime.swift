import Basis

/// A clock that a test moves: it stands still, or goes on by a step at each look. Safe from any thread.
public final class ManualTime: TimeSource {
    private let state: Lock<(elapsed: Duration, step: Duration)>

    public init(step: Duration = .zero) { state = Lock((.zero, step)) }

    public var now: Duration {
        state.withLock { state in
            state.elapsed += state.step
            return state.elapsed
        }
    }

    /// It is noon of some day when the clock starts.
    public var secondsSince1970: Double { 1_700_000_000 + now.seconds }

    public func set(step: Duration) { state.withLock { $0.step = step } }
    public func advance(by duration: Duration) { state.withLock { $0.elapsed += duration } }
}
