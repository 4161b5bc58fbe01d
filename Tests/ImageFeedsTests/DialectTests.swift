import Testing

@testable import ImageFeeds

/// Dialects of RSS beside 2.0, podcasts, and entries without pictures.
struct DialectTests {
    @Test(
        arguments: [
            #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>Old</title></channel><item><title>T</title><description>&lt;img src="a.png"&gt;</description></item></rdf:RDF>"#,
            #"<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rss="http://purl.org/rss/1.0/"><rss:channel><rss:title>Old</rss:title></rss:channel><rss:item><rss:title>T</rss:title><rss:description>&lt;img src="a.png"&gt;</rss:description></rss:item></r:RDF>"#,
            #"<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel><title>Old</title><item><title>T</title><description>&lt;img src="a.png"&gt;</description></item></channel></rss>"#,
            #"<rss version="0.92" xmlns="http://backend.userland.com/rss092"><channel><title>Old</title><item><title>T</title><enclosure url="a.png" length="5" type="image/png"/></item></channel></rss>"#,
        ])
    func oldFeedIsRead(text: String) async throws {
        let result = try await read(feed: text)
        #expect(result.title == "Old")
        #expect(result.items.map(\.title) == ["T"])
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/a.png")])
        #expect(result.failures.isEmpty)
    }

    @Test func titleAndTextOfAMediaGroupStandIn() async throws {
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

    @Test func episodesWithoutAPictureShowThePodcasts() async throws {
        let channel = #"<title>Talk</title><itunes:image href="show.jpg"/>"#
        let episode = #"<enclosure url="1.mp3" type="audio/mpeg"/>"#
        #expect(
            try await read(feed: rss(episode, channel: channel)).items.map(\.picture) == [
                .remote("http://feeds.test/a/show.jpg")
            ])
        let own = try await read(feed: rss(episode + #"<itunes:image href="own.jpg"/>"#, channel: channel))
        #expect(own.items.map(\.picture) == [.remote("http://feeds.test/a/own.jpg")])
        // words alone are no episode
        await #expect(throws: FeedError.noPictures(.feed)) {
            try await read(feed: rss("<title>news</title>", channel: channel))
        }
    }

    @Test(arguments: [true, false])
    func entriesWithoutPicturesAreCountedOrShown(isShown: Bool) async throws {
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
            #expect(Array(result.items.dropLast()) == (isShown ? [words] : []))
            #expect(result.items.last?.picture == .remote("http://x.test/a.jpg"))
        }
    }
}
