/// How a source fared in a load: one that the user gave, or a feed of a list.
public struct SourceReport: Hashable, Sendable {
    /// What is known of the source so far.
    public enum State: Hashable, Sendable {
        /// It has not answered yet.
        case coming
        /// It was read.
        case read
        /// It could not be read; what it had before may be shown.
        case failed(FeedError)
    }

    /// The source.
    public let source: FeedSource
    /// Its title in a list of feeds, else its own, else what the user wrote. One line, sanitized.
    public let title: String
    /// How far the load has come.
    public let state: State

    /// Creates a report. `title` must be one line without control characters.
    public init(source: FeedSource, title: String, state: State) {
        (self.source, self.title, self.state) = (source, title, state)
    }

    /// Whether the source could not be read.
    public var hasFailed: Bool { if case .failed = state { true } else { false } }
}
