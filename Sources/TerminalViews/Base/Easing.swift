/// A timing curve: a function from the elapsed fraction of an animation to its progress.
public enum Easing: String, Hashable, Sendable, CaseIterable {
    /// Constant speed.
    case linear
    /// Begins and ends slowly.
    case easeInOut

    /// Returns the progress at an elapsed fraction: 0 at 0, 1 at 1, and never falling. `time` is clamped to 0...1.
    public func callAsFunction(_ time: Double) -> Double {
        let t = min(1, max(0, time))
        switch self {
        case .linear: return t
        case .easeInOut: return t * t * (3 - 2 * t)
        }
    }
}
