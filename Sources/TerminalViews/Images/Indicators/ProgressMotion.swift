/// The motion of a progress indicator: towards a known fraction, or in steps while none is known. A value.
struct ProgressMotion {
    private var counter = StepCounter(interval: ProgressView.interval)
    private var smooth = EasedProgress()

    /// Number of steps taken while the fraction was not known.
    var phase: Int { counter.step }

    /// The fraction to display, which follows the known fraction smoothly.
    var shown: Double? { smooth.shown }

    mutating func aim(at fraction: Double?) { smooth.target = fraction }

    /// Advances the motion to a time. Returns in `hasMoved` whether a redraw is due, and in `next` when to call again.
    mutating func advance(towards fraction: Double?, to now: Duration) -> (hasMoved: Bool, next: Duration?) {
        let stepped = counter.advance(to: now, isMoving: fraction == nil)
        guard fraction != nil else { return stepped }
        let before = smooth.shown
        let next = smooth.advance(to: now)
        return (smooth.shown != before, next)
    }
}
