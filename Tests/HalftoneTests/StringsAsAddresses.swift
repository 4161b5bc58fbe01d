import Basis
import ImageFeeds
import TestSupport

@testable import halftone

// Tests name addresses and paths by strings; the program has to say which of them it means.

extension FeedFetcher {
    func fetch(_ url: String) async throws -> FeedDocument { try await fetch(RequestAddress(url)) }
    func fetch(_ url: String, unlessMatching validators: FeedValidators) async throws -> FeedDocument? {
        try await fetch(RequestAddress(url), unlessMatching: validators)
    }
}

extension KeptFeeds {
    func document(at url: String) -> FeedDocument? { document(at: RequestAddress(url)) }
    func keep(_ document: FeedDocument?, at url: String) { keep(document, at: RequestAddress(url)) }
}

extension Places {
    subscript(source: String) -> Place? { self[Name(source)] }
    mutating func remember(_ place: Place, in source: String) { remember(place, in: Name(source)) }
}

extension Places.Place {
    init(picture: String, number: Int) { self.init(picture: PublicAddress(picture), number: number) }
}
