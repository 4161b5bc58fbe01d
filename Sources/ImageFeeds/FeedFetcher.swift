import Basis

/// Gets one document over the network. The program implements it with its transport, tests with a dictionary.
///
/// Called from any thread, for several documents at once. Implementations follow redirects on http and https only,
/// and stop a response that is longer than `FeedLimits.listBytes`; a longer one is refused here all the same.
public protocol FeedFetcher: Sendable {
    /// Throws what the user should read: the error's description becomes `FeedError.fetchFailed`.
    /// `CancellationError` and a `FeedError` are passed on as they are.
    func fetch(_ url: RequestAddress) async throws -> FeedDocument

    /// Asks for the document only if it is no longer the one that came with `validators`; `nil` if it still is
    /// (status 304). A fetcher that does not implement this fetches it in any case.
    func fetch(_ url: RequestAddress, unlessMatching validators: FeedValidators) async throws -> FeedDocument?
}

extension FeedFetcher {
    public func fetch(_ url: RequestAddress, unlessMatching validators: FeedValidators) async throws -> FeedDocument? {
        try await fetch(url)
    }
}

/// What a server said to recognise a version of a document by (RFC 9110, section 8.8); handed back as it came.
public struct FeedValidators: Hashable, Sendable {
    /// The value of `ETag`, for `If-None-Match`.
    public var entityTag: String?
    /// The value of `Last-Modified`, for `If-Modified-Since`.
    public var lastModified: String?

    /// `nil` if the server said nothing.
    public init?(entityTag: String?, lastModified: String?) {
        guard entityTag != nil || lastModified != nil else { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// A document as it arrived.
public struct FeedDocument: Sendable {
    /// The bytes, where they are: those of a large list are in a temporary file.
    public var body: StoredBytes
    /// The header's value with its parameters, if there was one.
    public var contentType: String?
    /// The absolute URL that answered in the end; relative URLs in the document resolve against it.
    public var finalURL: PublicAddress
    /// What the server sent to recognize this version of the document by; `nil` if it sent nothing.
    public var validators: FeedValidators?
    /// False for what its server does not want to be kept (`no-store`), and for a document that was not fetched to its
    /// end.
    public var mayBeKept = true

    /// The bytes in memory. Reading those of a large list blocks, and takes as much memory as there are.
    public var bytes: [UInt8] {
        get { body.all }
        set { body = StoredBytes(newValue) }
    }

    /// Creates a document with bytes in memory. `finalURL` is the URL after redirects.
    public init(bytes: [UInt8], contentType: String?, finalURL: PublicAddress, validators: FeedValidators? = nil) {
        self.init(body: StoredBytes(bytes), contentType: contentType, finalURL: finalURL, validators: validators)
    }

    /// Creates a document whose bytes may be in a temporary file. `finalURL` is the URL after redirects.
    public init(body: StoredBytes, contentType: String?, finalURL: PublicAddress, validators: FeedValidators? = nil) {
        self.validators = validators
        self.body = body
        self.contentType = contentType
        self.finalURL = finalURL
    }
}
