/// How an indicator of progress moves: towards the fraction that is known, in steps while none is. A value.
struct ProgressMotion {
    private var counter = StepCounter(interval: ProgressView.interval)
    private var smooth = SmoothFraction()

    /// Steps taken while the fraction was not known.
    var phase: Int { counter.step }

    /// The fraction to show; it follows the one that is known without jumps.
    var shown: Double? { smooth.shown }

    mutating func aim(at fraction: Double?) { smooth.target = fraction }

    /// Lets time pass. `hasMoved`: there is something else to draw.
    mutating func advance(towards fraction: Double?, to now: Duration) -> (hasMoved: Bool, next: Duration?) {
        let stepped = counter.advance(to: now, isMoving: fraction == nil)
        guard fraction != nil else { return stepped }
        let before = smooth.shown
        let next = smooth.advance(to: now)
        return (smooth.shown != before, next)
    }
}
