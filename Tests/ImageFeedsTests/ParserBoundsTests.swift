import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Documents on which the parser would take quadratic time, and cancelled parsing.
@Suite(.endsInTime) struct ParserBoundsTests {
    private func attributes(_ count: Int, in range: Range<Int>? = nil) -> String {
        (range ?? 0..<count).map { " a\($0)=''" }.joined()
    }

    private let tooMany = "an element has more than 256 attributes or namespaces"

    private func expect(_ result: FeedResult, _ titles: [String], _ complaint: String?) {
        #expect(result.items.map(\.title) == titles)
        let errors = [complaint].compactMap { $0 }.map { FeedError.malformed(line: 1, what: $0) }
        #expect(result.failures.map(\.error) == errors)
        let isWhole = result.failures.contains { !$0.isPartial }
        #expect(!isWhole)
    }

    private let item = "<item><title>first</title><enclosure url='a.jpg'/></item>"

    /// Each attribute is compared with all others: 80,000 of them took ten seconds.
    @Test func `a tag of very many attributes ends a feed, which keeps the items before it`() async throws {
        let feed = "<rss><channel>\(item)<item><enclosure url='b.jpg'\(attributes(20_000))/></item></channel></rss>"
        expect(try await read(feed: feed), ["first"], tooMany)
    }

    @Test func `a tag of very many attributes costs a page nothing`() async throws {
        let page = "<!DOCTYPE html><html><img src=a.jpg><img\(attributes(20_000)) src=b.jpg><img src=c.jpg></html>"
        expect(try await read(feed: page, type: "text/html"), ["a.jpg", "b.jpg", "c.jpg"], nil)
    }

    @Test(arguments: [(9, true), (10, false)]) func `as many attributes as the limit allows are read`(
        more: Int, isRead: Bool
    ) async throws {
        var limits = FeedLimits()
        limits.tagAttributes = 10
        let complaint = isRead ? nil : "an element has more than 10 attributes or namespaces"
        let feed =
            "<rss><channel>\(item)<item><title>second</title><enclosure url='b.jpg'\(attributes(more))/></item></channel></rss>"
        expect(try await read(feed: feed, limits: limits), isRead ? ["first", "second"] : ["first"], complaint)
    }

    @Test func `very many namespaces end a feed`() async throws {
        func namespaces(_ range: Range<Int>) -> String { range.map { " xmlns:n\($0)='u\($0)'" }.joined() }
        let flat = "<rss><channel>\(item)<x\(namespaces(0..<20_000))/>\(item)</channel></rss>"
        expect(try await read(feed: flat), ["first"], tooMany)
        let deep =
            "<rss><channel>\(item)<x\(namespaces(0..<200))><y\(namespaces(200..<400))/></x>\(item)</channel></rss>"
        expect(try await read(feed: deep), ["first"], tooMany)
        let beside = "<rss><channel>\(item)<x\(namespaces(0..<200))/><y\(namespaces(0..<200))/></channel></rss>"
        expect(try await read(feed: beside), ["first"], nil)
    }

    /// A document type could add a thousand attributes to each of a million elements.
    @Test func `a document type adds no attributes`() async throws {
        let added = (0..<1_000).map { "<!ATTLIST x a\($0) CDATA ''>" }.joined()
        let feed = """
            <!DOCTYPE rss [<!ATTLIST enclosure url CDATA 'b.jpg'>\(added)]><rss><channel>\(item)<x/>\
            <item><title>second</title><enclosure/></item></channel></rss>
            """
        expect(try await read(feed: feed), ["first"], nil)
    }

