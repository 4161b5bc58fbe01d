import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// Reading of the gallery's sources, without a network: the requests, and the use of the responses.
@MainActor @Suite(.endsInTime) struct SourceReadingTests {
    let network = HeldNetwork()
    let news = NewsList()

    /// Returns sources whose events are recorded.
    func sources(_ urls: String...) -> SourceReader { .listed(urls.map(FeedSource.url), network, news) }

    /// Returns sources after their first event.
    private func opened(_ url: String) async -> SourceReader {
        let sources = sources(url)
        sources.open()
        _ = await news.next()
        return sources
    }

    static let (one, two, page) = ("http://h.test/one", "http://h.test/two", "http://h.test/page")
    static let many = (0..<20).map { "a\($0)" }

    @Test func `the opened items are reported`() async {
        network.answer(Self.one, HeldNetwork.feed(["a", "b"]))
        let sources = sources(Self.one)
        sources.open()
        #expect(sources.isReading)
        #expect(await news.next() == "arrival a b")
        #expect(!sources.isReading && sources.result?.items.count == 2)
    }

    @Test func `a source without items is reported, and the earlier items stay`() async {
        network.answer(Self.one, HeldNetwork.feed(["a"]))
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "arrival a")
        network.answer(Self.one, nil)
        sources.refresh()
        #expect(await news.next() == "failed down")
        #expect(!sources.isReading && sources.result?.items.count == 1)
    }

    @Test func `the later read wins`() async throws {
        // given a read that does not end
        network.answer(Self.one, HeldNetwork.feed(["old"]))
        let sources = sources(Self.one)
        network.hold(Self.one)
        sources.open()
        await network.asked(Self.one)
        let earlier = try #require(sources.task)
        // when the sources are read again, and both responses arrive
        network.answer(Self.one, HeldNetwork.feed(["new"]))
        sources.refresh()
        let later = try #require(sources.task)
        await network.asked(Self.one, times: 2)
        network.letGo(Self.one)
        // then only the later read is reported
        #expect(await news.next() == "arrival new")
        await earlier.end(of: "the earlier read")
        await later.end(of: "the later read")
        #expect(news.isEmpty)
    }

    @Test func `a cancelled read reports nothing`() async throws {
        network.answer(Self.one, HeldNetwork.feed(["a"]))
        let sources = sources(Self.one)
        network.hold(Self.one)
        sources.open()
        await network.asked(Self.one)
        let read = try #require(sources.task)
        sources.cancel()
        network.letGo(Self.one)
        await read.end(of: "the cancelled read")
        #expect(news.isEmpty && !sources.isReading)
    }

    // MARK: - Pages

    @Test func `the next page is read once, when the selection is near the end`() async {
        network.answer(Self.one, HeldNetwork.feed(Self.many, next: Self.page))
        network.answer(Self.page, HeldNetwork.feed(["b"]))
        let sources = await opened(Self.one)
        sources.readAhead(at: 7, of: 20)
        #expect(!sources.paging.isReading, "it is far from the end")
        sources.readAhead(at: 8, of: 20)
        sources.readAhead(at: 9, of: 20)
        #expect(sources.paging.isReading)
        #expect(await news.next() == "page b")
        #expect(!sources.paging.hasMore && network.count(of: Self.page) == 1)
        sources.readAhead(at: 20, of: 21)
        #expect(!sources.paging.isReading)
    }

    @Test func `a failed page is read again only on request`() async {
        network.answer(Self.one, HeldNetwork.feed(Self.many, next: Self.page))
        let sources = await opened(Self.one)
        #expect(!sources.retryPage(), "none has failed yet")
        sources.readAhead(at: 19, of: 20)
        #expect(await news.next() == "page, failed")
        #expect(sources.paging.hasFailed && sources.paging.hasMore)
        sources.readAhead(at: 19, of: 20)
        #expect(!sources.paging.isReading)
        network.answer(Self.page, HeldNetwork.feed(["b"]))
        #expect(sources.retryPage())
        #expect(await news.next() == "page b")
    }

    /// Regression: the page arrived after the refresh, and again with the next page of that.
    @Test func `a failed page is not read again during a refresh`() async {
        network.answer(Self.one, HeldNetwork.feed(Self.many, next: Self.page))
        let sources = await opened(Self.one)
        sources.readAhead(at: 19, of: 20)
        #expect(await news.next() == "page, failed")
        network.hold(Self.one)
        sources.refresh()
        #expect(!sources.retryPage())
        network.letGo(Self.one)
    }

    /// Regression: the page was reported as loading forever.
    @Test func `a page that a failed refresh cancelled is read again later`() async {
        network.answer(Self.one, HeldNetwork.feed(Self.many, next: Self.page))
        network.answer(Self.page, HeldNetwork.feed(["b"]))
        let sources = await opened(Self.one)
        // given a page that is being read when a refresh of the sources fails
        network.hold(Self.page)
        sources.readAhead(at: 19, of: 20)
        await network.asked(Self.page)
        network.answer(Self.one, nil)
        sources.refresh()
        #expect(await news.next() == "failed down")
        network.letGo(Self.page)
        // when the selection moves to the end
        #expect(!sources.paging.isReading && sources.paging.hasMore)
        sources.readAhead(at: 18, of: 20)
        // then the page arrives
        #expect(await news.next() == "page b")
    }

    /// Regression: all pages but the first were removed, and the marks in them.
    @Test func `a refresh without new items keeps the pages that were read`() async {
        let last = "http://h.test/last"
        network.answer(Self.one, HeldNetwork.feed(Self.many, next: Self.page))
        network.answer(Self.page, HeldNetwork.feed(["b"], next: last))
        network.answer(last, HeldNetwork.feed(["z"]))
        let sources = await opened(Self.one)
        sources.readAhead(at: 19, of: 20)
        #expect(await news.next() == "page b")
        sources.refresh()
        let again = await news.next()
        #expect(again.hasPrefix("refresh a0 ") && again.hasSuffix(" a19 b"))
        sources.readAhead(at: 20, of: 21)
        #expect(await news.next() == "page z")
        // new items arrive with the first page only, as before
        network.answer(Self.one, HeldNetwork.feed(["new"] + Self.many, next: Self.page))
        sources.refresh()
        #expect(await news.next().hasSuffix(" a19") && sources.paging.hasMore)
    }

    @Test func `entries without pictures are shown while a filter asks for them`() async {
        network.answer(
            Self.one, HeldNetwork.feed(["a"]).replacing("</feed>", with: "<entry><title>bare</title></entry></feed>"))
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "arrival a")
        #expect(sources.result?.hiddenEntries == 1)
        sources.include(entriesWithoutPictures: true)
        #expect(await news.next() == "refresh a bare")
        sources.include(entriesWithoutPictures: true)
        #expect(!sources.isReading && network.count(of: Self.one) == 2)
        sources.include(entriesWithoutPictures: false)
        #expect(await news.next() == "refresh a")
    }
}
