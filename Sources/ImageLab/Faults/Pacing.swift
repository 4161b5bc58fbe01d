import Basis

/// A token bucket: how many bytes of a body may leave now, at so many a second. A value without a clock.
struct Pacing: Equatable, Sendable {
    let bytesPerSecond: Int
    /// Bytes come in portions, so that a fast rate does not wake the server for each byte: a twentieth of a second's
    /// worth, so that progress still looks smooth.
    let portion: Int

    private var tokens: Double
    private var updated: Duration

    /// The bucket is empty at `start`: the first portion leaves when its time has passed.
    init(bytesPerSecond: Int, start: Duration) {
        self.bytesPerSecond = bytesPerSecond
        portion = min(max(bytesPerSecond / 20, 1), 65_536)
        tokens = 0
        updated = start
    }

    /// How many of the `wanted` bytes may leave at `now`; they count as sent. 0: not before `opening(wanted:)`.
    mutating func take(upTo wanted: Int, at now: Duration) -> Int {
        fill(at: now)
        guard tokens >= Double(min(portion, wanted)) else { return 0 }
        let bytes = min(wanted, Int(tokens))
        tokens -= Double(bytes)
        return bytes
    }

    /// When `take` will next give more than 0 of `wanted` bytes.
    func opening(wanted: Int) -> Duration {
        let missing = Double(min(portion, wanted)) - tokens
        // One nanosecond more, so that rounding never wakes the server a moment too early.
        return updated + .nanoseconds(Int64((missing / Double(bytesPerSecond) * 1e9).rounded(.up)) + 1)
    }

    private mutating func fill(at now: Duration) {
        guard now > updated else { return }
        // What the client did not take in time is lost after four portions: a stalled reader gets no burst later.
        tokens = min(tokens + (now - updated).seconds * Double(bytesPerSecond), Double(portion * 4))
        updated = now
    }
}
