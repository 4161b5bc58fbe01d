import Basis

/// What the sources gave, in their order.
public struct FeedResult: Sendable {
    /// Never empty.
    public var items: FeedItems
    /// What went wrong beside that: sources that gave nothing, and sources that gave less than they hold.
    public var failures: [FeedFailure]
    /// The name of the feed, folder or list, if there was one source and it has one. Sanitised, one line.
    public var title: String?
    /// The feeds that web pages among the sources announce.
    public var linkedFeeds: [FeedLink] = []

    public init(items: FeedItems, failures: [FeedFailure] = [], title: String? = nil) {
        self.items = items
        self.failures = failures
        self.title = title
    }
}

/// One source's error beside the results of the others.
public struct FeedFailure: Hashable, Sendable, CustomStringConvertible {
    /// The source as the user wrote it, sanitised.
    public var source: String
    public var error: FeedError
    /// True if the source's other pictures are shown all the same: a warning.
    public var isPartial: Bool

    public init(source: FeedSource, error: FeedError, isPartial: Bool) {
        self.source = Sanitiser.clean(source.description)
        self.error = error
        self.isPartial = isPartial
    }

    /// `NAME: what happened`, safe to print.
    public var description: String { "\(source): \(error)" }
}
