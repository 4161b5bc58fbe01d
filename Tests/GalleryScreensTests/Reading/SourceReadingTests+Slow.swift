import FeedTestSupport
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens

/// Quick and slow sources.
extension SourceReadingTests {
    /// Regression: a slow source delayed the others until it had responded or timed out.
    @Test func `items of quick sources are reported at once, and the slow source is inserted later`() async {
        network.answer(Self.one, HeldNetwork.feed(["a", "b"]))
        network.answer(Self.two, HeldNetwork.feed(["c"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "arrival c")
        #expect(!sources.isReading && sources.pending == [Self.one])
        #expect(sources.isMore)
        network.letGo(Self.one)
        #expect(await news.next() == "arrival a b c")
        #expect(sources.pending.isEmpty && !sources.isMore)
    }

    @Test func `a slow source that fails in the end is named, and the others stay`() async {
        network.answer(Self.two, HeldNetwork.feed(["c"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "arrival c")
        network.letGo(Self.one)
        #expect(await news.next() == "arrival c, failed")
        #expect(sources.pending.isEmpty && sources.result?.items.count == 1)
    }

    @Test func `pages of quick sources are read while a slow source is pending`() async {
        network.answer(Self.one, HeldNetwork.feed(["a"], next: "http://h.test/other"))
        network.answer(Self.two, HeldNetwork.feed(Self.many, next: Self.page))
        network.answer(Self.page, HeldNetwork.feed(["b"]))
        network.answer("http://h.test/other", HeldNetwork.feed(["z"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next().hasPrefix("arrival a0"))
        sources.readAhead(at: 19, of: 20)
        #expect(await news.next() == "page b")
        #expect(!sources.paging.hasMore && sources.isMore)
        // the slow source is inserted before all of them, and its next pages are read
        network.letGo(Self.one)
        let grew = await news.next()
        #expect(grew.hasPrefix("arrival a a0") && grew.hasSuffix("a19 b"))
        sources.readAhead(at: 21, of: 22)
        #expect(await news.next() == "page z")
        #expect(network.count(of: Self.page) == 1)
    }

    @Test func `a source that arrives while a page is read continues after that page`() async {
        network.answer(Self.one, HeldNetwork.feed(["a"], next: "http://h.test/other"))
        network.answer(Self.two, HeldNetwork.feed(Self.many, next: Self.page))
        network.answer(Self.page, HeldNetwork.feed(["b"]))
        network.answer("http://h.test/other", HeldNetwork.feed(["z"]))
        network.hold(Self.one)
        network.hold(Self.page)
        let sources = sources(Self.one, Self.two)
        sources.open()
        _ = await news.next()
        sources.readAhead(at: 19, of: 20)
        await network.asked(Self.page)
        network.letGo(Self.one)
        #expect(await news.next().hasPrefix("arrival a a0"))
        #expect(sources.paging.isReading)
        network.letGo(Self.page)
        #expect(await news.next() == "page b")
        sources.readAhead(at: 21, of: 22)
        #expect(await news.next() == "page z")
    }

    /// Regression: the earlier items of the slow source were removed until it responded.
    @Test
    func `a refresh shows the current items of quick sources and keeps the earlier ones of a slow source`() async {
        network.answer(Self.one, HeldNetwork.feed(["a"]))
        network.answer(Self.two, HeldNetwork.feed(["c"]))
        let sources = sources(Self.one, Self.two)
        sources.open()
        var opened = await news.next()
        if opened != "arrival a c" { opened = await news.next() }  // one of them may arrive before the other
        network.answer(Self.two, HeldNetwork.feed(["new"]))
        network.answer(Self.one, HeldNetwork.feed(["later"]))
        network.hold(Self.one)
        sources.refresh()
        #expect(await news.next() == "refresh a new")
        #expect(sources.pending == [Self.one])
        network.letGo(Self.one)
        #expect(await news.next() == "refresh later new")
        #expect(sources.pending.isEmpty)
    }

    /// Regression: the page was added after items that it did not follow, and read again.
    @Test func `a pending page is dropped with the items that it follows`() async throws {
        network.answer(Self.one, HeldNetwork.feed(["a"]))
        network.answer(Self.two, HeldNetwork.feed(Self.many, next: Self.page))
        network.answer(Self.page, HeldNetwork.feed(["before"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next().hasPrefix("arrival a0"))
        network.letGo(Self.one)
        #expect(await news.next().hasPrefix("arrival a a0"))
        network.hold(Self.one)
        network.hold(Self.page)
        network.answer(Self.one, HeldNetwork.feed(["z"]))
        network.answer(Self.two, HeldNetwork.feed(Self.many + ["last"], next: Self.page))
        sources.refresh()
        #expect(await news.next().hasPrefix("refresh a a0"))
        sources.readAhead(at: 21, of: 22)
        await network.asked(Self.page)
        let dropped = try #require(sources.pageTask)
        // the slow source replaces its earlier items, and all rows are loaded again
        network.letGo(Self.one)
        #expect(await news.next().hasPrefix("refresh z a0"))
        #expect(!sources.paging.isReading && sources.paging.hasMore)
        network.answer(Self.page, HeldNetwork.feed(["now"]))
        sources.readAhead(at: 21, of: 22)
        await network.asked(Self.page, times: 2)
        network.letGo(Self.page)
        #expect(await news.next() == "page now")
        for (what, task) in [
            ("the dropped page", dropped), ("the next page", sources.pageTask), ("the refresh", sources.task),
        ] {
            try await #require(task).end(of: what)
        }
        #expect(news.isEmpty && !sources.isMore)
    }

    @Test func `a source that fails in a refresh keeps its items`() async {
        network.answer(Self.one, HeldNetwork.feed(["a"]))
        network.answer(Self.two, HeldNetwork.feed(["c"]))
        network.hold(Self.two)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "arrival a")
        network.letGo(Self.two)
        #expect(await news.next() == "arrival a c")
        network.answer(Self.one, nil)
        network.hold(Self.two)
        sources.refresh()
        await network.asked(Self.one, times: 2)
        network.letGo(Self.two)
        _ = await news.next()  // which may be reported before the other has failed
        while sources.result?.pending.isEmpty != true { _ = await news.next() }
        #expect(sources.result?.items.map(\.title) == ["a", "c"])
        #expect(sources.result?.failures.map(\.isPartial) == [true])
    }
}
