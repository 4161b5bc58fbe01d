import Basis

/// How fast time passes for the views, compared with the clock on the wall: slow motion slows everything that moves on
/// the screen, and nothing else. A value: the caller tells the time.
package struct Pace: Sendable {
    /// 1: as on the wall. Never 0.
    package private(set) var rate = 1.0
    /// The moment of the last change, on either clock.
    private var wall = Duration.zero
    private var view = Duration.zero

    /// As fast as the clock on the wall.
    package init() {}

    /// Changes the rate; the time of the views goes on from where it is.
    package mutating func set(rate: Double, at now: Duration) {
        view = viewTime(at: now)
        wall = now
        self.rate = max(rate, 0.001)
    }

    /// Lets time pass for the views alone: the next frame of what moves, on a screen that stands still.
    public mutating func advance(by duration: Duration) { view += duration }

    /// What the views take a moment on the wall for.
    package func viewTime(at now: Duration) -> Duration { rate == 1 ? view + (now - wall) : view + (now - wall) * rate }

    /// When it is that time for the views.
    package func wallTime(of time: Duration) -> Duration {
        rate == 1 ? wall + (time - view) : wall + (time - view) / rate
    }
}
