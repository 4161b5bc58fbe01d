/// How much the Lab's server holds at once.
public struct LabLimits: Equatable, Sendable {
    /// Connections at a time; more wait. A fling through a long list with a client that never cancels stays below it.
    public var maximumConnections = 4096
    /// Items of one feed or list: a hundred thousand take a few seconds to write, more would starve the pictures.
    public var maximumItems = 100_000
    /// Records kept; after that the older half goes. A day of browsing stays below it.
    public var maximumRecords = 200_000
    /// URLs whose visits are counted for `fail` and `flip`; after that the counts start anew.
    public var maximumCountedURLs = 100_000

    /// Creates the default limits.
    public init() {}
}
