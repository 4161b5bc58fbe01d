/// Who goes first. A shared job has the highest priority of those who wait for it.
public enum ImagePriority: Int, Comparable, Sendable, CaseIterable {
    case low
    case normal
    case high

    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// `highPriority` wins over `lowPriority` when both are set.
    public init(_ options: ImageOptions) {
        self = options.contains(.highPriority) ? .high : options.contains(.lowPriority) ? .low : .normal
    }
}
