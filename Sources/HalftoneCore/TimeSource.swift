import Glibc

/// A clock for everything that waits or expires. Tests inject one that they advance by hand.
public protocol TimeSource: Sendable {
    /// Monotonic time since an arbitrary origin; never runs backwards.
    var now: Duration { get }

    /// Wall-clock seconds since 1 January 1970 UTC, for dates that outlive the process.
    var secondsSince1970: Double { get }
}

/// The system's clocks.
public struct SystemTime: TimeSource {
    /// Creates the clock. All instances tell the same time.
    public init() {}

    public var now: Duration { Self.read(CLOCK_MONOTONIC) }

    public var secondsSince1970: Double { Self.read(CLOCK_REALTIME).seconds }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// The whole duration in seconds, fractions included.
    public var seconds: Double {
        let (whole, attoseconds) = components
        return Double(whole) + Double(attoseconds) * 1e-18
    }
}
