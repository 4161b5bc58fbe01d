/// Steps at a steady pace while something goes on: the frames of a turning sign, a light that runs along a bar. A value.
struct StepCounter {
    private(set) var step = 0
    private var clock: StepClock

    init(interval: Duration) { clock = StepClock(interval: interval) }

    /// Lets time pass; while it does not move, none is made up for later. `hasMoved`: there is something else to draw.
    /// `next`: when to call again; `nil` while it stands still.
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
