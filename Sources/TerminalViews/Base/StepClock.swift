/// The steps of an animation that moves at a fixed pace, however late it is looked at. A value: the caller tells the
/// time.
struct StepClock {
    let interval: Duration
    /// When the last step was due; `nil` before the first look.
    private var last: Duration?

    init(interval: Duration) { self.interval = interval }

    /// How many steps have passed since the last look; 0 at the first one.
    mutating func take(at now: Duration) -> Int {
        let last = last ?? now
        let passed = max(0, Int((now - last) / interval))
        self.last = last + interval * passed
        return passed
    }

    /// When the next step is due; `nil` before the first look.
    var next: Duration? { last.map { $0 + interval } }

    /// The next look is the first one again.
    mutating func stop() { last = nil }
}
