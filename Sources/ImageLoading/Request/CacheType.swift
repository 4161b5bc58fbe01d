import Basis

/// The tiers of a cache: as a question, which ones to touch; as an answer, which one it came from.
public struct CacheType: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No tier; as an answer: not from a cache.
    public static let none: CacheType = []
    public static let disk = CacheType(rawValue: 1)
    public static let memory = CacheType(rawValue: 2)
    public static let all: CacheType = [.disk, .memory]

    public static let names: [(name: String, option: CacheType)] = [("disk", .disk), ("memory", .memory)]
}
