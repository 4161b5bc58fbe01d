import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// RSS dialects other than 2.0, podcasts, and entries without pictures.
@Suite(.endsInTime) struct DialectTests {
    @Test(
        arguments: [
            #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>Old</title></channel><item><title>T</title><description>&lt;img src="a.png"&gt;</description></item></rdf:RDF>"#,
            #"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rss="http://purl.org/rss/1.0/"><rss:channel><rss:title>Old</rss:title></rss:channel><rss:item><rss:title>T</rss:title><rss:description>&lt;img src="a.png"&gt;</rss:description></rss:item></r:RDF>"#,
            #"<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>Old</title><item><title>T</title><description>&lt;img src="a.png"&gt;</description></item></channel></rss>"#,
            #"<rss version="0.92" xmlns="http://backend.userland.com/rss092"><channel><title>Old</title><item><title>T</title><enclosure url="a.png" length="5" type="image/png"/></item></channel></rss>"#,
        ])
    func `an old feed is read`(text: String) async throws {
        let result = try await read(feed: text)
        #expect(result.title == "Old")
        #expect(result.items.map(\.title) == ["T"])
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/a.png")])
        #expect(result.failures.isEmpty)
    }

    @Test func `title and text of a media group are the default`() async throws {
        let group = """
            <media:group><media:title>Film</media:title><media:content url="v.mp4" type="video/mp4"/>
            <media:thumbnail url="t.jpg"/><media:description>About it</media:description></media:group>
            """
        let alone = try await read(feed: rss(group)).items[0]
        #expect(alone.title == "Film")
        #expect(alone.summary == "About it")
        let named = try await read(feed: rss(group + "<title>Entry</title><description>Own</description>")).items[0]
        #expect(named.title == "Entry")
        #expect(named.summary == "Own")
    }

