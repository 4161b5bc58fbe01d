import Basis
import ImageFeeds

@testable import halftone

// Tests name addresses and paths by strings; the program has to say which of them it means.

extension FeedSource {
    static func url(_ text: String) -> FeedSource { .url(RequestAddress(text)) }
    static func path(_ text: String) -> FeedSource { .path(FilePath(text)) }
}

extension PictureSource {
    static func remote(_ text: String) -> PictureSource { .remote(RequestAddress(text)) }
    static func local(_ text: String) -> PictureSource { .local(FilePath(text)) }
}

extension FeedDocument {
    init(bytes: [UInt8], contentType: String?, finalURL: String, validators: FeedValidators? = nil) {
        self.init(
            bytes: bytes, contentType: contentType, finalURL: PublicAddress(finalURL), validators: validators)
    }
}

extension FeedFetcher {
    func fetch(_ url: String) async throws -> FeedDocument { try await fetch(RequestAddress(url)) }
    func fetch(_ url: String, unlessMatching validators: FeedValidators) async throws -> FeedDocument? {
        try await fetch(RequestAddress(url), unlessMatching: validators)
    }
}

extension FeedLink {
    init(title: String?, address: String) { self.init(title: title, address: RequestAddress(address)) }
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

func == (left: [PublicAddress], right: [String]) -> Bool { left.map(\.text) == right }
