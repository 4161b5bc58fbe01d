import TestSupport
import Testing

@testable import ImageFeeds

/// All pictures of an entry: the shown one first, each once.
@Suite(.endsInTime) struct EntryPicturesTests {
    static let html = """
        <p><img src="1.jpg" alt="One"><img src="t.gif" width=1 height=1><img class=emoji src=s.png>\
        <img srcset="2-small.png 300w, 2-big.png 2000w" title="Two" width=99>\
        <img src="1.jpg?w=300"><img src="3.jpg">
        """

    static let feeds: [(String, [String])] = [
        (rss("<content:encoded><![CDATA[\(html)]]></content:encoded>"), ["1.jpg One", "2-big.png Two", "3.jpg"]),
        (
            rss(
                """
                <description><![CDATA[\(html)]]></description><enclosure url="e.jpg" type="image/jpeg"/>
                <enclosure url="3.jpg" type="image/jpeg"/><enclosure url="e.mp3" type="audio/mpeg"/>
                """),
            ["e.jpg", "1.jpg One", "2-big.png Two", "3.jpg"]
        ),
        (
            atom(
                """
                <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><img src="1.jpg" alt="One"/>
                <p><img src="t.gif" width="1"/><img src="2.jpg"/></p></div></content>
                """), ["1.jpg One", "2.jpg"]
        ),
        (
            """
            {"version": "https://jsonfeed.org/version/1", "items": [{"image": "i.jpg", "banner_image": "b.jpg",
             "attachments": [{"url": "a.jpg", "mime_type": "image/jpeg"}, {"url": "a.mp3", "mime_type": "audio/mpeg"}],
             "content_html": "<img src='i.jpg'><img src='h.jpg' alt='H'>"}]}
            """,
            ["i.jpg", "a.jpg", "b.jpg", "h.jpg H"]
        ),
        (
            // renditions
            rss(
                """
                <media:group><media:content url="x/640.jpg" width="640" height="480"/>
                <media:content url="x/1280.jpg" width="1280" height="960"/>
                <media:content url="x/320.jpg" width="320" height="241"/></media:group>
                <media:group><media:content url="y-640.jpg" width="640"/><media:content url="y-320.jpg" width="320"/>
                </media:group>
                """), ["x/1280.jpg", "y-640.jpg"]
        ),
        (
            // galleries
            rss(
                """
                <media:group><media:content url="1.jpg" width="640" height="480"/>
                <media:content url="2.jpg" width="640" height="480"><media:description>Two</media:description>
                </media:content><media:content url="3.jpg" width="300" height="480"/></media:group>
                <media:content url="4.jpg" width="320" height="240"/><media:content url="5.jpg" width="160" height="120"/>
                <media:description>Not theirs</media:description>
                """), ["1.jpg", "2.jpg Two", "3.jpg", "4.jpg", "5.jpg"]
        ),
        (
            // sizes by query, without a group
            rss(
                """
                <media:content url="//i.test/1/master.jpg?width=140" width="140"/>
                <media:content url="//i.test/1/master.jpg?width=460" width="460"/>
                <media:content url="//i.test/2/master.jpg?width=140" width="140"/>
                """), ["//i.test/1/master.jpg?width=460", "//i.test/2/master.jpg?width=140"]
        ),
        (
            rss(
                """
                <media:thumbnail url="t.jpg"/><itunes:image href="i.jpg"/>
                <media:content url="m?id=1" type="image/png"><media:thumbnail url="u.jpg"/></media:content>
                <media:content url="m?id=2" type="image/png"/>
                """), ["m?id=1", "m?id=2"]
        ),
        (
            rss("<media:thumbnail url='t.jpg'/><description><![CDATA[<img src=1.jpg><img src=2.jpg>]]></description>"),
            ["t.jpg", "1.jpg", "2.jpg"]
        ),
        (rss("<media:thumbnail url='t.jpg'/><media:thumbnail url='u.jpg'/>"), ["t.jpg", "u.jpg"]),
        (
            // the first of an article is shown, not the largest
            rss("<description><![CDATA[<img src=1.jpg><img src=2.jpg width=900 height=900>]]></description>"),
            ["1.jpg", "2.jpg"]
        ),
    ]

    @Test(arguments: feeds)
    func `an entry has all its pictures in order`(document: String, pictures: [String]) async throws {
        let items = try await read(feed: document, type: nil).items
        let found = items.map { item in
            item.pictures.map { picture in
                guard case .remote(let address) = picture.source else { return "?" }
                let name = address.requestText.replacing("http://feeds.test/a/", with: "").replacing("http:", with: "")
                return [name, picture.text].compactMap(\.self).joined(separator: " ")
            }
        }
        #expect(found == [pictures])
        #expect(items.first?.pictures.first?.source == items.first?.picture)
    }

    @Test func `an entry without a picture has none`() async throws {
        var network = FakeNetwork()
        network.add("http://h.test/", type: nil, bytes: Array(rss("<title>words</title>").utf8))
        var options = FeedOptions()
        options.showsEntriesWithoutPictures = true
        let items = try await FeedReader(fetcher: network, options: options).items(of: [.url("http://h.test/")]).items
        #expect(items.map(\.pictures) == [[]])
    }

    @Test(
        arguments: ["<enclosure type='image/png' url='N'/>", "<media:content url='N' medium='image'/>", nil]
            as [String?])
    func `50 of 10,000 pictures are kept`(element: String?) async throws {
        let names = (0..<10_000).map { "/\($0).png" }
        let html = "<description>\(names.map { "&lt;img src=\($0)&gt;" }.joined())</description>"
        let entry = element.map { element in names.map { element.replacing("N", with: $0) }.joined() } ?? html
        let item = try #require(try await read(feed: rss(entry)).items.first)
        #expect(item.picture == .remote("http://feeds.test/0.png"))
        #expect(
            item.otherPictures.map(\.source) == (1...50).map { PictureSource.remote("http://feeds.test/\($0).png") })
    }

    @Test func `a better picture after 50 others is shown`() async throws {
        let html = (0..<60).map { "&lt;img src=/\($0).png&gt;" }.joined()
        let feed = rss("<description>\(html)</description><enclosure url='/e.png' type='image/png'/>")
        let item = try #require(try await read(feed: feed).items.first)
        #expect(item.picture == .remote("http://feeds.test/e.png") && item.otherPictures.count == 50)
        #expect(item.otherPictures.first?.source == .remote("http://feeds.test/0.png"))
    }

    @Test func `addresses of other pictures count as the document's details`() async throws {
        var limits = FeedLimits()
        limits.detailBytes = 50_000
        let pictures = (0..<10).map { "<enclosure url='\($0).png' type='image/png'/>" }.joined()
        let base = "http://h.test/" + String(repeating: "x", count: 3_000) + "/"
        let feed = "<rss xml:base='\(base)'>" + String(repeating: "<item>\(pictures)</item>", count: 5) + "</rss>"
        let items = try await read(feed: feed, limits: limits).items
        #expect(items.map(\.otherPictures.count) == [9, 0, 0, 0, 0])
    }

    @Test func `a password in another picture's address is found`() async throws {
        let item = try #require(
            try await read(
                feed: rss("<enclosure url='/a.png'/><enclosure url='http://bob:SEKRET@h.test/b.png'/>")
            ).items.first)
        #expect(item.otherPictures.count == 1 && item.holdsCredentials)
    }
}
