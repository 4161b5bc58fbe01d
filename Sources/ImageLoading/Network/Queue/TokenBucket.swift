import HalftoneCore

/// A rate limit that allows short bursts: the token bucket of ATM traffic shaping (ITU-T I.371). A value without a
/// clock; the caller passes the time.
///
/// The bucket holds up to `burst` tokens and gains `perSecond` tokens a second. Each start takes one token.
public struct TokenBucket: Sendable, Equatable {
    /// Tokens gained per second, at least 0.001.
    public let perSecond: Double
    /// Maximum number of tokens in the bucket, at least 1: the starts in one burst.
    public let burst: Double
    private var tokens: Double
    private var updated: Duration?

    /// Creates a full bucket. Raises `perSecond` to at least 0.001 and `burst` to at least 1: a bucket that never
    /// yields would be a stop, not a rate limit.
    public init(perSecond: Double, burst: Double) {
        self.perSecond = max(perSecond, 0.001)
        self.burst = max(burst, 1)
        tokens = self.burst
    }

    /// Takes a token and returns `nil`, or returns how long to wait for one.
    public mutating func take(at now: Duration) -> Duration? {
        refill(at: now)
        guard tokens >= 1 else { return wait }
        tokens -= 1
        return nil
    }

    /// Adds the tokens gained since the last call. A clock that runs backwards adds none.
    private mutating func refill(at now: Duration) {
        defer { updated = max(now, updated ?? now) }
        guard let updated, now > updated else { return }
        tokens = min(burst, tokens + (now - updated).seconds * perSecond)
    }

    /// The time until the next token, rounded up to a microsecond so that a caller that waits is not early.
    private var wait: Duration {
        .microseconds(Int64(((1 - tokens) / perSecond * 1_000_000).rounded(.up)))
    }
}
