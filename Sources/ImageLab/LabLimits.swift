/// Limits of the Lab's server.
public struct LabLimits: Equatable, Sendable {
    /// Maximum number of connections; further ones wait. Default 4096, more than a fast scroll through a long list
    /// opens with a client that never cancels.
    public var maximumConnections = 4096
    /// Maximum items of one feed or list. Default 100,000, which take a few seconds to write; more would delay the
    /// pictures.
    public var maximumItems = 100_000
    /// Maximum number of records; at that number the older half is removed. Default 200,000, more than a day of
    /// browsing.
    public var maximumRecords = 200_000
    /// Maximum number of URLs whose requests are counted for `fail` and `flip`; beyond it the counts start again.
    /// Default 100,000.
    public var maximumCountedURLs = 100_000

    /// Creates the default limits.
    public init() {}
}
