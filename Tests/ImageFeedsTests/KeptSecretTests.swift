import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Documents that contain passwords are not cached between runs.
@Suite(.endsInTime) struct KeptSecretTests {
    private static let url = "http://x.test/feed"
    private let cache = MemoryFeedCache()

    private func read(_ text: String) async throws -> FeedResult {
        try await FeedReader(fetcher: FakeNetwork([Self.url: (nil, text)]), cache: cache).items(of: [.url(Self.url)])
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
        rss("<description>http://me:sec&amp;Tab;ret@x.test/</description><enclosure url='/a.jpg' type='image/jpeg'/>"),
        #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "content_text": "http://me:sec\r\nret@x.test/", "image": "/a.jpg"}]}"#,
    ])
    func `a document with a password in an address is shown and not kept`(text: String) async throws {
        _ = try await read(Self.plain)
        #expect(cache.documents.withLock(\.count) == 1)
        #expect(try await read(text).items.count == 1)
        let kept = cache.documents.withLock { $0.values.map { String(decoding: $0.bytes, as: UTF8.self) } }
        // An earlier cached document is removed, unless a web page came in its place: then the cached feed stays.
        #expect(kept == (text.hasPrefix("<html") ? [Self.plain] : []))
    }

    @Test(arguments: [
        "see http://x.test: mail a@x.test", "http://x.test:80 or a@x.test", "http://x.test/a b:c@d",
        "&quot;http://x.test:a&quot; a@b", "http://x.test/\n\ta@b",
    ])
    func `a document with addresses beside an at sign is kept`(words: String) async throws {
        _ = try await read(rss("<description>\(words)</description><enclosure url='/a.jpg' type='image/jpeg'/>"))
        #expect(cache.documents.withLock(\.count) == 1)
    }

    @Test func `an entry of an earlier version is removed unread`() async throws {
        let text = rss(#"<enclosure url="http://me:secret@x.test/a.jpg" type="image/jpeg"/>"#)
        cache.keep(
            FeedDocument(bytes: Array(text.utf8), contentType: nil, finalURL: Self.url), at: RequestAddress(Self.url))
        let reader = FeedReader(fetcher: FakeNetwork(), cache: cache)
        #expect(await reader.keptItems(of: [.url(Self.url)]) == nil && cache.documents.withLock(\.isEmpty))
    }
}
