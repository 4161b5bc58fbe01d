import HalftoneCore
import ImageFeeds
import Testing

// String literals as addresses and paths, for tests only: the program must distinguish them explicitly.

extension FeedSource {
    public static func url(_ text: String) -> FeedSource { .url(RequestAddress(text)) }
    public static func path(_ text: String) -> FeedSource { .path(FilePath(text)) }
}

extension PictureSource {
    public static func remote(_ text: String) -> PictureSource { .remote(RequestAddress(text)) }
    public static func local(_ text: String) -> PictureSource { .local(FilePath(text)) }
}

extension FeedDocument {
    public init(bytes: [UInt8], contentType: String?, finalURL: String, validators: FeedValidators? = nil) {
        self.init(
            body: StoredBytes(bytes), contentType: contentType, finalURL: PublicAddress(finalURL),
            validators: validators)
    }
}

extension FeedError {
    public static func missingScheme(suggestion: String) -> FeedError {
        .missingScheme(suggestion: PublicAddress(suggestion))
    }
}

extension FeedFetcher {
    public func fetch(_ url: String) async throws -> FeedDocument {
        try #require(await fetch(url, unlessMatching: nil))
    }
    public func fetch(_ url: String, unlessMatching validators: FeedValidators?) async throws -> FeedDocument? {
        try await fetch(RequestAddress(url), unlessMatching: validators)
    }
}

extension FeedLink {
    public init(title: String?, address: String) { self.init(title: title, address: RequestAddress(address)) }
}

public func == (left: [PublicAddress], right: [String]) -> Bool { left.map(\.text) == right }
