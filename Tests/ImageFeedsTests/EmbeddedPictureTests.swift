import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// Pictures in the text of an entry, as `data:` URLs.
@Suite(.endsInTime) struct EmbeddedPictureTests {
    private static let start = "data:image/png;base64,"
    private static let data = start + String(repeating: "AAAA", count: 300)

    private static func article(_ html: String) -> String {
        rss("<description><![CDATA[\(html)]]></description>")
    }

    private static let documents = [
        article("<p>x<img alt=Dots src='PICTURE'>"),
        atom(
            #"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><img src="PICTURE" alt="Dots"/></div></content>"#
        ),
        #"{"items": [{"content_html": "<img src='PICTURE' alt=Dots>"}]}"#,
    ]

    @Test(arguments: documents) func `a picture in an article is shown`(document: String) async throws {
        let items = try await read(feed: document.replacing("PICTURE", with: Self.data), type: nil).items
        let item = try #require(items.first)
        guard case .embedded(let picture) = item.picture else {
            Issue.record("\(item.picture)")
            return
        }
        #expect(picture.url.absoluteString == Self.data && picture.publicAddress.text.utf8.count < 30)
        #expect(item.title == "Dots" && item.pictureText == "Dots" && item.pictures.count == 1)
    }

    @Test(arguments: [
        start + "AAAA", start + String(repeating: "A", count: 1_000_000),
        data.replacing("png", with: "svg+xml"), data.replacing("image/png", with: "text/html"),
        data.replacing("data:", with: "date:"),
    ])
    func `data of other kinds and lengths is no picture`(reference: String) async throws {
        await #expect(throws: FeedError.noPictures(.feed)) {
            try await read(feed: Self.article("<img src='\(reference)'>"))
        }
    }

    @Test(arguments: ["data-src='a.jpg'", "srcset='a.jpg 2x'"])
    func `the address of a picture counts before its placeholder`(attribute: String) async throws {
        let items = try await read(feed: Self.article("<img src='\(Self.data)' \(attribute)>")).items
        #expect(items.map(\.picture) == [.remote("http://feeds.test/a/a.jpg")])
    }

    /// Regression: only the text of an entry could have one, of 1 KB or more.
    @Test(
        arguments: [
            rss("<media:content url='PICTURE' medium='image'/>"), rss("<enclosure url='PICTURE' type='image/png'/>"),
            rss("<image>PICTURE</image>"), rss("<image><url>PICTURE</url></image>"),
            atom(#"<link rel="preview" href="PICTURE"/>"#), atom(#"<content type="image/png" src="PICTURE"/>"#),
            #"{"items": [{"image": "PICTURE"}]}"#, #"{"items": [{"attachments": [{"url": "PICTURE"}]}]}"#,
            article("<img src='PICTURE'>"),
        ], [data, String(data.prefix(300)), data.replacing("png", with: "avif")])
    func `every element of an entry can have one`(document: String, reference: String) async throws {
        let items = try await read(feed: document.replacing("PICTURE", with: reference), type: nil).items
        #expect(items.map(\.picture) == [EmbeddedPicture(reference)].compactMap(\.self).map(PictureSource.embedded))
        #expect(items.count == 1)
    }

    @Test(arguments: [
        article("<img src='SHORT'><img src=a.jpg>"), article("<img src=a.jpg><img src='SHORT'>"),
        rss("<link>/a/</link><description>&lt;img src='SHORT'></description><enclosure url='a.jpg'/>"),
        rss("<link>/a/</link><enclosure url='a.jpg'/><description>&lt;img src='SHORT'></description>"),
    ])
    func `a short one beside another picture is a symbol`(feed: String) async throws {
        let items = try await read(feed: feed.replacing("SHORT", with: String(Self.data.prefix(300)))).items
        #expect(items.map(\.pictures) == [[.init(source: .remote("http://feeds.test/a/a.jpg"))]])
    }

    @Test func `a web page shows none`() async throws {
        let page = "<html><img src='\(Self.data)'><img src=a.jpg>"
        #expect(try await read(feed: page, type: "text/html").items.map(\.title) == ["a.jpg"])
    }

    @Test func `a picture is the same in lines and in another run`() throws {
        let lines = Self.data.replacing("AAAAAAAA", with: "AAAA\r\n AAAA")
        let (picture, same) = (try #require(EmbeddedPicture(Self.data)), try #require(EmbeddedPicture(lines)))
        let other = try #require(EmbeddedPicture(Self.data + "BBBB"))
        #expect(picture == same && picture.hashValue == same.hashValue && picture != other)
        #expect(picture.publicAddress == same.publicAddress && picture.publicAddress != other.publicAddress)
    }

    @Test func `pictures of a document have a limit together`() async throws {
        var limits = FeedLimits()
        limits.detailBytes = 3_000
        let entries = (1...3).map {
            "<item><title>\($0)</title><description><![CDATA[<img src='\(Self.data)'>]]></description></item>"
        }
        let result = try await read(feed: "<rss><channel>\(entries.joined())</channel></rss>", limits: limits)
        #expect(result.items.map(\.title) == ["1", "2"] && result.hiddenEntries == 1)
    }
}
