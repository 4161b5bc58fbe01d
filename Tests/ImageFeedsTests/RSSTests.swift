import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct RSSTests {
    @Test func `an enclosure has picture, title, page, date and size`() async throws {
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
            result.items.map(\.unidentified) == [
                FeedItem(
                    title: "Harbour at dawn", page: "https://feeds.test/harbour",
                    picture: .remote("https://cdn.test/harbour.jpg"), date: 1_055_217_600, byteCount: 120_345,
                    summary: "Cold & quiet.")
            ])
    }

    @Test(
        arguments: [
            (#"<enclosure url="/e.png" type="image/png" length="0"/>"#, "http://feeds.test/e.png"),
            (#"<enclosure url="/e.png" type=""/>"#, "http://feeds.test/e.png"),
            (#"<media:content url="m.jpg" medium="image"/>"#, "http://feeds.test/a/m.jpg"),
            (#"<media:content url="//cdn.test/m.jpg" type="image/jpeg"/>"#, "http://cdn.test/m.jpg"),
            (#"<media:content url="m?id=4" width="300"/>"#, "http://feeds.test/a/m?id=4"),
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
            (
                #"<description><![CDATA[<img src="data:image/gif;base64,R0"><img src=b.jpg>]]></description>"#,
                "http://feeds.test/a/b.jpg"
            ),
            // the channel's picture by the standard
            ("<image><title>T</title><url> i.jpg </url><link>l</link></image>", "http://feeds.test/a/i.jpg"),
            ("<image>http://cdn.test/i.jpg</image>", "http://cdn.test/i.jpg"),
            (#"<image url="i?id=4"/>"#, "http://feeds.test/a/i?id=4"),
            (
                #"<image xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:resource="i.jpg"/>"#,
                "http://feeds.test/a/i.jpg"
            ),
            ("<thumbnail>/t.jpg</thumbnail>", "http://feeds.test/t.jpg"),
            ("<photo><url>p.jpg</url></photo>", "http://feeds.test/a/p.jpg"),
            (#"<itunes:image url="i.jpg"/>"#, "http://feeds.test/a/i.jpg"),
            (#"<enclosure url="/e.jpg" type="jpg"/>"#, "http://feeds.test/e.jpg"),
            (#"<enclosure url="/e.jpeg"/>"#, "http://feeds.test/e.jpeg"),
            (#"<enclosure url="/e.jpg" type="binary/octet-stream"/>"#, "http://feeds.test/e.jpg"),
            (#"<ENCLOSURE URL="/e.jpg" Type="image/png"/>"#, "http://feeds.test/e.jpg"),
            (
                #"<enc:enclosure xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:resource="/e" enc:type="image/png"/>"#,
                "http://feeds.test/e"
            ),
        ])
    func `every element that names a picture is found`(inside: String, picture: String) async throws {
        #expect(try await read(feed: rss(inside)).items.map(\.picture) == [.remote(picture)])
    }

    @Test(
        arguments: [
            #"<enclosure url="talk.mp3" type="audio/mpeg"/>"#, #"<enclosure url="talk.mp3"/>"#,
            #"<media:content url="film.mp4" medium="video"/>"#, #"<enclosure url="drawing.svg" type="image/svg+xml"/>"#,
            "<image>a word about it</image>", "<image>yes</image>", "<image><title>i.jpg</title></image>",
            "<image><url>drawing.svg</url></image>",
            #"<enclosure type="image/png"/>"#, #"<description>no picture</description>"#,
            #"<description><![CDATA[<!-- <img src="hidden.jpg"> --><script>"<img src=s.jpg>"</script>]]></description>"#,
        ])
    func `a link that is no picture is no item`(inside: String) async throws {
        await #expect(throws: FeedError.noPictures(.feed)) { try await read(feed: rss(inside)) }
    }

    @Test func `the largest media content is chosen`() async throws {
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

    @Test func `an enclosure is preferred to the other pictures`() async throws {
        let result = try await read(
            feed: rss(
                """
                <description><![CDATA[<img src="d.jpg">]]></description><itunes:image href="i.jpg"/>
                <media:thumbnail url="t.jpg"/><media:content url="m.jpg" medium="image" width="4000" height="4000"/>
                <enclosure url="e.jpg" type="image/jpeg"/>
                """))
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/e.jpg")])
    }

    @Test func `the picture in an item does not change its title and page`() async throws {
        let item = """
            <title>Entry</title><image><title>Other</title><url>i.jpg</url><link>http://other.test</link>
            <width>88</width></image><link>http://x.test/entry</link><media:thumbnail url="t.jpg"/>
            """
        let result = try await read(feed: rss(item))
        #expect(
            result.items.map(\.title) == ["Entry"] && result.items.map(\.page) == ["http://x.test/entry"]
                && result.items.map(\.picture) == [.remote("http://feeds.test/a/i.jpg")])
        #expect(result.title == "A channel")
    }

    @Test func `undeclared prefixes are recognized`() async throws {
        let feed = """
            <rss version="2.0"><channel><item><media:content url="http://x.test/a.jpg" medium="image"/></item>
            <rss:item><content:encoded><![CDATA[<img src="http://x.test/b.jpg">]]></content:encoded></rss:item></channel></rss>
            """
        let result = try await read(feed: feed)
        #expect(result.items.map(\.picture) == [.remote("http://x.test/a.jpg"), .remote("http://x.test/b.jpg")])
        #expect(result.failures.isEmpty)
    }

    @Test func `the oldest RSS is read too`() async throws {
        let feed = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
             xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Old</title></channel>
            <image><title>Logo</title><url>http://x.test/logo.png</url></image>
            <item><title>One</title><description>&lt;img src="http://x.test/1.png"/&gt;</description>
            <dc:date>2001-02-03T04:05Z</dc:date></item></rdf:RDF>
            """
        let result = try await read(feed: feed)
        #expect(result.title == "Old")
        #expect(result.items.map(\.title) == ["One"])
        #expect(result.items[0].date == 981_173_100)
    }

    @Test(
        arguments: [
            "dc:date", "dcterms:date", "dcterms:issued", "dcterms:created", "dcterms:modified", "dcterms:dateSubmitted",
        ],
        ["", " xmlns:dcterms='http://purl.org/dc/terms/'"])
    func `a date of Dublin Core is the entry's`(element: String, namespace: String) async throws {
        let date = "<\(element)\(namespace)>2001-02-03T04:05Z</\(element)>"
        let items = try await read(feed: rss(date + "<enclosure url='a.jpg' type='image/jpeg'/>")).items
        #expect(items.map(\.date) == [981_173_100])
    }
}
