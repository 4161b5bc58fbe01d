/// A counter that advances at a fixed rate while an animation runs, such as a spinner's frame or the light of an
/// indeterminate progress bar. A value.
struct StepCounter {
    private(set) var step = 0
    private var clock: StepClock

    init(interval: Duration) { clock = StepClock(interval: interval) }

    /// Advances the counter to a time. Steps are not made up for after a time with `isMoving` off.
    ///
    /// - Returns: `hasMoved` if the step changed and a redraw is due; `next` is when to call again, `nil` while
    ///   stopped.
    mutating func advance(to now: Duration, isMoving: Bool = true) -> (hasMoved: Bool, next: Duration?) {
        guard isMoving else {
            clock.stop()
            return (false, nil)
        }
        let passed = clock.take(at: now)
        step += passed
        return (passed > 0, clock.next)
    }
}
