import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TestSupport
import Testing

@testable import GalleryScreens

/// Cached feeds, which the gallery shows before their servers have responded.
@MainActor @Suite(.endsInTime) struct KeptFeedTests {
    private let network = HeldNetwork()
    private let news = NewsList()
    private let folder = TemporaryDirectory()
    private let disk: DiskCache

    init() { disk = DiskCache(directory: folder.path) }

    /// Returns the sources as in another run of the program, with their events recorded.
    private func sources(_ arguments: String...) -> SourceReader {
        .listed(arguments.map(FeedSource.init(argument:)), network, news, cache: KeptFeeds(disk: disk))
    }

    private static let (one, two, page) = ("http://h.test/one", "http://h.test/two", "http://h.test/page")

    /// Runs the program once and reads one source to its end.
    private func read(_ titles: [String], next: String? = nil) async {
        network.answer(Self.one, HeldNetwork.feed(titles, next: next))
        let first = sources(Self.one)
        first.open()
        _ = await news.next()
    }

    @Test func `a cached feed is opened before its server responds`() async {
        await read(["a", "b"])
        network.answer(Self.one, HeldNetwork.feed(["new", "a", "b"]))
        network.hold(Self.one)
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "arrival a b")
        #expect(sources.isKept && !sources.isReading && sources.pending == [Self.one])
        network.letGo(Self.one)
        #expect(await news.next() == "renewal new a b")
        #expect(!sources.isKept && sources.pending.isEmpty)
    }

    @Test func `an unchanged feed is reported once`() async {
        await read(["a", "b"])
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "arrival a b")
        #expect(await news.next() == "arrival a b")
        #expect(!sources.isKept && sources.pending.isEmpty)
    }

    @Test func `without a network the cached items stay`() async {
        await read(["a"])
        network.answer(Self.one, nil)
        let sources = sources(Self.one)
        sources.open()
        #expect(await news.next() == "arrival a")
        #expect(await news.next() == "failed down")
        #expect(sources.isKept && sources.result?.items.count == 1)
        #expect(sources.failedCount == 1 && sources.reports.map(\.hasFailed) == [true])
        // until the sources can be read again
        network.answer(Self.one, HeldNetwork.feed(["a", "b"]))
        sources.refresh()
        #expect(await news.next() == "refresh a b")
        #expect(!sources.isKept)
    }

    @Test func `a source without cached items is added to the cached ones`() async {
        await read(["a"])
        network.answer(Self.two, HeldNetwork.feed(["z"]))
        let sources = sources(Self.two, Self.one)
        sources.open()
        #expect(await news.next() == "arrival a")
        var line = await news.next()
        if line == "arrival a" { line = await news.next() }  // the cached one may have arrived before
        #expect(line == "arrival z a")
    }

    @Test func `pages follow cached items once their sources have answered`() async {
        let many = (0..<20).map { "a\($0)" }
        await read(many, next: Self.page)
        network.answer(Self.page, HeldNetwork.feed(["b"]))
        network.hold(Self.one)
        let sources = sources(Self.one)
        sources.open()
        _ = await news.next()
        #expect(!sources.readAhead(at: 19, of: 20), "the answer would replace the items that it continues")
        network.letGo(Self.one)
        _ = await news.next()
        sources.readAhead(at: 19, of: 20)
        #expect(await news.next() == "page b")
        #expect(network.count(of: Self.page) == 1 && !sources.paging.hasMore)
    }

    /// Regression: the program read from the network, which was down, and nothing was shown.
    @Test func `a refresh before the cached items are there shows them too`() async {
        await read(["a"])
        network.answer(Self.one, nil)
        let sources = sources(Self.one)
        sources.open()
        sources.refresh()
        #expect(await news.next() == "arrival a")
        #expect(await news.next() == "failed down")
    }

    /// Regression: local items were inserted above the selection when they arrived.
    @Test func `local sources keep their place before cached items`() async {
        await read(["a"])
        let pictures = TemporaryDirectory()
        pictures.write([1], to: "x.png")
        network.hold(Self.one)
        let sources = sources(pictures.path, Self.one)
        sources.open()
        #expect(await news.next() == "arrival x.png a")
        network.letGo(Self.one)
        #expect(await news.next() == "arrival x.png a")
    }

    /// A cached feed is all there is if there are no local items and no network.
    @Test func `cached items are shown if nothing else can be`() async {
        await read(["a"])
        network.answer(Self.one, nil)
        let sources = sources("/nowhere/at/all", Self.one)
        sources.open()
        var line = await news.next()
        while line.hasPrefix("arrival a") { line = await news.next() }
        #expect(line.hasPrefix("failed"))
        #expect(sources.result?.items.map(\.title) == ["a"])
    }

    // MARK: - In the disk cache

    private func document(_ url: String, bytes: [UInt8] = [1, 2, 3]) -> FeedDocument {
        var document = FeedDocument(
            bytes: bytes, contentType: "text/html; charset=koi8-r", finalURL: url,
            validators: FeedValidators(entityTag: "\"1\"", lastModified: "yesterday"))
        document.links = ["<2>; rel=next"]
        return document
    }

    @Test func `a cached document is read back unchanged`() throws {
        KeptFeeds(disk: disk).keep(document("http://moved.test/two"), at: Self.one)
        disk.flush()
        let kept = try #require(KeptFeeds(disk: DiskCache(directory: folder.path)).document(at: Self.one))
        #expect(kept.bytes == [1, 2, 3] && kept.contentType == "text/html; charset=koi8-r")
        #expect(kept.finalURL == "http://moved.test/two" && kept.links == ["<2>; rel=next"])
        #expect(kept.validators == FeedValidators(entityTag: "\"1\"", lastModified: "yesterday"))
        // and the feed is not stored as a picture
        #expect(disk.read(DiskKey(source: Self.one)) == nil)
    }

    @Test(arguments: ["http://me:secret@h.test/one", "http://me@h.test/one"])
    func `a document behind a password is not cached`(url: String) {
        let kept = KeptFeeds(disk: disk)
        kept.keep(document(url), at: url)
        #expect(kept.document(at: url) == nil)
        #expect(disk.totals().count == 0)
    }

    @Test func `a list that is too long is not cached, and its cached version is removed`() {
        var limits = FeedLimits()
        limits.feedBytes = 3
        let kept = KeptFeeds(disk: disk, limits: limits)
        kept.keep(document(Self.one), at: Self.one)
        #expect(kept.document(at: Self.one) != nil)
        kept.keep(document(Self.one, bytes: [1, 2, 3, 4]), at: Self.one)
        #expect(kept.document(at: Self.one) == nil)
    }

    @Test func `an entry of another program is no document`() throws {
        let kept = KeptFeeds(disk: disk)
        kept.keep(document(Self.one), at: Self.one)
        let key = DiskKey(source: "feed " + Self.one)
        var entry = try #require(disk.read(key))
        for facts in [Array("{\"url\":1}".utf8), nil] {
            entry.extended = facts
            disk.store(entry, for: key)
            #expect(kept.document(at: Self.one) == nil)
        }
    }
}

extension KeptFeeds {
    fileprivate func document(at url: String) -> FeedDocument? { document(at: RequestAddress(url)) }
    fileprivate func keep(_ document: FeedDocument?, at url: String) { keep(document, at: RequestAddress(url)) }
}
