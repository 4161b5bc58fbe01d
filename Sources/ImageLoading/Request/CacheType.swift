import HalftoneCore

/// A set of cache tiers: for a query, the tiers to use; for a result, the tier it came from.
public struct CacheType: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No tier; for a result, not from a cache.
    public static let none: CacheType = []
    /// Encoded images in a storage, usually on disk.
    public static let disk = CacheType(rawValue: 1)
    /// Decoded images in memory.
    public static let memory = CacheType(rawValue: 2)
    /// Both tiers.
    public static let all: CacheType = [.disk, .memory]

    public static let names: [(name: String, option: CacheType)] = [("disk", .disk), ("memory", .memory)]
}
