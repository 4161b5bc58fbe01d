/// The steps of an animation at a fixed rate, independent of how often or late it is polled. A value: the caller passes
/// the time.
struct StepClock {
    let interval: Duration
    /// When the last step was due; `nil` before the first call of ``take(at:)``.
    private var last: Duration?

    init(interval: Duration) { self.interval = interval }

    /// Returns the number of steps since the last call; 0 at the first call.
    mutating func take(at now: Duration) -> Int {
        let last = last ?? now
        let passed = max(0, Int((now - last) / interval))
        self.last = last + interval * passed
        return passed
    }

    /// When the next step is due; `nil` before the first call of ``take(at:)``.
    var next: Duration? { last.map { $0 + interval } }

    /// Resets the clock: the next call of ``take(at:)`` counts as the first.
    mutating func stop() { last = nil }
}
