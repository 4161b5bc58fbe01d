import Glibc

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
