import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Documents that are cached between runs: shown before any server has answered, and revalidated.
@Suite(.endsInTime) struct KeptDocumentTests {
    private static let (one, two, list) = ("http://x.test/1", "http://x.test/2", "http://x.test/l")
    private let cache = MemoryFeedCache()

    private func feed(_ name: String) -> String {
        rss(#"<title>\#(name)</title><enclosure url="\#(name).jpg" type="image/jpeg"/>"#)
    }

    private func reader(_ server: TaggedServer) -> FeedReader { FeedReader(fetcher: server, cache: cache) }

    @Test func `a document that was read is available in the next run without a request`() async throws {
        let sources: [FeedSource] = [.url(Self.one), .url(Self.two)]
        let first = TaggedServer([Self.one: feed("a"), Self.two: feed("b")])
        #expect(await reader(first).keptItems(of: sources) == nil)
        _ = try await reader(first).items(of: sources)
        let later = TaggedServer([:])
        let kept = try #require(await reader(later).keptItems(of: sources))
        #expect(kept.items.map(\.title) == ["a", "b"])
        #expect(kept.pending == [Self.one, Self.two] && !kept.hasNews)
        #expect(later.sent.withLock(\.self).isEmpty)
    }

    @Test func `the first of very many sources are shown before any has responded`() async throws {
        let urls = (0..<310).map { "http://x.test/\($0)" }
        let texts = Dictionary(uniqueKeysWithValues: urls.map { ($0, feed(String($0.dropFirst(14)))) })
        let sources = urls.map { FeedSource.url(RequestAddress($0)) }
        _ = try await reader(TaggedServer(texts)).items(of: sources)
        let kept = try #require(await reader(TaggedServer([:])).keptItems(of: sources))
        #expect(kept.items.map(\.title) == (0..<300).map(String.init))
        // the others are revalidated, as all are
        let server = TaggedServer(texts)
        let result = try await reader(server).items(of: sources, since: kept)
        #expect(result.items.count == 310 && server.sent.withLock(\.self).isEmpty)
    }

    @Test func `the next run requests documents conditionally`() async throws {
        let sources: [FeedSource] = [.url(Self.one), .url(Self.two)]
        _ = try await reader(TaggedServer([Self.one: feed("a"), Self.two: feed("b")])).items(of: sources)
        let server = TaggedServer([Self.one: feed("a"), Self.two: feed("c")])
        let kept = await reader(server).keptItems(of: sources)
        let result = try await reader(server).items(of: sources, since: kept)
        #expect(server.sent.withLock(\.self) == [Self.two])
        #expect(result.items.map(\.title) == ["a", "c"] && result.hasNews)
        // the new document is cached in its turn
        let later = try #require(await reader(server).keptItems(of: sources))
        #expect(later.items.map(\.title) == ["a", "c"])
        #expect(try await !reader(server).items(of: sources, since: later).hasNews)
    }

    @Test func `the feeds of a list are cached with it`() async throws {
        let text = #"<opml><body><outline xmlUrl="1"/><outline xmlUrl="2"/></body></opml>"#
        let server = TaggedServer([Self.list: text, Self.one: feed("a"), Self.two: feed("b")])
        _ = try await reader(server).items(of: [.url(Self.list)])
        #expect(cache.urls == [Self.one, Self.two, Self.list])
        let kept = try #require(await reader(TaggedServer([:])).keptItems(of: [.url(Self.list)]))
        #expect(kept.items.map(\.title) == ["a", "b"])
    }

    /// Regression: each run fetched all of them again, and showed none before they had arrived.
    @Test func `the feeds of a local list are cached`() async throws {
        let folder = TemporaryDirectory()
        let list = try folder.write(
            "subs.opml",
            "<opml><body><outline xmlUrl='\(Self.one)'/><outline xmlUrl='\(Self.two)'/></body></opml>")
        let server = TaggedServer([Self.one: feed("a"), Self.two: feed("b")])
        _ = try await reader(server).items(of: [.path(list)])
        server.sent.withLock { $0 = [] }
        let again = try await reader(server).items(of: [.path(list)])
        #expect(again.items.map(\.title) == ["a", "b"] && server.sent.withLock(\.self).isEmpty)
        // and without a network
        let alone = try await reader(TaggedServer([:])).items(of: [.path(list)])
        #expect(alone.items.map(\.title) == ["a", "b"])
        #expect(alone.failures.map(\.isPartial) == [true, true])
    }

    @Test func `a cached document is requested by its validators also without an earlier lookup`() async throws {
        let server = TaggedServer([Self.one: feed("a")])
        _ = try await reader(server).items(of: [.url(Self.one)])
        server.sent.withLock { $0 = [] }
        let result = try await reader(server).items(of: [.url(Self.one)])
        #expect(result.items.map(\.title) == ["a"] && server.sent.withLock(\.self).isEmpty)
        // unless the reading is `afresh`
        _ = try await reader(server).items(of: [.url(Self.one)], afresh: true)
        #expect(server.sent.withLock(\.self) == [Self.one])
    }

    /// Regression: in the second run a feed had no title.
    @Test func `a cached source has its title`() async throws {
        let text =
            "<rss version='2.0'><channel><title>The feed</title><item><title>a</title>"
            + "<enclosure url='a.jpg' type='image/jpeg'/></item></channel></rss>"
        let first = try await reader(TaggedServer([Self.one: text])).items(of: [.url(Self.one)])
        #expect(first.title == "The feed")
        #expect(await reader(TaggedServer([:])).keptItems(of: [.url(Self.one)])?.title == "The feed")
    }

    /// Regression: the two results were taken for equal, and marks moved from one item to another.
    @Test func `feeds in another order count as changed`() async throws {
        func list(_ feeds: String...) -> String {
            "<opml><body>" + feeds.map { "<outline xmlUrl='\($0)'/>" }.joined() + "</body></opml>"
        }
        let server = TaggedServer([Self.list: list("1", "2"), Self.one: feed("a"), Self.two: feed("b")])
        _ = try await reader(server).items(of: [.url(Self.list)])
        server.documents.withLock { $0[Self.list] = list("2", "1") }
        let kept = try #require(await reader(server).keptItems(of: [.url(Self.list)]))
        let result = try await reader(server).items(of: [.url(Self.list)], since: kept)
        #expect(kept.items.map(\.title) == ["a", "b"] && result.items.map(\.title) == ["b", "a"])
        #expect(!result.continues(kept))
    }

    /// Regression: reading a feed behind a captive portal deleted its cached document.
    @Test func `a page without pictures does not remove a cached feed`() async throws {
        _ = try await reader(TaggedServer([Self.one: feed("a")])).items(of: [.url(Self.one)])
        await #expect(throws: FeedError.self) {
            try await reader(TaggedServer([Self.one: "<html><body>Please log in</body></html>"]))
                .items(of: [.url(Self.one)])
        }
        #expect(cache.urls == [Self.one])
    }

