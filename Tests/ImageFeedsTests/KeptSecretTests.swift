import Basis
import TestSupport
import Testing

@testable import ImageFeeds

/// Documents that hold passwords are not kept from one run to the next.
@Suite(.endsInTime) struct KeptSecretTests {
    private static let url = "http://x.test/feed"
    private let shelf = MemoryShelf()

    private func read(_ text: String) async throws -> FeedResult {
        try await FeedReader(fetcher: FakeNetwork([Self.url: (nil, text)]), keeping: shelf).items(of: [.url(Self.url)])
    }

    private static let plain = rss(#"<title>a</title><enclosure url="http://x.test/a.jpg" type="image/jpeg"/>"#)

    @Test(arguments: [
        rss(#"<enclosure url="http://me:secret@x.test/a.jpg" type="image/jpeg"/>"#),
        rss(#"<enclosure url="http://me:secret&#64;x.test/a.jpg" type="image/jpeg"/>"#),
        rss(#"<link>http://me:secret&#x40;x.test/</link><enclosure url="/a.jpg" type="image/jpeg"/>"#),
        rss(#"<description>see https://me:secret@x.test/</description><enclosure url="/a.jpg" type="image/jpeg"/>"#),
        #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "image": "http:\/\/me:secret\u0040x.test\/a.jpg"}]}"#,
        "<html><body><img src='//me:secret@x.test/a.jpg'></body></html>", "http://me:secret@x.test/a.jpg\n",
        "http://me:se/secret@x.test/a.jpg\n",
    ])
    func `a document with a password in an address is shown and not kept`(text: String) async throws {
        _ = try await read(Self.plain)
        #expect(shelf.documents.withLock(\.count) == 1)
        #expect(try await read(text).items.count == 1)
        let kept = shelf.documents.withLock { $0.values.map { String(decoding: $0.bytes, as: UTF8.self) } }
        // What was kept before is forgotten, unless a web page came in its place, which stays a feed in the cache.
        #expect(kept == (text.hasPrefix("<html") ? [Self.plain] : []))
    }

    @Test func `one that an earlier version has kept is forgotten unread`() async throws {
        let text = rss(#"<enclosure url="http://me:secret@x.test/a.jpg" type="image/jpeg"/>"#)
        shelf.keep(
            FeedDocument(bytes: Array(text.utf8), contentType: nil, finalURL: Self.url), at: RequestAddress(Self.url))
        let reader = FeedReader(fetcher: FakeNetwork(), keeping: shelf)
        #expect(await reader.keptItems(of: [.url(Self.url)]) == nil && shelf.documents.withLock(\.isEmpty))
    }
}