    /// Regression: only `itunes:image` was known.
    @Test(arguments: [
        ("<image><url>show.jpg</url><title>x</title><link>http://x.test</link></image>", "show.jpg"),
        (#"<itunes:image href="i.jpg"/>"#, "i.jpg"), (#"<googleplay:image href="g.jpg"/>"#, "g.jpg"),
        (#"<gp:image xmlns:gp="http://www.google.com/schemas/play-podcasts/1.0" href="g.jpg"/>"#, "g.jpg"),
        (#"<image><url>small.jpg</url></image><googleplay:image href="g.jpg"/><itunes:image href="i.jpg"/>"#, "i.jpg"),
        (#"<image><url>small.jpg</url></image><googleplay:image href="g.jpg"/>"#, "g.jpg"),
        (#"<image><url> http://cdn.test/s.jpg?a=1&amp;b=2 </url></image>"#, "http://cdn.test/s.jpg?a=1&b=2"),
    ])
    func `episodes without a picture show the channel's`(artwork: String, picture: String) async throws {
        let expected = PictureSource.remote(picture.hasPrefix("http") ? picture : "http://feeds.test/a/" + picture)
        let episode = #"<title>E</title><enclosure url="1.mp3" type="audio/mpeg"/>"#
        // before the episodes or after them
        let before = try await read(feed: rss(episode, channel: "<title>Talk</title>" + artwork))
        #expect(before.items.map(\.picture) == [expected] && before.title == "Talk")
        let behind = try await read(
            feed: rss(episode, channel: "<title>Talk</title>").replacing("</channel>", with: artwork + "</channel>"))
        #expect(behind.items.map(\.picture) == [expected] && behind.items.map(\.title) == ["E"])
        #expect(behind.hiddenEntries == 0)
        // an item with text only is no episode
        await #expect(throws: FeedError.noPictures(.feed)) {
            try await read(feed: rss("<title>news</title>", channel: artwork))
        }
    }

    @Test(arguments: [#"<googleplay:image href="own.jpg"/>"#, #"<itunes:image href="own.jpg"/>"#])
    func `the picture of an episode takes precedence over that of its channel`(own: String) async throws {
        let episode = #"<enclosure url="1.mp3" type="audio/mpeg"/>"#
        let result = try await read(
            feed: rss(
                episode + own,
                channel: #"<itunes:image href="show.jpg"/><image><url>small.jpg</url></image>"#))
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/own.jpg")])
        let both = try await read(
            feed: rss(episode + #"<googleplay:image href="g.jpg"/><itunes:image href="i.jpg"/>"#))
        #expect(both.items.map(\.picture) == [.remote("http://feeds.test/a/g.jpg")], "the first of equals")
    }

    /// A channel picture after the entries is for those without one, each in its place.
    @Test func `a picture of the channel after its entries does not change their order`() async throws {
        let text = """
            <rss><channel><item><title>one</title><enclosure url="1.mp3" type="audio/mpeg"/></item>
            <item><title>two</title><enclosure url="2.jpg" type="image/jpeg"/></item><item><title>words</title></item>
            <item><title>three</title><enclosure url="3.mp3" type="audio/mpeg"/></item>
            <image><url>c.jpg</url></image></channel></rss>
            """
        let result = try await read(feed: text)
        #expect(result.items.map(\.title) == ["one", "two", "three"] && result.hiddenEntries == 1)
        var limits = FeedLimits()
        limits.feedItems = 2
        let image = "<image><url>c.jpg</url></image>"
        let cut = try await read(feed: text.replacing("<channel>", with: "<channel>" + image), limits: limits)
        #expect(cut.items.map(\.title) == ["one", "two"] && cut.failures.map(\.error) == [.tooManyItems(limit: 2)])
    }

    @Test func `the logo of Atom and the icon of a JSON Feed are pictures of episodes too`() async throws {
        let entry = #"<entry><title>E</title><link rel="enclosure" type="audio/mpeg" href="1.mp3"/></entry>"#
        let feed = "<feed xmlns='http://www.w3.org/2005/Atom'><logo>logo.png</logo><icon>i.png</icon>\(entry)</feed>"
        #expect(try await read(feed: feed).items.map(\.picture) == [.remote("http://feeds.test/a/logo.png")])
        let json = """
            {"version": "https://jsonfeed.org/version/1.1", "icon": "icon.png", "items": [
            {"title": "E", "attachments": [{"url": "1.mp3", "mime_type": "audio/mpeg"}]}, {"title": "words"}]}
            """
        let result = try await read(feed: json, type: "application/feed+json")
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/icon.png")] && result.hiddenEntries == 1)
    }

    @Test func `base URLs apply in RSS too`() async throws {
        let item = #"<item xml:base="two/"><enclosure url="b.png" type="image/png"/></item>"#
        let text = """
            <rss version="2.0" xml:base="http://cdn.test/one/"><channel><item><title>A</title>
            <description xml:base="deep/">&lt;img src="a.png"&gt;</description><link>page</link></item>
            \(item)<item><enclosure url="/c.png" type="image/png"/></item></channel></rss>
            """
        let result = try await read(feed: text)
        #expect(
            result.items.map(\.picture) == [
                .remote("http://cdn.test/one/deep/a.png"), .remote("http://cdn.test/one/two/b.png"),
                .remote("http://cdn.test/c.png"),
            ])
        #expect(result.items[0].page == "http://cdn.test/one/page")
    }

    @Test(arguments: [true, false])
    func `entries without pictures are counted or shown`(isShown: Bool) async throws {
        let xml = """
            <rss><channel><item><title>words</title><link>http://x.test/w</link></item>
            <item><enclosure url="a.jpg" type="image/jpeg"/></item></channel></rss>
            """
        let json = #"{"items": [{"title": "words", "url": "http://x.test/w"}, {"image": "http://x.test/a.jpg"}]}"#
        var options = FeedOptions()
        options.showsEntriesWithoutPictures = isShown
        for text in [xml, json] {
            let network = FakeNetwork(["http://x.test/f": (nil, text)])
            let result = try await FeedReader(fetcher: network, options: options).items(of: [.url("http://x.test/f")])
            #expect(result.hiddenEntries == (isShown ? 0 : 1))
            let words = FeedItem(title: "words", page: "http://x.test/w", picture: .missing)
            #expect(result.items.dropLast().map(\.unidentified) == (isShown ? [words] : []))
            #expect(result.items.last?.picture == .remote("http://x.test/a.jpg"))
        }
    }
}
