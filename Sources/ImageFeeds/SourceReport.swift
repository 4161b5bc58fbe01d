/// How a source fared in a load: one that the user gave, or a feed of a list.
public struct SourceReport: Hashable, Sendable {
    public enum State: Hashable, Sendable {
        /// It has not answered yet.
        case coming
        case read
        /// It could not be read; what it had before may be shown.
        case failed(FeedError)
    }

    public let source: FeedSource
    /// Its title in a list of feeds, else its own, else what the user wrote. One line, sanitized.
    public let title: String
    public let state: State

    public init(source: FeedSource, title: String, state: State) {
        (self.source, self.title, self.state) = (source, title, state)
    }

    public var hasFailed: Bool { if case .failed = state { true } else { false } }
}
