import Glibc

/// A fraction that follows a target smoothly, independent of the frame rate: a time constant of 80 ms, in which two
/// thirds of the remaining distance are covered. It never overtakes the target, and falls at once. A value: the caller
/// passes the time.
struct EasedProgress {
    /// The target; `nil` for none.
    var target: Double? {
        didSet {
            guard let target else { return shown = nil }
            if let shown, shown > target { self.shown = target }
        }
    }
    /// The present value; `nil` while there is no target.
    private(set) var shown: Double?
    private var last: Duration?

    private static let pace = 0.08
    private static let frameInterval = Duration.milliseconds(33)
    /// Distance to the target that is no longer visible.
    private static let nearness = 0.004

    /// Advances the value and returns when to call again; `nil` when it has reached the target.
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
