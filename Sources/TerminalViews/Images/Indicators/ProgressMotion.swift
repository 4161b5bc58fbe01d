/// The motion of a progress indicator: in steps while no fraction is known, and then smoothly towards it, however often
/// or late it is polled. A value: the caller passes the time.
struct ProgressMotion {
    /// The known fraction; `nil` for none.
    var fraction: Double? {
        get { smooth.target }
        set { smooth.target = newValue.flatMap { $0.isFinite ? $0 : nil } }
    }

    /// Number of steps taken while the fraction was not known.
    private(set) var phase = 0
    private var smooth = EasedProgress()
    /// When the last step was due; `nil` before the first call without a fraction.
    private var lastStep: Duration?

    private static let stepInterval = Duration.milliseconds(80)

    /// The fraction to display, which follows the known fraction smoothly.
    var shown: Double? { smooth.shown }

    /// Advances the motion to a time. Returns in `hasMoved` whether a redraw is due, and in `next` when to call again.
    mutating func advance(to now: Duration) -> (hasMoved: Bool, next: Duration?) {
        guard fraction == nil else {
            lastStep = nil
            let before = shown
            let next = smooth.advance(to: now)
            return (shown != before, next)
        }
        let last = lastStep ?? now
        let steps = max(0, Int((now - last) / Self.stepInterval))
        lastStep = last + Self.stepInterval * steps
        phase += steps
        return (steps > 0, last + Self.stepInterval * (steps + 1))
    }
}
