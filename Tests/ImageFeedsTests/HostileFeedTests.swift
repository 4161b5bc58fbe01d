import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Damaged documents, documents that are no feeds, and malicious documents.
@Suite(.endsInTime, .slow) struct HostileFeedTests {
    private func items(_ names: String...) -> String {
        names.map { #"<item><title>\#($0)</title><enclosure url="\#($0).jpg" type="image/jpeg"/></item>"# }.joined()
    }

    // MARK: - Damage

    @Test func `items before the break are kept with a warning`() async throws {
        let feed = "<rss><channel>\n" + items("a", "b") + "\n<item><title>c</title><enclosure url='c.j"
        let result = try await read(feed: feed)
        #expect(result.items.map(\.title) == ["a", "b"])
        let failure = try #require(result.failures.first)
        #expect(failure.isPartial)
        guard case .malformed(let line, let what) = failure.error else {
            Issue.record("\(failure.error)")
            return
        }
        #expect(line == 3)
        #expect(!what.isEmpty)
    }

    @Test func `missing end tags cost no item`() async throws {
        let feed = """
            <rss><channel><item><title>a<enclosure url="a.jpg" type="image/jpeg"></item>
            <item><title>b</title><enclosure url="b.jpg" type="image/jpeg"/>
            <item><title>c</title><enclosure url="c.jpg" type="image/jpeg"/></item></channel></rss>
            """
        let result = try await read(feed: feed)
        #expect(result.items.map(\.title) == ["a", "b", "c"])
        #expect(result.failures.count == 1)
    }

    @Test func `unescaped ampersands in URLs are repaired`() async throws {
        let result = try await read(feed: rss(#"<enclosure url="a.jpg?w=1&h=2&copy=3&amp;x=4" type="image/jpeg"/>"#))
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/a.jpg?w=1&h=2&copy=3&x=4")])
        #expect(result.failures.isEmpty)
    }

    @Test func `control characters do not end a feed`() async throws {
        let result = try await read(feed: "<rss><channel>" + items("a\u{0}\u{8}b", "c") + "</channel></rss>")
        #expect(result.items.map(\.title) == ["a b", "c"])
    }

    @Test func `bytes outside of the declared encoding spoil one letter`() async throws {
        let start = #"<?xml version="1.0" encoding="euc-kr"?><rss><channel>"# + items("a")
        let filler = String(repeating: "<x>more than one part of the decoder</x>", count: 4_000)
        let feed = Array((start + filler).utf8) + [0xFF, 0xFF] + Array((items("b") + "</channel></rss>").utf8)
        let result = try await read(feed: feed)
        #expect(result.items.map(\.title) == ["a", "b"] && result.failures.isEmpty)
    }

    // MARK: - Documents that are no feeds

    @Test(
        arguments: [
            ("<kml xmlns='http://www.opengis.net/kml/2.2'/>", FeedError.Look.xml(root: "kml")),
            ("{\"version\": \"1.1\"}", .json), ("[\"http://x.test/a.jpg\", \"http://x.test/b.jpg\"]", .json),
            ("Just a few words\nof prose, without any address.\n", .plainText),
            ("// a program\n// with comments, see http://x.test\nlet a = 1\n", .plainText),
            ("BMW sells cars\nand more of them than ever before\n", .plainText),
            ("\u{1}\u{2}\u{3}\u{4}rubbish", .binary),
            ("GIF88a\u{0}", .binary),
        ])
    func `a document that is no feed is described`(text: String, look: FeedError.Look) async throws {
        await #expect(throws: FeedError.notAFeed(looksLike: look)) { try await read(feed: text, type: nil) }
        // and with the same document in a file
        let folder = TemporaryDirectory()
        let path = try folder.write("document", text)
        await #expect(throws: FeedError.notAFeed(looksLike: look)) { try await read(path: path) }
    }

    @Test func `a text that is hardly XML is damaged`() async {
        let error = await #expect(throws: FeedError.self) { try await read(feed: "< not xml at all") }
        guard case .malformed(1, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `an empty document is empty`() async {
        await #expect(throws: FeedError.empty) { try await read(feed: "") }
    }

    // MARK: - Attacks

    @Test func `external entities are never read`() async throws {
        let folder = TemporaryDirectory()
        let secret = try folder.write("secret", "SECRET")
        let feed = """
            <?xml version="1.0"?><!DOCTYPE rss SYSTEM "file://\(secret)" [<!ENTITY x SYSTEM "file://\(secret)">
            <!ENTITY % p SYSTEM "file://\(secret)"> %p;]>
            <rss><channel><item><title>a&x;b</title><description>&x;</description>
            <enclosure url="/&x;.jpg" type="image/jpeg"/></item></channel></rss>
            """
        let result = try await read(feed: feed)
        #expect(result.items.map(\.title) == ["ab"])
        #expect(!"\(result)".contains("SECRET"))
    }

    @Test func `multiplying entities are harmless`() async throws {
        var entities = "<!ENTITY e0 \"ha\">"
        for level in 1...30 { entities += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">" }
        let feed = """
            <!DOCTYPE rss [\(entities)]><rss><channel><item><title>x&e30;y</title>
            <enclosure url="/a.jpg?&e30;" type="image/jpeg"/></item></channel></rss>
            """
        let result = try await read(feed: feed)
        #expect(result.items.map(\.title) == ["xy"])
        #expect("\(result)".utf8.count < 2000)
    }

    @Test func `deep nesting ends with an error`() async throws {
        let bomb = String(repeating: "<a>", count: 200_000)
        let alone = await #expect(throws: FeedError.self) { try await read(feed: "<rss>" + bomb) }
        guard case .malformed? = alone else {
            Issue.record("\(String(describing: alone))")
            return
        }
        // the items before it are shown
        let result = try await read(feed: "<rss><channel>" + items("a") + bomb)
        #expect(result.items.map(\.title) == ["a"])
        #expect(result.failures.count == 1)
    }

    @Test func `the depth limit applies`() async throws {
        var limits = FeedLimits()
        limits.xmlDepth = 4
        let result = try await read(
            feed: "<rss><channel>" + items("a") + "<item><x><y/></x></item>" + items("b") + "</channel></rss>",
            limits: limits)
        #expect(result.items.map(\.title) == ["a"])
        #expect(result.failures.map(\.error) == [.malformed(line: 1, what: "elements are nested more than 4 deep")])
    }

    @Test func `too many bytes are refused`() async throws {
        let feed = "<rss>" + String(repeating: " ", count: 20_000_000)
        let error = FeedError.tooLarge(limit: ByteSize(16_000_000))
        await #expect(throws: error) { try await read(feed: feed) }
        let folder = TemporaryDirectory()
        let path = try folder.write("large.xml", feed)
        await #expect(throws: error) { try await read(path: path) }
    }

    @Test(arguments: [
        ("<rss>", 16_000_000), ("<html>", 16_000_000), (#"{"items": ["#, 4_000_000), ("<opml>", 16_000_000),
    ])
    func `a hundred megabytes are refused unread`(start: String, limit: Int) async throws {
        let document = Array(start.utf8) + [UInt8](repeating: 0x20, count: 100_000_000)
        await #expect(throws: FeedError.tooLarge(limit: ByteSize(limit))) {
            try await read(feed: document, type: nil)
        }
    }

    @Test func `multiplying entities of a list of feeds are harmless`() async throws {
        var entities = "<!ENTITY e0 \"ha\">"
        for level in 1...30 { entities += "<!ENTITY e\(level) \"\(String(repeating: "&e\(level - 1);", count: 10))\">" }
        let list =
            "<!DOCTYPE opml [\(entities)]><opml><head><title>x&e30;y</title></head><body><outline xmlUrl='f'/></body></opml>"
        let network = FakeNetwork([
            "http://x.test/l": (nil, list), "http://x.test/f": (nil, rss(#"<enclosure url="a.jpg"/>"#)),
        ])
        let result = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/l")])
        #expect(result.title == "xy")
        #expect(result.items.map(\.title) == ["a.jpg"])
    }

    @Test func `documents of the network never name local files`() async throws {
        let references = [
            "file:///etc/passwd", "FILE:/etc/passwd", "file://localhost/x.png", "ftp://x.test/a.png",
            "data:image/png,x", "javascript:x",
        ]
        for reference in references {
            await #expect(throws: FeedError.noPictures(.feed)) {
                try await read(feed: rss(#"<enclosure url="\#(reference)" type="image/png"/>"#))
            }
            await #expect(throws: FeedError.noPictures(.feed)) {
                try await read(feed: atom(#"<content type="html">&lt;img src="\#(reference)"&gt;</content>"#))
            }
        }
        // a base cannot make them local either: it is ignored, and the document's URL counts
        let based = try await read(
            feed: atom(
                #"<link rel="enclosure" type="image/png" href="passwd"/>"#, attributes: #"xml:base="file:///etc/""#))
        #expect(based.items.map(\.picture) == [.remote("http://feeds.test/a/passwd")])
        // paths without a scheme are references to the same host
        let list = try await read(
            feed: "/etc/passwd.png\nfile:///etc/passwd\n../b.jpg\nC:\\x.png\n", type: "text/plain")
        #expect(
            list.items.map(\.picture) == [
                .remote("http://feeds.test/etc/passwd.png"), .remote("http://feeds.test/b.jpg"),
            ])
        #expect(list.failures.map(\.error) == [.leftOut(count: 2, why: "line 2: only http and https are allowed")])
    }

    @Test func `hostile markup is read in linear time`() {
        // Quadratic time would be minutes for each of these.
        let pieces = [
            "<b>", "</b>", "<img src='", "<!--", "&", "&#", "<a href=", "<", "<script>", "<title>", "<template>",
            "<template></template", "</template><template>", "<template><template></template>", "<a =\"",
        ]
        for piece in pieces {
            let markup = Array(String(repeating: piece, count: 262_144 / piece.utf8.count).utf8)
            #expect(MarkupText.text(of: markup).utf8.count <= markup.count)
        }
    }
}
