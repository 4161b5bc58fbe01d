import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// The categories and keywords of entries.
@Suite(.endsInTime) struct FeedTagTests {
    private static let picture = #"<enclosure url="/a.png" type="image/png"/>"#

    @Test(
        arguments: [
            ("<category>Sea</category><category domain='x'> Boats &amp;amp; nets </category>", "Sea, Boats & nets"),
            ("<media:keywords>sea, boats</media:keywords>", "sea, boats"),
            ("<itunes:keywords>sea</itunes:keywords><dc:subject>boats</dc:subject>", "sea, boats"),
            ("<category> </category>", nil), ("<category>a\u{202E}b</category>", "ab"), ("", nil),
        ] as [(String, String?)])
    func `the tags of an RSS item are found`(inside: String, tags: String?) async throws {
        let items = try await read(feed: rss("<title>a</title>\(Self.picture)\(inside)")).items
        #expect(items.map(\.tags) == [tags])
    }

    @Test func `the tags of an Atom entry are found in attributes`() async throws {
        let link = #"<link rel="enclosure" type="image/png" href="a.png"/>"#
        let tags = #"<category term="sea"/><category term="b" label="Boats"/>"#
        #expect(try await read(feed: atom(link + tags)).items.map(\.tags) == ["sea, Boats"])
    }

    @Test(
        arguments: [
            (#""tags": ["sea", "boats"]"#, "sea, boats"), (#""tags": "sea""#, nil), (#""tags": ["sea", 7]"#, nil),
        ] as [(String, String?)])
    func `the tags of a JSON Feed's item are found`(fields: String, tags: String?) async throws {
        let text = #"{"version": "https://jsonfeed.org/version/1.1", "items": [{"image": "/a.png", \#(fields)}]}"#
        #expect(try await read(feed: text, type: "application/feed+json").items.map(\.tags) == [tags])
    }

    @Test func `a megabyte of tags is cut to its limit`() async throws {
        let tags = String(repeating: "<category>\u{202E}a\u{301}\u{301}</category>", count: 30_000)
        let items = try await read(feed: rss("<title>a</title>\(Self.picture)\(tags)")).items
        let text = try #require(items.first?.tags)
        #expect(text.unicodeScalars.count <= FeedLimits().titleLength && !text.contains("\u{202E}"))
    }
}
