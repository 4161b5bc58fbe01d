import Basis

/// A clock that stands still until a test moves it. Safe from any thread.
public final class ManualTime: TimeSource {
    private let elapsed = Lock(Duration.zero)

    public init() {}

    public var now: Duration { elapsed.withLock { $0 } }

    /// It is noon of some day when the clock starts.
    public var secondsSince1970: Double { 1_700_000_000 + now.seconds }

    public func advance(by duration: Duration) { elapsed.withLock { $0 += duration } }
}
