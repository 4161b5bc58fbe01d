import Testing

@testable import ImageFeeds

struct RSSTests {
    @Test func enclosureGivesPictureTitlePageDateAndSize() async throws {
        let result = try await read(
            feed: rss(
                """
                <title>Harbour at dawn</title><link>https://feeds.test/harbour</link>
                <pubDate>Tue, 10 Jun 2003 04:00:00 GMT</pubDate><description>Cold &amp; quiet.</description>
                <enclosure url="https://cdn.test/harbour.jpg" length="120345" type="image/jpeg"/>
                """))
        #expect(result.title == "A channel")
        #expect(result.failures.isEmpty)
        #expect(
            Array(result.items) == [
                FeedItem(
                    title: "Harbour at dawn", page: "https://feeds.test/harbour",
                    picture: .remote("https://cdn.test/harbour.jpg"), date: 1_055_217_600, byteCount: 120_345,
                    summary: "Cold & quiet.")
            ])
    }

    @Test(
        arguments: [
            (#"<enclosure url="/e.png" type="image/png" length="0"/>"#, "http://feeds.test/e.png"),
            (#"<media:content url="m.jpg" medium="image"/>"#, "http://feeds.test/a/m.jpg"),
            (#"<media:content url="//cdn.test/m.jpg" type="image/jpeg"/>"#, "http://cdn.test/m.jpg"),
            (#"<media:thumbnail url="https://cdn.test/t.jpg"/>"#, "https://cdn.test/t.jpg"),
            (#"<media:group><media:thumbnail url="../t.jpg"/></media:group>"#, "http://feeds.test/t.jpg"),
            (
                #"<media:content url="v.mp4" type="video/mp4"><media:thumbnail url="t"/></media:content>"#,
                "http://feeds.test/a/t"
            ),
            (#"<itunes:image href="https://cdn.test/i.jpg"/>"#, "https://cdn.test/i.jpg"),
            (
                #"<description>&lt;p&gt;&lt;img alt='x' src='p/1.jpg?a=1&amp;amp;b=2'&gt;</description>"#,
                "http://feeds.test/a/p/1.jpg?a=1&b=2"
            ),
            (
                #"<content:encoded><![CDATA[<p>Text<IMG width=640 SRC="q.png"></p>]]></content:encoded>"#,
                "http://feeds.test/a/q.png"
            ),
            (#"<description>plain <img src="broken.jpg"></description>"#, "http://feeds.test/a/broken.jpg"),
        ])
    func everyElementThatNamesAPictureIsFound(inside: String, picture: String) async throws {
        let result = try await read(feed: rss(inside))
        #expect(result.items.map(\.picture) == [.remote(picture)])
    }

    @Test func largestMediaContentIsChosen() async throws {
        let result = try await read(
            feed: rss(
                """
                <media:group>
                <media:content url="s.jpg" type="image/jpeg" width="320" height="200"/>
                <media:content url="l.jpg" type="image/jpeg" width="1920" height="1200" fileSize="400000"/>
                <media:content url="film.mp4" type="video/mp4" width="3840" height="2400"/>
                <media:content url="m.jpg" type="image/jpeg" width="640" height="400"/>
                </media:group><media:thumbnail url="t.jpg" width="9999" height="9999"/>
                """))
        #expect(result.items[0].picture == .remote("http://feeds.test/a/l.jpg"))
        #expect(result.items[0].pixelWidth == 1920)
        #expect(result.items[0].pixelHeight == 1200)
        #expect(result.items[0].byteCount == 400_000)
    }
}
