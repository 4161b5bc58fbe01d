import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct AtomTests {
    @Test func `an entry has picture, title, page and date`() async throws {
        let result = try await read(
            feed: atom(
                """
                <title type="text">1 &lt; 2 &amp;amp; more</title>
                <link rel="alternate" type="text/html" href="/days/2"/>
                <link rel="self" href="/days/2.xml"/>
                <link rel="enclosure" type="image/png" length="4711" href="pictures/2.png"/>
                <updated>2003-12-14T00:00:00Z</updated><published>2003-12-13T18:30:02.25+01:00</published>
                <summary>Short.</summary><content type="html">&lt;p&gt;Long.</content>
                """))
        #expect(result.title == "Days")
        #expect(
            result.items.map(\.unidentified) == [
                FeedItem(
                    title: "1 < 2 &amp; more", page: "http://feeds.test/days/2",
                    picture: .remote("http://feeds.test/a/pictures/2.png"), date: 1_071_336_602.25, byteCount: 4711,
                    summary: "Short.")
            ])
    }

    @Test func `titles of every type become plain text`() async throws {
        let picture = #"<link rel="enclosure" type="image/png" href="a.png"/>"#
        let html = try await read(
            feed: atom(#"<title type="html">Tom &amp;amp; &lt;b&gt;Jerry&lt;/b&gt;</title>"# + picture))
        #expect(html.items[0].title == "Tom & Jerry")
        let xhtml =
            #"<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">Less is <em>more</em></div></title>"#
        #expect(try await read(feed: atom(xhtml + picture)).items[0].title == "Less is more")
    }

    @Test func `title and link of a quoted source are not the entry's`() async throws {
        let result = try await read(
            feed: atom(
                """
                <source><title>Elsewhere</title><link href="http://elsewhere.test/"/></source><title>Mine</title>
                <link href="/mine"/><link rel="enclosure" type="image/png" href="a.png"/>
                """))
        #expect(result.items[0].title == "Mine")
        #expect(result.items[0].page == "http://feeds.test/mine")
    }

    @Test func `nested base URLs are resolved and end`() async throws {
        let feed = """
            <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://base.test/one/">
            <entry xml:base="two/"><title>A</title><content type="html" xml:base="three/">&lt;img src="a.png"&gt;</content></entry>
            <entry><title>B</title><link rel="enclosure" type="image/png" href="b.png"/></entry></feed>
            """
        #expect(
            try await read(feed: feed).items.map(\.picture) == [
                .remote("http://base.test/one/two/three/a.png"), .remote("http://base.test/one/b.png"),
            ])
    }

    @Test func `a feed with prefixes instead of a default namespace is read`() async throws {
        let feed = """
            <a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns:m="http://search.yahoo.com/mrss"><a:title>P</a:title>
            <a:entry><a:title>T</a:title><m:content url="http://x.test/a.jpg" medium="image"/></a:entry></a:feed>
            """
        let result = try await read(feed: feed)
        #expect(result.title == "P")
        #expect(result.items.map(\.picture) == [.remote("http://x.test/a.jpg")])
    }

    @Test(arguments: [
        (#"<link rel="enclosure" href="e.jpg"/>"#, "e.jpg"),
        (#"<link rel="enclosure" type="image/png" href="e"/>"#, "e"),
        (#"<link rel="preview" href="p.jpg"/>"#, "p.jpg"),
        (#"<link rel="related" type="image/jpeg" href="r"/>"#, "r"),
        (#"<link rel="alternate" type="image/jpeg" href="r"/>"#, "r"),
        (#"<media:group><media:content url="big.jpg" type="image/jpeg"/></media:group>"#, "big.jpg"),
        (#"<media:thumbnail url="/t.jpg" width="480" height="360"/>"#, "/t.jpg"),
        (#"<content type="html">&lt;img src="/c.jpg"&gt;</content>"#, "/c.jpg"),
        (#"<summary type="html"><![CDATA[<img src='s.jpg'>]]></summary>"#, "s.jpg"),
        (#"<content type="image/png" src="/direct.png"/>"#, "/direct.png"),
        (
            #"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p><img src="x.jpg"/></p></div></content>"#,
            "x.jpg"
        ),
    ])
    func `every link and text that names a picture is found`(inside: String, picture: String) async throws {
        let entry = #"<link href="/a/page"/>"# + inside
        let item = try #require(try await read(feed: atom(entry), type: "application/atom+xml").items.first)
        let expected = "http://feeds.test" + (picture.hasPrefix("/") ? picture : "/a/" + picture)
        #expect(item.picture == .remote(expected) && item.page == "http://feeds.test/a/page")
    }
}
