import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import halftone

// Tests write URLs and paths as strings; the program must use one of the two types.

extension FeedFetcher {
    func fetch(_ url: String) async throws -> FeedDocument { try #require(await fetch(url, unlessMatching: nil)) }
    func fetch(_ url: String, unlessMatching validators: FeedValidators?) async throws -> FeedDocument? {
        try await fetch(RequestAddress(url), unlessMatching: validators)
    }
}

extension KeptFeeds {
    func document(at url: String) -> FeedDocument? { document(at: RequestAddress(url)) }
    func keep(_ document: FeedDocument?, at url: String) { keep(document, at: RequestAddress(url)) }
}

extension ReadingPositions {
    subscript(source: String) -> ReadingPosition? { self[Name(source)] }
    mutating func remember(_ position: ReadingPosition, in source: String) { remember(position, in: Name(source)) }
}

extension ReadingPosition {
    init(picture: String, index: Int) { self.init(picture: PublicAddress(picture), index: index) }
}
