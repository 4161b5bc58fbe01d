/// How an indicator of progress moves: towards the fraction that is known, in steps while none is. A value.
struct ProgressMotion {
    /// Steps taken while the fraction was not known.
    private(set) var phase = 0
    private var clock = StepClock(interval: .milliseconds(80))
    private var smooth = SmoothFraction()

    /// The fraction to show; it follows the one that is known without jumps.
    var shown: Double? { smooth.shown }

    mutating func aim(at fraction: Double?) { smooth.target = fraction }

    /// Lets time pass. `hasMoved`: there is something else to draw.
    mutating func advance(towards fraction: Double?, to now: Duration) -> (hasMoved: Bool, next: Duration?) {
        guard fraction == nil else {
            clock.stop()
            let before = smooth.shown
            let next = smooth.advance(to: now)
            return (smooth.shown != before, next)
        }
        let passed = clock.take(at: now)
        phase += passed
        return (passed > 0, clock.next)
    }
}