    /// Regression: a page with pictures replaced the cached feed for good.
    @Test(arguments: [true, false])
    func `a page in place of a feed is shown, and the cached feed stays`(mayBeKept: Bool) async throws {
        let source: [FeedSource] = [.url(Self.one)]
        _ = try await reader(TaggedServer([Self.one: feed("a")])).items(of: source)
        let hotel = TaggedServer(
            [Self.one: "<html><body><img src='logo.png'>Please log in</body></html>"], mayBeKept: mayBeKept)
        let page = try await reader(hotel).items(of: source, since: await reader(hotel).keptItems(of: source))
        #expect(page.items.map(\.title) == ["logo.png"])
        #expect(page.failures == [FeedFailure(source: source[0], error: .pageInPlaceOfFeed, isPartial: true)])
        // also when it is read once more, afresh or not
        for (previous, afresh) in [(page, false), (page, true), (nil, false)] as [(FeedResult?, Bool)] {
            let again = try await reader(hotel).items(of: source, since: previous, afresh: afresh)
            #expect(again.failures.map(\.error) == [.pageInPlaceOfFeed] && again.items.map(\.title) == ["logo.png"])
        }
        #expect(await reader(TaggedServer([:])).keptItems(of: source)?.items.map(\.title) == ["a"])
        // until the feed is back
        let back = try await reader(TaggedServer([Self.one: feed("b")])).items(of: source, since: page)
        #expect(back.items.map(\.title) == ["b"] && back.failures.isEmpty)
        #expect(await reader(TaggedServer([:])).keptItems(of: source)?.items.map(\.title) == ["b"])
    }

