import Basis

@testable import ImageFeeds

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

extension FeedLink {
    init(title: String?, address: String) { self.init(title: title, address: RequestAddress(address)) }
}

extension FeedError {
    static func missingScheme(suggestion: String) -> FeedError { .missingScheme(suggestion: PublicAddress(suggestion)) }
    static func unreadable(path: String, why: String) -> FeedError { .unreadable(path: FilePath(path), why: why) }
}

func == (left: [PublicAddress], right: [String]) -> Bool { left.map(\.text) == right }
