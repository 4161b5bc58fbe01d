/// The report of a source in a load: of an argument, or of a feed of a list.
public struct SourceReport: Hashable, Sendable {
    /// The state of a source.
    public enum State: Hashable, Sendable {
        /// The source has not been read yet.
        case pending
        /// The source was read without an error.
        case read
        /// The source failed; its earlier items may be shown.
        case failed(FeedError)
    }

    /// The source.
    public let source: FeedSource
    /// The title in a list of feeds, otherwise its own, otherwise the argument. One line, sanitized.
    public let title: String
    /// The state of the load.
    public let state: State

    /// Creates a report. `title` must be one line without control characters.
    public init(source: FeedSource, title: String, state: State) {
        (self.source, self.title, self.state) = (source, title, state)
    }

    /// Whether the source could not be read.
    public var hasFailed: Bool { if case .failed = state { true } else { false } }
}
