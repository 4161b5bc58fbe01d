import Basis
import ImageFeeds
import Testing

@testable import halftone

/// How the sources of the gallery are read, without a network: what is asked for, and what is taken of it.
@MainActor @Suite(.timeLimit(.minutes(60))) struct SourceReadingTests {
    private let network = HeldNetwork()
    private let news = NewsList()

    /// Sources whose news are written down.
    private func sources(_ urls: String...) -> GallerySources {
        let sources = GallerySources(urls.map(FeedSource.url), fetcher: network, options: FeedOptions(), pause: {})
        sources.didChange = { [news] in news.add($0) }
        return sources
    }

    private static func feed(_ titles: [String], next: String? = nil, links: Int = 0) -> String {
        let entries = titles.map {
            "<entry><title>\($0)</title><link rel='enclosure' type='image/png' href='http://h.test/\($0).png'/></entry>"
        }
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        return "<feed xmlns='http://www.w3.org/2005/Atom'><title>t</title>\(link)\(entries.joined())</feed>"
    }

    private static let (one, two, page) = ("http://h.test/one", "http://h.test/two", "http://h.test/page")
    private static let many = (0..<20).map { "a\($0)" }

    @Test func whatWasOpenedIsTold() async {
        network.answer(Self.one, Self.feed(["a", "b"]))
        let sources = sources(Self.one)
        sources.open()
        #expect(sources.isReading)
        #expect(await news.next() == "opened a b")
        #expect(!sources.isReading && sources.result?.items.count == 2)
    }

    @Test func aSourceThatGivesNothingIsToldAndLeavesWhatWasThere() async {
        network.answer(Self.one, Self.feed(["a"]))
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "opened a")
        network.answer(Self.one, nil)
        sources.refresh()
        #expect(await news.next() == "failed could not be fetched: down")
        #expect(!sources.isReading && sources.result?.items.count == 1)
    }

    @Test func whatIsAskedForLaterWins() async {
        // given a reading that does not come to its end
        network.answer(Self.one, Self.feed(["old"]))
        let sources = sources(Self.one)
        network.hold(Self.one)
        sources.open()
        await network.asked(Self.one)
        // when the sources are read again, and both answers come
        network.answer(Self.one, Self.feed(["new"]))
        sources.refresh()
        await network.asked(Self.one, times: 2)
        network.letGo(Self.one)
        // then the later reading is told of, and nothing else
        #expect(await news.next() == "refreshed new")
        await news.settle()
        #expect(news.isEmpty)
    }

    @Test func aCancelledReadingBringsNothing() async {
        network.answer(Self.one, Self.feed(["a"]))
        let sources = sources(Self.one)
        network.hold(Self.one)
        sources.open()
        await network.asked(Self.one)
        sources.cancel()
        network.letGo(Self.one)
        await news.settle()
        #expect(news.isEmpty && !sources.isReading)
    }

    // MARK: - Sources that take their time

    /// It held up those beside it until it had answered or given up.
    @Test func whatQuickSourcesGiveIsToldAtOnceAndTheSlowOneTakesItsPlaceLater() async {
        network.answer(Self.one, Self.feed(["a", "b"]))
        network.answer(Self.two, Self.feed(["c"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "opened c")
        #expect(!sources.isReading && sources.coming == [Self.one])
        #expect({ if case .coming = sources.following { true } else { false } }())
        network.letGo(Self.one)
        #expect(await news.next() == "grown a b c, new 0..<2")
        #expect(sources.coming.isEmpty && !sources.following.isMore)
    }

    @Test func aSlowSourceThatFailsInTheEndIsNamedAndTheOthersStay() async {
        network.answer(Self.two, Self.feed(["c"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "opened c")
        network.letGo(Self.one)
        #expect(await news.next() == "grown c, failed")
        #expect(sources.coming.isEmpty && sources.result?.items.count == 1)
    }

    @Test func pagesOfQuickSourcesAreReadWhileASlowOneIsComing() async {
        network.answer(Self.one, Self.feed(["a"], next: "http://h.test/other"))
        network.answer(Self.two, Self.feed(Self.many, next: Self.page))
        network.answer(Self.page, Self.feed(["b"]))
        network.answer("http://h.test/other", Self.feed(["z"]))
        network.hold(Self.one)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next().hasPrefix("opened a0"))
        sources.didMove(to: 19, of: 20)
        #expect(await news.next() == "page b")
        #expect(!sources.paging.hasMore && sources.following.isMore)
        // the slow source comes before all that, and goes on where it goes on
        network.letGo(Self.one)
        let grown = await news.next()
        #expect(grown.hasPrefix("grown a a0") && grown.hasSuffix("a19 b, new 0..<1"))
        sources.didMove(to: 21, of: 22)
        #expect(await news.next() == "page z")
        #expect(network.count(of: Self.page) == 1)
    }

    @Test func aSourceThatComesWhileAPageIsReadGoesOnAfterThatPage() async {
        network.answer(Self.one, Self.feed(["a"], next: "http://h.test/other"))
        network.answer(Self.two, Self.feed(Self.many, next: Self.page))
        network.answer(Self.page, Self.feed(["b"]))
        network.answer("http://h.test/other", Self.feed(["z"]))
        network.hold(Self.one)
        network.hold(Self.page)
        let sources = sources(Self.one, Self.two)
        sources.open()
        _ = await news.next()
        sources.didMove(to: 19, of: 20)
        await network.asked(Self.page)
        network.letGo(Self.one)
        #expect(await news.next().hasSuffix("new 0..<1"))
        #expect(sources.paging.isReading)
        network.letGo(Self.page)
        #expect(await news.next() == "page b")
        sources.didMove(to: 21, of: 22)
        #expect(await news.next() == "page z")
    }

    /// What was there of it was gone until it answered.
    @Test func aRefreshShowsWhatQuickSourcesHaveNowAndKeepsWhatASlowOneHad() async {
        network.answer(Self.one, Self.feed(["a"]))
        network.answer(Self.two, Self.feed(["c"]))
        let sources = sources(Self.one, Self.two)
        sources.open()
        var opened = await news.next()
        if opened != "opened a c" { opened = await news.next() }  // one of them may have come before the other
        network.answer(Self.two, Self.feed(["new"]))
        network.answer(Self.one, Self.feed(["later"]))
        network.hold(Self.one)
        sources.refresh()
        #expect(await news.next() == "refreshed a new")
        #expect(sources.coming == [Self.one])
        network.letGo(Self.one)
        #expect(await news.next() == "refreshed later new")
        #expect(sources.coming.isEmpty)
    }

    @Test func aSourceThatFailsInARefreshKeepsWhatItHad() async {
        network.answer(Self.one, Self.feed(["a"]))
        network.answer(Self.two, Self.feed(["c"]))
        network.hold(Self.two)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "opened a")
        network.letGo(Self.two)
        #expect(await news.next() == "grown a c, new 1..<2")
        network.answer(Self.one, nil)
        network.hold(Self.two)
        sources.refresh()
        await network.asked(Self.one, times: 2)
        network.letGo(Self.two)
        #expect(await news.next() == "refreshed a c")
        #expect(sources.result?.failures.map(\.isPartial) == [true] && sources.result?.isUnchanged == false)
    }

    @Test func whatWasStillComingWhenAFeedWasOpenedIsAskedForWhenTheReaderIsBack() async {
        network.answer(
            Self.one,
            "<html><head><link rel='alternate' type='application/atom+xml' href='\(Self.page)'></head>"
                + "<body><img src='/p.png'></body></html>")
        network.answer(Self.two, Self.feed(["c"]))
        network.answer(Self.page, Self.feed(["b"]))
        network.hold(Self.two)
        let sources = sources(Self.one, Self.two)
        sources.open()
        #expect(await news.next() == "opened p.png")
        sources.open(sources.linkedFeeds[0])
        #expect(sources.coming.isEmpty)
        #expect(await news.next() == "opened b")
        network.letGo(Self.two)
        #expect(sources.goBack())
        #expect(await news.next() == "returned p.png")
        // the page may come before the other once more
        var line = await news.next()
        while !line.contains(" p.png c") { line = await news.next() }
        #expect(sources.result?.pending.isEmpty == true)
    }

    // MARK: - Pages

    @Test func theNextPageIsReadOnceWhenTheReaderIsNearTheEnd() async {
        network.answer(Self.one, Self.feed(Self.many, next: Self.page))
        network.answer(Self.page, Self.feed(["b"]))
        let sources = sources(Self.one)
        sources.open()
        _ = await news.next()
        sources.didMove(to: 7, of: 20)
        #expect(!sources.paging.isReading, "it is far from the end")
        sources.didMove(to: 8, of: 20)
        sources.didMove(to: 9, of: 20)
        #expect(sources.paging.isReading)
        #expect(await news.next() == "page b")
        #expect(!sources.paging.hasMore && network.count(of: Self.page) == 1)
        sources.didMove(to: 20, of: 21)
        #expect(!sources.paging.isReading)
    }

    @Test func aPageThatFailedIsReadAgainOnlyWhenAskedTo() async {
        network.answer(Self.one, Self.feed(Self.many, next: Self.page))
        let sources = sources(Self.one)
        sources.open()
        _ = await news.next()
        #expect(!sources.retryPage(), "none has failed yet")
        sources.didMove(to: 19, of: 20)
        #expect(await news.next() == "page, failed")
        #expect(sources.paging.hasFailed && sources.paging.hasMore)
        sources.didMove(to: 19, of: 20)
        #expect(!sources.paging.isReading)
        network.answer(Self.page, Self.feed(["b"]))
        #expect(sources.retryPage())
        #expect(await news.next() == "page b")
    }

    /// It came after the new reading, and once more with the paging of that.
    @Test func aPageThatFailedIsNotReadAgainBesideARefresh() async {
        network.answer(Self.one, Self.feed(Self.many, next: Self.page))
        let sources = sources(Self.one)
        sources.open()
        _ = await news.next()
        sources.didMove(to: 19, of: 20)
        #expect(await news.next() == "page, failed")
        network.hold(Self.one)
        sources.refresh()
        #expect(!sources.retryPage())
        network.letGo(Self.one)
    }

    /// It was said to be on its way for ever.
    @Test func aPageThatAFailedRefreshCutOffIsReadAgainLater() async {
        network.answer(Self.one, Self.feed(Self.many, next: Self.page))
        network.answer(Self.page, Self.feed(["b"]))
        let sources = sources(Self.one)
        sources.open()
        _ = await news.next()
        // given a page that is being read when the sources are read again, in vain
        network.hold(Self.page)
        sources.didMove(to: 19, of: 20)
        await network.asked(Self.page)
        network.answer(Self.one, nil)
        sources.refresh()
        #expect(await news.next() == "failed could not be fetched: down")
        network.letGo(Self.page)
        // when the reader moves on at the end
        #expect(!sources.paging.isReading && sources.paging.hasMore)
        sources.didMove(to: 18, of: 20)
        // then it comes
        #expect(await news.next() == "page b")
    }

    /// All pages but the first were gone, and what was marked there with them.
    @Test func aRefreshThatBringsNothingNewKeepsThePagesThatWereRead() async {
        let last = "http://h.test/last"
        network.answer(Self.one, Self.feed(Self.many, next: Self.page))
        network.answer(Self.page, Self.feed(["b"], next: last))
        network.answer(last, Self.feed(["z"]))
        let sources = sources(Self.one)
        sources.open()
        _ = await news.next()
        sources.didMove(to: 19, of: 20)
        #expect(await news.next() == "page b")
        sources.refresh()
        let again = await news.next()
        #expect(again.hasPrefix("refreshed a0 ") && again.hasSuffix(" a19 b"))
        sources.didMove(to: 20, of: 21)
        #expect(await news.next() == "page z")
        // what is new comes with the first page only, as before
        network.answer(Self.one, Self.feed(["new"] + Self.many, next: Self.page))
        sources.refresh()
        #expect(await news.next().hasSuffix(" a19") && sources.paging.hasMore)
    }

    // MARK: - Feeds of a page

    @Test func aLinkedFeedTakesThePlaceOfItsPageUntilTheReaderGoesBack() async {
        network.answer(
            Self.one,
            "<html><head><link rel='alternate' type='application/atom+xml' href='\(Self.two)'></head>"
                + "<body><img src='/p.png'></body></html>")
        network.answer(Self.two, Self.feed(["b", "c"]))
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "opened p.png")
        #expect(sources.linkedFeeds.map(\.address) == [Self.two] && !sources.canGoBack && !sources.goBack())
        sources.open(sources.linkedFeeds[0])
        #expect(await news.next() == "opened b c")
        #expect(sources.sources == [.url(Self.two)] && sources.canGoBack)
        // back again without a question
        #expect(sources.goBack())
        #expect(await news.next() == "returned p.png")
        #expect(sources.sources == [.url(Self.one)] && !sources.canGoBack && network.count(of: Self.one) == 1)
    }

    /// The pages that had come already came once more.
    @Test func whoGoesBackGoesOnAtThePageThatWasNext() async {
        let last = "http://h.test/last"
        let links = "<link rel='alternate' type='application/atom+xml' href='\(Self.two)'>"
        network.answer(
            Self.one,
            "<html><head>\(links)<link rel='next' href='\(Self.page)'></head>"
                + "<body><img src='/p.png'></body></html>")
        network.answer(Self.page, Self.feed(Self.many, next: last))
        network.answer(last, Self.feed(["z"]))
        network.answer(Self.two, Self.feed(["b"]))
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "opened p.png")
        #expect(sources.paging.hasMore)
        sources.didMove(to: 0, of: 1)
        #expect(await news.next().hasPrefix("page a0"))
        // when the feed is opened while the last page is being read
        network.hold(last)
        sources.didMove(to: 20, of: 21)
        await network.asked(last)
        sources.open(sources.linkedFeeds[0])
        #expect(await news.next() == "opened b")
        #expect(sources.depth == 1 && !sources.paging.hasMore)
        network.letGo(last)
        #expect(sources.goBack() && sources.depth == 0)
        #expect(await news.next() == "returned p.png")
        // then that page is asked for again, and no other
        sources.didMove(to: 20, of: 21)
        #expect(await news.next() == "page z")
        #expect(network.count(of: Self.page) == 1 && network.count(of: Self.one) == 1)
    }

    @Test func entriesWithoutPicturesComeAndGo() async {
        network.answer(
            Self.one, Self.feed(["a"]).replacing("</feed>", with: "<entry><title>bare</title></entry></feed>"))
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "opened a")
        #expect(sources.result?.hiddenEntries == 1)
        sources.toggleHiddenEntries()
        #expect(await news.next() == "refreshed a bare")
        sources.toggleHiddenEntries()
        #expect(await news.next() == "refreshed a")
    }
}

