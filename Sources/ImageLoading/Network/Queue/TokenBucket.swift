import Basis

/// A rate limit that lets short bursts through (the token bucket of ATM traffic shaping, ITU-T I.371). A value without
/// a clock: the caller says what time it is.
///
/// The bucket holds up to `burst` tokens and gains `perSecond` of them; whoever goes takes one.
public struct TokenBucket: Sendable, Equatable {
    public let perSecond: Double
    public let burst: Double
    private var tokens: Double
    private var updated: Duration?

    /// A full bucket. Rates and bursts below one thousandth a second and one token are raised to those: a bucket that
    /// never lets anybody through would be a stop, which is another thing.
    public init(perSecond: Double, burst: Double) {
        self.perSecond = max(perSecond, 0.001)
        self.burst = max(burst, 1)
        tokens = self.burst
    }

    /// Takes a token; `nil` when there was one, else how long to wait for it.
    public mutating func take(at now: Duration) -> Duration? {
        refill(at: now)
        guard tokens >= 1 else { return wait }
        tokens -= 1
        return nil
    }

    /// A clock that runs backwards refills nothing.
    private mutating func refill(at now: Duration) {
        defer { updated = max(now, updated ?? now) }
        guard let updated, now > updated else { return }
        tokens = min(burst, tokens + (now - updated).seconds * perSecond)
    }

    /// Rounded up to a whole microsecond, so that who waits as told does not come too early.
    private var wait: Duration {
        .microseconds(Int64(((1 - tokens) / perSecond * 1_000_000).rounded(.up)))
    }
}
