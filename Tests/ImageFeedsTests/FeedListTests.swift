import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// OPML: a document that lists feeds.
@Suite(.endsInTime) struct FeedListTests {
    private func opml(_ outlines: String) -> String {
        "<?xml version='1.0'?><opml version='2.0'><head><title>Mine</title></head><body>\(outlines)</body></opml>"
    }

    private func feed(_ name: String) -> String {
        rss(#"<title>\#(name)</title><enclosure url="\#(name).jpg" type="image/jpeg"/>"#)
    }

    private func read(_ network: FakeNetwork, limits: FeedLimits = FeedLimits()) async throws -> FeedResult {
        try await FeedReader(fetcher: network, limits: limits).items(of: [.url("http://x.test/list.opml")])
    }

    @Test func `each address that a source names is reported before it is fetched`() async throws {
        let next = #"<link rel="next" href="/2"/><entry><link rel="enclosure" href="a.jpg"/></entry>"#
        let network = FakeNetwork([
            "http://x.test/list.opml": (nil, opml("<outline xmlUrl='/1'/><outline xmlUrl='/p.jpg'/>")),
            "http://x.test/1": (nil, "<feed xmlns='http://www.w3.org/2005/Atom'>\(next)</feed>"),
            "http://x.test/2": (nil, feed("b")),
        ])
        let named = Lock<[String]>([])
        let reader = FeedReader(
            fetcher: network, willFetch: { address, source in named.withLock { $0.append("\(source) \(address)") } })
        let result = try await reader.items(of: [.url("http://x.test/list.opml")])
        _ = try await reader.page(after: #require(result.next))
        #expect(
            named.withLock(\.self) == [
                "http://x.test/list.opml http://x.test/1", "http://x.test/list.opml http://x.test/p.jpg",
                "http://x.test/1 http://x.test/2",
            ])
    }

    @Test func `feeds of all levels are read once, in their order`() async throws {
        let network = FakeNetwork([
            "http://x.test/list.opml": (
                "text/x-opml",
                opml(
                    """
                    <outline text="News"><outline text="A" type="rss" xmlUrl="a?x=1&amp;y=2"/>
                    <outline text="deeper"><outline title="B" xmlurl="http://y.test/b"/></outline></outline>
                    <outline text="no feed" htmlUrl="http://z.test/"/>
                    <outline text="again" xmlUrl="http://x.test/a?x=1&amp;y=2"/>
                    <outline text="C" xmlUrl="/c"/>
                    """)
            ),
            "http://x.test/a?x=1&y=2": (nil, feed("a")), "http://y.test/b": (nil, feed("b")),
            "http://x.test/c": (nil, feed("c")),
        ])
        let result = try await read(network)
        #expect(result.items.map(\.title) == ["a", "b", "c"])
        #expect(result.items[1].picture == .remote("http://y.test/b.jpg"))
        #expect(result.title == "Mine")
        #expect(result.failures.isEmpty)
    }

    @Test func `a list in a file is read`() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write("subscriptions.opml", opml(#"<outline xmlUrl="http://x.test/a"/>"#))
        let network = FakeNetwork(["http://x.test/a": (nil, feed("a"))])
        let result = try await FeedReader(fetcher: network).items(of: [.path(path)])
        #expect(result.items.map(\.title) == ["a"])
    }

    @Test func `a failing feed is named beside the others`() async throws {
        let network = FakeNetwork([
            "http://x.test/list.opml": (nil, opml(#"<outline xmlUrl="gone"/><outline xmlUrl="a"/>"#)),
            "http://x.test/a": (nil, feed("a")),
        ])
        let result = try await read(network)
        #expect(result.items.map(\.title) == ["a"])
        #expect(result.failures.map(\.source) == ["http://x.test/gone"])
    }

    @Test func `a list whose feeds all fail names them`() async {
        let network = FakeNetwork(["http://x.test/list.opml": (nil, opml(#"<outline xmlUrl="gone"/>"#))])
        let error = await #expect(throws: FeedError.self) { try await read(network) }
        #expect(error.map { "\($0)" } == "http://x.test/gone: 404 [31mnot found")
    }

    // MARK: - Bad input

    @Test func `a list that names itself ends`() async throws {
        let network = FakeNetwork(["http://x.test/list.opml": (nil, opml(#"<outline xmlUrl="list.opml"/>"#))])
        await #expect(
            throws: FeedError.everySourceFailed([
                FeedFailure(source: .url("http://x.test/list.opml"), error: .nestedFeedList, isPartial: false)
            ])
        ) { try await read(network) }
    }

    @Test func `a list without feeds is reported`() async {
        let network = FakeNetwork(["http://x.test/list.opml": (nil, opml("<outline text='x'/>"))])
        await #expect(throws: FeedError.noPictures(.feedList)) { try await read(network) }
    }

    @Test func `local files are not feeds of a list`() async {
        let network = FakeNetwork([
            "http://x.test/list.opml": (nil, opml(#"<outline xmlUrl="file:///etc/passwd"/>"#))
        ])
        await #expect(throws: FeedError.leftOut(count: 1, why: "only http and https feeds can be read")) {
            try await read(network)
        }
    }

    @Test func `a long list is cut with a warning`() async throws {
        var limits = FeedLimits()
        limits.listedFeeds = 2
        var network = FakeNetwork([
            "http://x.test/list.opml": (nil, opml((1...5).map { #"<outline xmlUrl="\#($0)"/>"# }.joined()))
        ])
        for number in 1...5 { network.add("http://x.test/\(number)", type: nil, bytes: Array(feed("\(number)").utf8)) }
        let result = try await read(network, limits: limits)
        #expect(result.items.map(\.title) == ["1", "2"])
        #expect(result.failures.map(\.error) == [.tooManyFeeds(limit: 2)])
    }

    @Test func `a truncated list has its feeds before the end`() async throws {
        let network = FakeNetwork([
            "http://x.test/list.opml": (nil, #"<opml><body><outline xmlUrl="a"/><outline xmlUrl="b"#),
            "http://x.test/a": (nil, feed("a")),
        ])
        let result = try await read(network)
        #expect(result.items.map(\.title) == ["a"])
        #expect(result.failures.map(\.isPartial) == [true])
    }
}
