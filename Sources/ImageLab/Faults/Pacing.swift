import HalftoneCore

/// A token bucket that limits the bytes of a body per second. A value without a clock.
struct Pacing: Equatable, Sendable {
    let bytesPerSecond: Int
    /// Bytes are sent in portions, so that a fast rate does not wake the server for each byte. A portion is the bytes
    /// of a twentieth of a second, so that progress still looks smooth.
    let portion: Int

    private var tokens: Double
    private var updated: Duration

    /// Creates a bucket that is empty at `start`; the first portion is sent one portion's time later.
    init(bytesPerSecond: Int, start: Duration) {
        self.bytesPerSecond = bytesPerSecond
        portion = min(max(bytesPerSecond / 20, 1), 65_536)
        tokens = 0
        updated = start
    }

    /// Returns how many of the `wanted` bytes may be sent at `now`, and counts them as sent; 0 before
    /// `nextTime(for:)`.
    mutating func take(upTo wanted: Int, at now: Duration) -> Int {
        fill(at: now)
        guard tokens >= Double(min(portion, wanted)) else { return 0 }
        let bytes = min(wanted, Int(tokens))
        tokens -= Double(bytes)
        return bytes
    }

    /// Returns the time at which `take` next returns more than 0 of `wanted` bytes.
    func nextTime(for wanted: Int) -> Duration {
        let missing = Double(min(portion, wanted)) - tokens
        // one nanosecond more, so that rounding never wakes the server too early
        return updated + .nanoseconds(Int64((missing / Double(bytesPerSecond) * 1e9).rounded(.up)) + 1)
    }

    private mutating func fill(at now: Duration) {
        guard now > updated else { return }
        // at most four portions accumulate, so that a client that stalled gets no burst later
        tokens = min(tokens + (now - updated).seconds * Double(bytesPerSecond), Double(portion * 4))
        updated = now
    }
}
