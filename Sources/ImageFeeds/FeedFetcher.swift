import HalftoneCore

/// A fetcher of documents from the network. A program implements it with its transport, tests with a dictionary.
///
/// Called from any thread, for several documents concurrently. Implementations follow redirects to http and https only,
/// and end a response that exceeds `FeedLimits.listBytes`, which is refused in any case.
public protocol FeedFetcher: Sendable {
    /// Returns the document of a URL, or `nil` if it is still the one that came with `validators` (status 304).
    ///
    /// - Throws: an error whose description is for users and becomes `FeedError.fetchFailed`; `CancellationError` and
    ///   `FeedError` are passed on.
    func fetch(_ url: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument?
}

/// The validators of a document (RFC 9110, section 8.8), as received.
public struct FeedValidators: Hashable, Sendable {
    /// The value of `ETag`, for `If-None-Match`.
    public var entityTag: String?
    /// The value of `Last-Modified`, for `If-Modified-Since`.
    public var lastModified: String?

    /// Creates validators; `nil` if the server sent none.
    public init?(entityTag: String?, lastModified: String?) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// A document as received.
public struct FeedDocument: Sendable {
    /// The bytes; those of a large list are in a temporary file.
    public var body: StoredBytes
    /// The value of Content-Type with its parameters; `nil` if there was none.
    public var contentType: String?
    /// The absolute URL after redirects, against which relative URLs in the document are resolved.
    public var finalURL: PublicAddress
    /// The values of `Link`, of which the next page is read.
    public var links: [String] = []
    /// The validators of the response; `nil` if it had none.
    public var validators: FeedValidators?
    /// Whether a cache may store the document: not with `no-store`, and not if it was not fetched to its end.
    public var mayBeKept = true

    /// The bytes in memory. Reading those of a large list blocks, and takes as much memory as there are.
    public var bytes: [UInt8] { body.all }

    /// Creates a document. `finalURL` is the URL after redirects.
    public init(body: StoredBytes, contentType: String?, finalURL: PublicAddress, validators: FeedValidators? = nil) {
        self.validators = validators
        self.body = body
        self.contentType = contentType
        self.finalURL = finalURL
    }
}
