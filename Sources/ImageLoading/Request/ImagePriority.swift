/// The priority of a load. A shared job has the highest priority of the loads that wait for it.
public enum ImagePriority: Int, Comparable, Sendable, CaseIterable {
    /// Prefetching, for images that no view shows yet.
    case low
    /// The default of loads.
    case normal
    /// Images to be loaded before all others.
    case high

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// Creates the priority that options ask for; `highPriority` overrides `lowPriority`.
    public init(_ options: ImageOptions) {
        self = options.contains(.highPriority) ? .high : options.contains(.lowPriority) ? .low : .normal
    }
}
