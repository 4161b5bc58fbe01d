import HalftoneCore

/// The rate of the views' time relative to the clock, for slow motion, which affects animations only. A value; the
/// caller passes the time.
package struct Pace: Sendable {
    /// The rate at which time stands still for animations: a second takes 34 years. Above 0, so that status messages,
    /// whose durations are scaled by the rate, still expire; a power of two, so that both directions agree exactly.
    package static let still = 0x1p-30

    /// 1: as on the wall. Never below ``still``.
    package private(set) var rate = 1.0
    /// The moment of the last change, on either clock.
    private var wall = Duration.zero
    private var view = Duration.zero

    /// Creates the pace of real time.
    package init() {}

    /// Changes the rate. The views' time continues from its current value.
    package mutating func set(rate: Double, at now: Duration) {
        view = viewTime(at: now)
        wall = now
        self.rate = max(rate, Self.still)
    }

    /// Advances only the views' time, to step animations on a screen that otherwise stands still.
    package mutating func advance(by duration: Duration) { view += duration }

    /// Returns the views' time at a time of the clock.
    package func viewTime(at now: Duration) -> Duration { rate == 1 ? view + (now - wall) : view + (now - wall) * rate }

    /// When it is that time for the views.
    package func wallTime(of time: Duration) -> Duration {
        rate == 1 ? wall + (time - view) : wall + (time - view) / rate
    }
}
