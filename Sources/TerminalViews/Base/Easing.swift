/// A timing curve: a function from the elapsed fraction of an animation to its progress.
public enum Easing: String, Hashable, Sendable, CaseIterable {
    /// Constant speed.
    case linear
    /// Starts slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Begins and ends slowly.
    case easeInOut
    /// Starts fast and ends very slowly, like a scroll view that decelerates.
    case decelerate

    /// Returns the progress at an elapsed fraction: 0 at 0, 1 at 1, and never falling. `time` is clamped to 0...1.
    public func callAsFunction(_ time: Double) -> Double {
        let t = min(1, max(0, time))
        switch self {
        case .linear: return t
        case .easeIn: return t * t
        case .easeOut: return t * (2 - t)
        case .easeInOut: return t * t * (3 - 2 * t)
        case .decelerate:
            let rest = 1 - t
            return 1 - rest * rest * rest
        }
    }
}
