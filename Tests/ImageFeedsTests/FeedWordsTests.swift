import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Texts of feeds about their pictures, other than titles: authors, alternative texts, and the names of several
/// sources.
@Suite(.endsInTime) struct FeedWordsTests {
    private static let picture = #"<enclosure url="/a.png" type="image/png"/>"#

    @Test(
        arguments: [
            ("<author>jane@h.test (Jane Doe)</author>", "Jane Doe"),
            ("<author>Jane (Jo) Doe</author>", "Jane (Jo) Doe"),
            ("<author><name>Jane</name></author>", "Jane"),
            ("<dc:creator>Jane &amp;amp; Jo</dc:creator><author>other</author>", "Jane & Jo"),
            ("<itunes:author>Jane</itunes:author>", "Jane"),
            ("<media:credit role='photographer'>Jane</media:credit>", "Jane"),
            ("<author>  </author><dc:creator>Jane</dc:creator>", "Jane"),
            ("<name>no author</name>", nil),
        ] as [(String, String?)])
    func `the author of an RSS item is found`(inside: String, author: String?) async throws {
        let items = try await read(feed: rss("<title>a</title>\(Self.picture)\(inside)")).items
        #expect(items.map(\.author) == [author])
    }

    @Test func `the author of an Atom entry is found, and no contributor`() async throws {
        let link = #"<link rel="enclosure" type="image/png" href="a.png"/>"#
        let people =
            "<contributor><name>Jo</name></contributor><author><email>a@b.test</email><name>Jane</name></author>"
        #expect(try await read(feed: atom(link + people)).items.map(\.author) == ["Jane"])
        #expect(try await read(feed: atom(link)).items.map(\.author) == [nil])
    }

    @Test(
        arguments: [
            (#""authors": [{"url": "/"}, {"name": "Jane"}]"#, "Jane"), (#""author": {"name": "Jane"}"#, "Jane"),
            (#""authors": "Jane""#, nil), (#""authors": [7], "author": {"name": "Jane"}"#, "Jane"),
        ] as [(String, String?)])
    func `the author of a JSON Feed's item is found`(fields: String, author: String?) async throws {
        let text =
            #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"image": "/a.png", \#(fields)}]}"#
        #expect(try await read(feed: text, type: "application/feed+json").items.map(\.author) == [author])
    }

    @Test(
        arguments: [
            (#"&lt;img src="/c.jpg" alt="A &amp;quot;comic&amp;quot;"&gt;"#, #"A "comic""#),
            (#"&lt;img src="/c.jpg" alt="a" title="the joke"&gt;"#, "the joke"),
            (#"&lt;img src="/c.jpg" alt=""&gt;"#, nil), (#"&lt;img src="/c.jpg"&gt;"#, nil),
        ] as [(String, String?)])
    func `the alternative text of an article's picture is kept`(markup: String, text: String?) async throws {
        let items = try await read(feed: rss("<title>a</title><description>\(markup)</description>")).items
        #expect(items.map(\.pictureText) == [text])
    }

    @Test func `long and hostile texts are cut to their limits`() async throws {
        let limits = FeedLimits()
        let megabyte = String(repeating: "&lt;b&gt;\u{202E}a\u{301}\u{200B}&lt;/b&gt; ", count: 30_000)
        let alternative = String(repeating: "w\u{300}", count: 3_000)
        let feed = rss(
            """
            <title>a</title><author>\(megabyte)</author>
            <description>&lt;img src="/c.jpg" alt="\(alternative)"&gt;\(megabyte)</description>
            """)
        let item = try #require(try await read(feed: feed).items.first)
        let texts = [item.summary, item.pictureText, item.author].compactMap(\.self)
        let lengths = [limits.summaryLength, limits.summaryLength, limits.titleLength]
        #expect(zip(texts, lengths).allSatisfy { $0.unicodeScalars.count <= $1 } && texts.count == 3)
        #expect(texts.allSatisfy { $0.hasSuffix("…") && TextSanitizer.clean($0) == $0 })
    }

    @Test func `items name their source only if there are several`() {
        func content(_ title: String?, _ names: [String]) -> SourceContent {
            SourceContent(
                segment: .items(names.map { FeedItem(title: $0, picture: .remote("http://x.test/\($0)")) }),
                title: title)
        }
        let sources = (0..<3).map { FeedSource.url(RequestAddress("http://x.test/\($0)")) }
        var one = FeedAggregator([sources[0]], known: [:])
        one.take(.success(content("Days", ["a", "b"])), at: .init(source: 0))
        #expect(one.result().items.map(\.source) == [nil, nil])
        var several = FeedAggregator(sources, known: [:])
        several.take(.success(content("Days", ["a", "b"])), at: .init(source: 0))
        several.take(.success(content(nil, ["c"])), at: .init(source: 1))
        several.take(.success(content("d", ["d"])), at: .init(source: 2))
        #expect(several.result().items.map(\.source) == ["Days", "Days", "http://x.test/1", nil], "d is a picture")
    }
}
