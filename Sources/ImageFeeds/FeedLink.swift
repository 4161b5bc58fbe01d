import HalftoneCore

/// A feed that a document links to: an entry of an OPML list, or a feed that a web page announces as its own.
public struct FeedLink: Hashable, Sendable {
    /// The name of the feed in one line, sanitized; `nil` if the document states none.
    public var title: String?
    /// An absolute http or https URL.
    public var address: RequestAddress
    /// The source whose document links to it; `nil` if unknown.
    public var source: FeedSource?

    /// Creates a link to a feed; without a title and of an unknown source by default.
    public init(title: String? = nil, address: RequestAddress, source: FeedSource? = nil) {
        self.title = title
        self.address = address
        self.source = source
    }
}