/// Documents in memory, which come when the test lets them.
private final class HeldNetwork: FeedFetcher {
    private struct State {
        var documents: [String: String] = [:]
        var held: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        var counts: [String: Int] = [:]
        var watchers: [(url: String, count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private struct Down: Error, CustomStringConvertible { let description = "down" }

    private let state = Lock(State())

    func answer(_ url: String, _ text: String?) { state.withLock { $0.documents[url] = text } }
    func hold(_ url: String) { state.withLock { _ = $0.held.insert(url) } }
    func count(of url: String) -> Int { state.withLock { $0.counts[url] ?? 0 } }

    func letGo(_ url: String) {
        let waiting = state.withLock { state in
            state.held.remove(url)
            return state.waiting.removeValue(forKey: url) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns as soon as the document has been asked for so often.
    func asked(_ url: String, times: Int = 1) async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if (state.counts[url] ?? 0) >= times { return true }
                state.watchers.append((url, times, continuation))
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    func fetch(_ url: String) async throws -> FeedDocument {
        // What is there when it is asked for comes, however late.
        let (text, watchers) = state.withLock { state in
            state.counts[url, default: 0] += 1
            let reached = state.watchers.filter { $0.url == url && $0.count <= state.counts[url] ?? 0 }
            state.watchers.removeAll { $0.url == url && $0.count <= state.counts[url] ?? 0 }
            return (state.documents[url], reached)
        }
        for watcher in watchers { watcher.continuation.resume() }
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if !state.held.contains(url) { return true }
                state.waiting[url, default: []].append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        guard let text else { throw Down() }
        let type = text.hasPrefix("<html") ? "text/html" : "application/atom+xml"
        return FeedDocument(bytes: Array(text.utf8), contentType: type, finalURL: url)
    }
}

/// What the sources told, in words.
@MainActor private final class NewsList {
    private var lines: [String] = []
    private var waiting: CheckedContinuation<Void, Never>?

    var isEmpty: Bool { lines.isEmpty }

    func add(_ news: GallerySources.News) {
        func titles(_ items: FeedItems) -> String { items.map { " " + $0.title }.joined() }
        switch news {
        case .opened(let result): lines.append("opened" + titles(result.items))
        case .grown(let growth):
            let ranges = growth.insertions.map { "new \($0)" }.joined(separator: ", ")
            lines.append(
                "grown" + titles(growth.items) + (ranges.isEmpty ? "" : ", " + ranges)
                    + (growth.failures.isEmpty ? "" : ", failed"))
        case .returned(let result): lines.append("returned" + titles(result.items))
        case .refreshed(let result): lines.append("refreshed" + titles(result.items))
        case .page(let page): lines.append("page" + titles(page.items) + (page.failures.isEmpty ? "" : ", failed"))
        case .failed(let error): lines.append("failed \(error)")
        }
        waiting?.resume()
        waiting = nil
    }

    /// The next of them, as soon as it is there.
    func next() async -> String {
        if lines.isEmpty { await withCheckedContinuation { waiting = $0 } }
        return lines.removeFirst()
    }

    /// Lets everything that is under way come to its end: as long as nothing is held, that takes a few turns.
    func settle() async { for _ in 0..<1_000 { await Task.yield() } }
}
