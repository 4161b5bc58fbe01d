import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// The whole texts of entries, in every format, and their bounds.
@Suite(.endsInTime) struct EntryTextTests {
    static let picture = #"<enclosure url="/a.png" type="image/png"/>"#
    static let atomPicture = #"<link rel="enclosure" type="image/png" href="a.png"/>"#
    static let longArticle = "<![CDATA[<p>One,\n <b>bold</b></p> <p>two</p>]]>"
    static let list =
        "<![CDATA[<ul><li>a</li>\n<li>b<br><br/>c</li></ul><table><tr><td>d<td>e</table>]]>"
    static let xhtml = """
        <div xmlns="http://www.w3.org/1999/xhtml"><h1>A</h1><p>b &lt;i> &amp;amp; <em>c</em></p>d</div>
        """

    static func json(_ fields: String) -> String {
        #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"image": "/a.png", \#(fields)}]}"#
    }

    static let documents: [(String, String?, String)] = [
        (
            rss("<description>Short.</description><content:encoded>\(longArticle)</content:encoded>\(picture)"),
            "Short.", "One, bold\ntwo"
        ),
        (
            rss("<content:encoded>&lt;img src=b.png></content:encoded><description>All of it.</description>\(picture)"),
            "All of it.", "All of it."
        ),
        (rss("<description>\(list)</description>\(picture)"), "a b c d e", "a\nb\nc\nd e"),
        (rss("<description><p>One</p>two<i>ice</i></description>\(picture)"), "One twoice", "One\ntwoice"),
        (atom("<media:description>One\n\n two</media:description>\(atomPicture)"), "One two", "One\ntwo"),
        (
            atom(#"<content type="xhtml">\#(xhtml)</content><summary>S</summary>\#(atomPicture)"#), "S",
            "A\nb <i> &amp; c\nd"
        ),
        (
            atom("<summary>One\n  line\n\n\n  more  words</summary>\(atomPicture)"), "One line more words",
            "One\nline\nmore words"
        ),
        (atom("<summary><p>One</p><p>two</p></summary>\(atomPicture)"), "One two", "One\ntwo"),
        (json(#""content_html": "<p>One</p><p>two</p>", "summary": "Short""#), "Short", "One\ntwo"),
        (json(#""content_text": "One\r\n\r\ntwo", "content_html": "<p>One""#), "One two", "One\ntwo"),
        (json(#""summary": "Only""#), "Only", "Only"),
    ]

    @Test(arguments: documents)
    func `the longest text is the whole one, in lines`(document: String, summary: String?, text: String) async throws {
        let item = try #require(try await read(feed: document, type: nil).items.first)
        #expect(item.summary == summary)
        #expect(item.text == text)
    }

    @Test func `an entry without words has no text`() async throws {
        let item = try #require(try await read(feed: rss("<title>t</title>" + Self.picture)).items.first)
        #expect(item.text == nil && item.summary == nil)
    }

    @Test func `a long text keeps its lines and loses what a terminal takes for commands`() async throws {
        let line = "&lt;p&gt;&amp;#27;[31m\u{202E}שלום\u{200B} http://bob:SEKRET@h.test/ \u{9B}a\u{2028}b&lt;/p&gt;"
        let feed = rss("<description>\(String(repeating: line, count: 500))</description>" + Self.picture)
        let text = try #require(try await read(feed: feed).items.first?.text)
        #expect(text.split(separator: "\n").count == 500)
        #expect(Set(text.split(separator: "\n")) == ["[31mשלום http://h.test/ a b"])
    }

    /// One word, right-to-left, characters of several scalars, combining marks alone, and short lines.
    @Test(arguments: ["word", "שלום עולם ", "👩🏽\u{1F3FD}", "a\u{301}", "\u{301}", "a<br>"])
    func `a text is cut to 64 KB at a character`(piece: String) async throws {
        let long = String(repeating: piece, count: 200_000 / piece.utf8.count)
        let feed = rss("<description>\(long.replacing("<", with: "&lt;"))</description>" + Self.picture)
        let item = try #require(try await read(feed: feed).items.first)
        let text = try #require(item.text)
        #expect((65_500...65_536).contains(text.utf8.count) && text.last == "…")
        let (whole, start) = (long.replacing("<br>", with: "\n"), text.dropLast())
        #expect(whole.unicodeScalars.starts(with: start.unicodeScalars))
        #expect(piece == "\u{301}" || whole.hasPrefix(start), "only a character that is too long is divided")
        #expect(item.summary?.unicodeScalars.count == 500)
    }

    @Test func `texts of a document beyond the limit are summaries`() async throws {
        var limits = FeedLimits()
        limits.detailBytes = 100_000
        let words = String(repeating: "words ", count: 5_000)
        let entry = "<item><description>\(words)</description>\(Self.picture)</item>"
        let feed = "<rss><channel>\(String(repeating: entry, count: 10))</channel></rss>"
        let items = try await read(feed: feed, limits: limits).items
        #expect(items.count == 10)
        #expect(items.map { $0.text == $0.summary } == (0..<10).map { $0 > 2 })
        #expect(items.allSatisfy { $0.summary?.unicodeScalars.count == 500 })
    }

    @Test func `texts of all documents together have a limit`() async throws {
        var limits = FeedLimits()
        limits.detailBytesOfAll = 70_000
        let words = String(repeating: "words ", count: 5_000)
        let feed = rss("<description>\(words)</description>" + Self.picture)
        var network = FakeNetwork()
        for name in ["a", "b", "c"] { network.add("http://x.test/\(name)", type: nil, bytes: Array(feed.utf8)) }
        let reader = FeedReader(fetcher: network, limits: limits, cache: MemoryFeedCache())
        let sources = ["a", "b", "c"].map { FeedSource.url(RequestAddress("http://x.test/\($0)")) }
        var result = try await reader.items(of: sources)
        for afresh in [false, true, true] {
            #expect(result.items.count { $0.text != $0.summary } == 2)
            #expect(result.items.allSatisfy { $0.summary?.unicodeScalars.count == 500 })
            // Each takes the place of its former one.
            result = try await reader.items(of: sources, since: result, afresh: afresh)
        }
        let kept = try #require(await reader.keptItems(of: sources))
        #expect(kept.items.count { $0.text != $0.summary } == 2)
    }

    /// Regression: as many documents as are fetched at once had texts of 16 MB each before the first was taken.
    @Test func `texts of documents that are read at once have a limit`() throws {
        let words = String(repeating: "words ", count: 10_000)
        let entry =
            "<item><description>\(words)</description><enclosure url='http://x.test/a.png' type='image/png'/></item>"
        let feed = Array("<rss><channel>\(String(repeating: entry, count: 6))</channel></rss>".utf8)
        let allowance = MemoryAllowance(.init(one: .max, all: 400_000))
        func read() throws -> SourceContent {
            try DocumentReader(limits: FeedLimits(), base: .folder(""), share: MemoryAllowance.Share(of: allowance))
                .content(of: StoredBytes(feed))
        }
        func texts(_ content: SourceContent) -> Int {
            (0..<content.segment.count).count { content.segment[$0].text != content.segment[$0].summary }
        }
        var first = try read()
        #expect(texts(first) == 6)
        // what every document may have, whatever the others do
        #expect(try texts(read()) == MemoryAllowance.free / 60_000)
        var room = 0
        first.takeDetails(of: &room)
        #expect(texts(first) == 0)
        #expect(try texts(read()) == 6)
    }

    @Test func `texts of later pages share the limit`() async throws {
        var limits = FeedLimits()
        limits.detailBytesOfAll = 70_000
        let words = String(repeating: "words ", count: 5_000)
        var network = FakeNetwork()
        for number in 1...3 {
            let next = "<atom:link rel='next' href='\(number + 1)'/>"
            let feed = rss("<title>\(number)</title><description>\(words)</description>" + Self.picture, channel: next)
            network.add("http://x.test/\(number)", type: nil, bytes: Array(feed.utf8))
        }
        let reader = FeedReader(fetcher: network, limits: limits)
        let first = try await reader.items(of: [.url("http://x.test/1")])
        let second = try await reader.page(after: #require(first.next))
        let third = try await reader.page(after: #require(second.next))
        let items = Array(first.items) + Array(second.items) + Array(third.items)
        #expect(items.map { $0.text != $0.summary } == [true, true, false])
    }
}
