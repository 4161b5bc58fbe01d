import Glibc

/// The steps of an animation that moves at a fixed pace, however late it is looked at. A value: the caller tells the
/// time.
struct AnimationSteps {
    let interval: Duration
    /// When the last step was due; `nil` before the first look.
    private var last: Duration?

    init(interval: Duration) { self.interval = interval }

    /// How many steps have passed since the last look; 0 at the first one.
    mutating func take(at now: Duration) -> Int {
        let last = last ?? now
        let passed = Int((now - last) / interval)
        self.last = last + interval * passed
        return passed
    }

    /// When the next step is due; `nil` before the first look.
    var next: Duration? { last.map { $0 + interval } }

    /// The next look is the first one again.
    mutating func stop() { last = nil }
}

/// A fraction that follows another one without jumps, however often it is looked at: every 80 ms two thirds of the way
/// that is left. It never overtakes, and falls at once. A value: the caller tells the time.
struct SmoothFraction {
    /// Where it goes to; `nil` is nowhere.
    var target: Double? {
        didSet {
            guard let target else { return shown = nil }
            if let shown, shown > target { self.shown = target }
        }
    }
    /// Where it is; `nil` as long as there was no target.
    private(set) var shown: Double?
    private var last: Duration?

    private static let pace = 0.08
    private static let frameInterval = Duration.milliseconds(33)
    /// Less than that is not seen.
    private static let nearness = 0.004

    /// Moves on, and returns when to do so again; `nil`: it has arrived.
    mutating func advance(to now: Duration) -> Duration? {
        guard let target else {
            last = nil
            return nil
        }
        let passed = last.map { max(.zero, now - $0) } ?? .zero
        let left = (target - (shown ?? 0)) * exp(-(passed / .seconds(1)) / Self.pace)
        shown = left < Self.nearness ? target : target - left
        last = left < Self.nearness ? nil : now
        return last.map { $0 + Self.frameInterval }
    }
}
