/// Gets one document over the network. The program implements it with its transport, tests with a dictionary.
///
/// Called from any thread, for several documents at once. Implementations follow redirects on http and https only,
/// and stop a response that is longer than `FeedLimits.listBytes`; a longer one is refused here all the same.
public protocol FeedFetcher: Sendable {
    /// Throws what the user should read: the error's description becomes `FeedError.fetchFailed`.
    /// `CancellationError` and a `FeedError` are passed on as they are.
    func fetch(_ url: String) async throws -> FeedDocument
}

/// A document as it arrived.
public struct FeedDocument: Sendable {
    public var bytes: [UInt8]
    /// The header's value with its parameters, if there was one.
    public var contentType: String?
    /// The absolute URL that answered in the end; relative URLs in the document resolve against it.
    public var finalURL: String

    public init(bytes: [UInt8], contentType: String?, finalURL: String) {
        self.bytes = bytes
        self.contentType = contentType
        self.finalURL = finalURL
    }
}
