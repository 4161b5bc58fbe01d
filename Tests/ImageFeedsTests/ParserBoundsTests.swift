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

    @Test func `a tag of very many attributes ends a page, which keeps the items before it`() async throws {
        let page = "<!DOCTYPE html><html><img src=a.jpg><img src=b.jpg\(attributes(20_000))><img src=c.jpg></html>"
        expect(try await read(feed: page, type: "text/html"), ["a.jpg"], tooMany)
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
        let page = "<!DOCTYPE html><html><img src=a.jpg><img src=b.jpg\(attributes(more))></html>"
        expect(
            try await read(feed: page, type: "text/html", limits: limits), isRead ? ["a.jpg", "b.jpg"] : ["a.jpg"],
            complaint)
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
        let shelf = MemoryShelf()
        let remote = RemoteReader(
            fetcher: LateNetwork(text: text), limits: FeedLimits(), options: FeedOptions(),
            details: DetailBudget(FeedLimits()), cache: shelf)
        let outcome = await Task { await remote.read("http://x.test/a") }.value
        guard case .failure(.cancelled) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(shelf.count.withLock(\.self) == 0)
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
        let reader = DocumentReader(
            limits: FeedLimits(), base: .folder(""), context: context, details: DetailBudget(FeedLimits()))
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
                parsing: $0, bounds: .init(depth: 100, attributes: 100, doctypeBytes: 100),
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
                parsing: $0, bounds: .init(depth: 100, attributes: 100, doctypeBytes: 100),
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
