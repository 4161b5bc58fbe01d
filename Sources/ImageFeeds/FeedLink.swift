import Basis

/// A feed that a document points to: one of an OPML list, or one that a web page announces as its own.
public struct FeedLink: Hashable, Sendable {
    /// One line, sanitized; `nil` if the document gives the feed no name.
    public var title: String?
    /// An absolute http or https URL.
    public var address: RequestAddress

    /// Creates a link to a feed; without a title by default.
    public init(title: String? = nil, address: RequestAddress) {
        self.title = title
        self.address = address
    }
}