    /// The names of a list in a document type are compared with each other.
    @Test func `a long document type ends a feed`() async throws {
        let names = (0..<20_000).map { "n\($0)" }.joined(separator: "|")
        let error = await #expect(throws: FeedError.self) {
            try await read(
                feed: "<!DOCTYPE rss [<!ATTLIST x a (\(names)) #IMPLIED>]><rss><channel>\(item)</channel></rss>")
        }
        #expect(error == .malformed(line: 1, what: "its document type has more than \(ByteSize(65_536))"))
    }

    // MARK: - Numbers of entries and lengths of addresses

    @Test(arguments: [
        ("<rss><channel>ITEMS</channel></rss>", "<item><enclosure url='N.jpg'/></item>"),
        (#"{"items": [ITEMS {}]}"#, #"{"image": "N.jpg"},"#),
        ("[ITEMS {}]", #"{"media_attachments": [{"type": "image", "url": "N.jpg"}]},"#),
        ("<html>ITEMS", "<img src=N.jpg>"),
        ("<urlset><url>ITEMS</url></urlset>", "<image><loc>N.jpg</loc></image>"),
        ("<urlset><url>ITEMS</url></urlset>", "<image><loc>#</loc></image><image><loc>N.jpg</loc></image>"),
        ("<urlset>ITEMS</urlset>", "<url><image><loc>N.jpg</loc></image></url>"),
    ])
    func `pictures over the limit are left out and reported`(document: String, item: String) async throws {
        var limits = FeedLimits()
        limits.feedItems = 2
        let items = (0..<4).map { item.replacing("N", with: "\($0)") }.joined()
        let result = try await read(feed: document.replacing("ITEMS", with: items), type: nil, limits: limits)
        #expect(result.items.map(\.title) == ["0.jpg", "1.jpg"])
        #expect(result.failures.map(\.error) == [.tooManyItems(limit: 2)])
        #expect(result.failures.map(\.isPartial) == [true])
    }

    /// Regression: further announced feeds were left out silently.
    @Test func `announced feeds over the limit are left out and reported`() async throws {
        var limits = FeedLimits()
        limits.listedFeeds = 2
        let links = (0..<3).map { "<link rel=alternate type=application/rss+xml href=\($0)>" }.joined()
        let result = try await read(feed: "<html>\(links)<img src=a.jpg>", type: nil, limits: limits)
        #expect(result.linkedFeeds.map(\.address) == ["http://feeds.test/a/0", "http://feeds.test/a/1"])
        #expect(result.items.map(\.title) == ["a.jpg"] && result.failures.map(\.error) == [.tooManyFeeds(limit: 2)])
    }

    /// Regression: 4 MB of `{}` took 18 seconds.
    @Test(arguments: [
        "<rss><channel>" + String(repeating: "<item/>", count: 9) + "</channel></rss>",
        #"{"items": [{}, {}, 1, 2, 3, "x", null, [], {"image": "late.jpg"}]}"#,
        #"[{"media_attachments": []}, 1, 2, 3, 4, 5]"#,
    ])
    func `entries without pictures are read up to a limit`(document: String) async throws {
        var limits = FeedLimits()
        limits.feedEntries = 3
        var network = FakeNetwork(["http://x.test/a": (nil, rss("<enclosure url='a.jpg'/>"))])
        network.add("http://x.test/b", type: nil, bytes: Array(document.utf8))
        let outcome = await FeedReader(fetcher: network, limits: limits).read("http://x.test/b")
        #expect(throws: FeedError.tooManyEntries(limit: 3)) { try outcome.get() }
        limits.feedEntries = 9
        let whole = await FeedReader(fetcher: network, limits: limits).read("http://x.test/b")
        if document.contains("late.jpg") {
            #expect(try whole.get().segment.count == 1 && whole.get().warnings.isEmpty)
        } else {
            #expect(throws: FeedError.noPictures(.feed)) { try whole.get() }
        }
    }

    /// Regression: without a picture of the podcast, "only the first 0 pictures are shown".
    @Test func `episodes over the limit are reported, with and without a picture`() async throws {
        var limits = FeedLimits()
        limits.feedItems = 2
        let episodes = String(repeating: "<item><enclosure url='1.mp3' type='audio/mpeg'/></item>", count: 3)
        let shown = try await read(
            feed: "<rss><channel><itunes:image href='a.jpg'/>\(episodes)</channel></rss>", limits: limits)
        #expect(shown.items.count == 2 && shown.failures.map(\.error) == [.tooManyItems(limit: 2)])
        await #expect(throws: FeedError.tooManyEntries(limit: 2)) {
            try await read(feed: "<rss><channel>\(episodes)</channel></rss>", limits: limits)
        }
    }

    /// Regression: 10,000 short references to a base of 8,000 bytes took 160 MB.
    @Test(arguments: [
        ("<html><base href='BASE'>ITEMS", "<img src=N.jpg>", FeedError.tooManyItems(limit: 9)),
        ("<html><base href='BASE'>ITEMS", "<a href=p><img src=N.jpg></a>", .tooManyItems(limit: 4)),
        (
            "<rss xml:base='BASE'><channel>ITEMS</channel></rss>",
            "<item><link>p</link><enclosure url='N.jpg'/></item>", .tooManyItems(limit: 4)
        ),
        (
            #"{"feed_url": "BASE", "items": [ITEMS {}]}"#, #"{"url": "p", "image": "N.jpg"},"#, .tooManyItems(limit: 4)
        ),
    ])
    func `the addresses of a document have a limit in bytes`(
        document: String, item: String, error: FeedError
    ) async throws {
        var limits = FeedLimits()
        limits.addressBytes = 9_900
        let base = "http://x.test/" + String(repeating: "x", count: 980) + "/"
        let items = (0..<20).map { item.replacing("N", with: "\($0)") }.joined()
        let folder = TemporaryDirectory()
        let path = try folder.write(
            "document", document.replacing("BASE", with: base).replacing("ITEMS", with: items))
        let result = try await read(path: path, limits: limits)
        #expect(result.failures.map(\.error) == [error] && result.failures.map(\.isPartial) == [true])
        #expect(error == .tooManyItems(limit: result.items.count))
    }

    // MARK: - Cancellation

    /// A network that returns its document after the task has been cancelled.
    private struct LateNetwork: FeedFetcher {
        let text: String

        func fetch(_ address: RequestAddress, unlessMatching validators: FeedValidators?) async throws -> FeedDocument?
        {
            let url = address.requestText
            withUnsafeCurrentTask { $0?.cancel() }
            return FeedDocument(bytes: Array(text.utf8), contentType: nil, finalURL: url)
        }
    }

    /// Regression: the document was parsed to its end, at full load, beside the one requested instead.
    @Test(
        arguments: [
            "<rss><channel><item><enclosure url='a.jpg'/></item></channel></rss>",
            "<!DOCTYPE html><html><img src=a.jpg></html>",
            "<opml><body><outline xmlUrl='http://x.test/f'/></body></opml>",
            #"{"version": "https://jsonfeed.org/version/1", "items": [{"image": "a.jpg"}]}"#,
            #"[{"media_attachments": [{"type": "image", "url": "http://x.test/a.jpg"}]}]"#,
        ])
    func `a cancelled document is not parsed`(text: String) async throws {
        let cache = MemoryFeedCache()
        let reader = FeedReader(fetcher: LateNetwork(text: text), cache: cache)
        let outcome = await Task { await reader.read("http://x.test/a") }.value
        guard case .failure(.cancelled) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(cache.count.withLock(\.self) == 0)
    }

    @Test(arguments: [#"{"items": [ENTRIES]}"#, "[ENTRIES]"], [10, 999])
    func `decoding ends at the entry at which it is cancelled`(document: String, count: Int) {
        let asked = Lock(0)
        let entries = Array(repeating: #"{"image": "a.jpg", "media_attachments": []}"#, count: 1_000)
        let context = ReadContext(isCancelled: {
            asked.withLock {
                $0 += 1
                return $0 > count
            }
        })
        let reader = DocumentReader(limits: FeedLimits(), base: .folder(""), context: context)
        #expect(throws: FeedError.cancelled) {
            try reader.json(
                StoredBytes(Array(document.replacing("ENTRIES", with: entries.joined(separator: ",")).utf8)))
        }
        #expect(asked.withLock(\.self) == count + 1)
    }

    private final class CountingReceiver: XMLReceiver {
        var elements = 0
        var wantsMore: Bool { true }
        func didStart(_ name: XMLName, attributes: XMLAttributes) { elements += 1 }
        func didEnd() {}
        func didReceive(text: UnsafeBufferPointer<UInt8>) {}
    }

    @Test func `the parser stops in the middle when it is cancelled`() {
        let bytes = Array(("<rss>" + String(repeating: "<x/>", count: 100_000) + "</rss>").utf8)
        let receiver = CountingReceiver()
        let stream = bytes.withUnsafeBufferPointer {
            XMLStream(
                parsing: $0, limits: FeedLimits(),
                receiver: receiver, isCancelled: { receiver.elements == 1_000 })
        }
        #expect(receiver.elements == 1_000)
        #expect(stream.damage == nil)
    }

    /// While one tag is read the parser calls no handler.
    @Test func `the parser stops in the middle of a tag when it is cancelled`() {
        let bytes = Array(("<rss><x a='" + String(repeating: "x", count: 1_000_000) + "'/></rss>").utf8)
        let receiver = CountingReceiver()
        var asked = 0
        bytes.withUnsafeBufferPointer {
            _ = XMLStream(
                parsing: $0, limits: FeedLimits(),
                receiver: receiver,
                isCancelled: {
                    asked += 1
                    return asked > 20
                })
        }
        #expect(receiver.elements == 1)
        #expect(asked > 20)
    }
}
