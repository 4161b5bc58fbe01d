/// How a change proceeds in its time: a function from the part of the time that has passed to the part that is done.
public enum Easing: String, Hashable, Sendable, CaseIterable {
    case linear
    /// Begins slowly.
    case easeIn
    /// Ends slowly.
    case easeOut
    /// Begins and ends slowly.
    case easeInOut
    /// Begins fast and ends very slowly, as a scroll that is let go.
    case decelerate

    /// 0 at 0, 1 at 1, and never falling; what lies beyond is taken as the end.
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