    @Test func `the cached items of a page are its current ones`() async throws {
        for name in ["a.png", "b.png"] {
            let server = TaggedServer([Self.one: "<html><body><img src='\(name)'></body></html>"])
            let result = try await reader(server).items(of: [.url(Self.one)])
            #expect(result.items.map(\.title) == [name] && result.failures.isEmpty)
            #expect(await reader(TaggedServer([:])).keptItems(of: [.url(Self.one)])?.items.map(\.title) == [name])
        }
    }

    @Test func `a source that fails beside others shows its cached items`() async throws {
        let sources: [FeedSource] = [.url(Self.one), .url(Self.two)]
        _ = try await reader(TaggedServer([Self.one: feed("a"), Self.two: feed("b")])).items(of: sources)
        let server = TaggedServer([Self.two: feed("b")])
        let kept = await reader(server).keptItems(of: sources)
        let result = try await reader(server).items(of: sources, since: kept)
        #expect(result.items.map(\.title) == ["a", "b"])
        #expect(result.failures.map(\.source) == [Self.one] && result.failures[0].isPartial)
        #expect(cache.urls == [Self.one, Self.two])
    }

    @Test func `a document that cannot be parsed replaces none`() async throws {
        _ = try await reader(TaggedServer([Self.one: feed("a")])).items(of: [.url(Self.one)])
        await #expect(throws: FeedError.self) {
            try await reader(TaggedServer([Self.one: "\0 is nothing"])).items(of: [.url(Self.one)])
        }
        #expect(await reader(TaggedServer([:])).keptItems(of: [.url(Self.one)])?.items.map(\.title) == ["a"])
    }

    @Test func `a feed without items any more is removed from the cache`() async throws {
        _ = try await reader(TaggedServer([Self.one: feed("a")])).items(of: [.url(Self.one)])
        await #expect(throws: FeedError.self) {
            try await reader(TaggedServer([Self.one: "<rss version='2.0'><channel/></rss>"])).items(of: [.url(Self.one)]
            )
        }
        #expect(cache.urls.isEmpty)
    }

    @Test func `a no-store document is not cached`() async throws {
        _ = try await reader(TaggedServer([Self.one: feed("a")])).items(of: [.url(Self.one)])
        _ = try await reader(TaggedServer([Self.one: feed("b")], mayBeKept: false)).items(of: [.url(Self.one)])
        #expect(cache.urls.isEmpty)
    }

    @Test func `local sources are not cached and are read again`() async throws {
        let folder = TemporaryDirectory()
        try folder.write("x.png", "x")
        let sources: [FeedSource] = [.path(folder.path), .url(Self.one)]
        let server = TaggedServer([Self.one: feed("a")])
        #expect(await reader(server).keptItems(of: [.path(folder.path)]) == nil)
        _ = try await reader(server).items(of: sources)
        #expect(cache.urls == [Self.one])
        let kept = try #require(await reader(server).keptItems(of: sources))
        #expect(kept.items.map(\.title) == ["a"])
        #expect(kept.pending == [folder.path, Self.one])
    }

    @Test func `a document that is sent again with equal bytes is unchanged`() async throws {
        var network = FakeNetwork([Self.one: (nil, feed("a"))])  // without validators
        let first = try await FeedReader(fetcher: network).items(of: [.url(Self.one)])
        let second = try await FeedReader(fetcher: network).items(of: [.url(Self.one)], since: first)
        #expect(first.hasNews && !second.hasNews)
        network.add(Self.one, type: nil, bytes: Array(feed("b").utf8))
        let third = try await FeedReader(fetcher: network).items(of: [.url(Self.one)], since: second)
        #expect(third.hasNews && third.items.map(\.title) == ["b"])
        #expect(FeedValidators(entityTag: nil, lastModified: nil) == nil)
    }
}
