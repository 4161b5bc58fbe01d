import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// Which picture an entry gets from the `img` elements of its content, in every format of content.
@Suite(.endsInTime) struct ArticlePictureTests {
    static let pictures = [
        (#"<img src="data:image/gif;base64,R0,lGOD" data-src="l.jpg">"#, "l.jpg"),
        (#"<img src="empty.gif" data-lazy-src="l.jpg"/>"#, "l.jpg"),
        (#"<img src="s.jpg" srcset="a.jpg 400w, b.jpg 1200w, c.jpg 5000w"/>"#, "b.jpg"),
        (#"<img srcset="b.jpg 1.5x, c.jpg 3x"/>"#, "c.jpg"),
        (#"<img src="logo.svg"/><img src="a.jpg"/>"#, "a.jpg"),
        (#"<img src="t.gif" width="1px" height="1px"/><img src="a.jpg"/>"#, "a.jpg"),
        (#"<img src="s.png" alt=":-)" class="x wp-smiley"/><img src="a.jpg"/>"#, "a.jpg"),
        (#"<img src="a.jpg" width="640px" height="50%"/>"#, "a.jpg"),
        (#"<img src="t.gif" width="100%" height="1"/><img src="a.jpg" width="100%"/>"#, "a.jpg"),
        (#"<iframe src="https://v.test/"/><textarea/><template/><img src="a.jpg"/>"#, "a.jpg"),
        (#"<template shadowrootmode="open"><img src="a.jpg"/></template><img src="b.jpg"/>"#, "a.jpg"),
        (#"<img data-srcset="a.jpg 800w" style="visibility:hidden"/><img src="b.jpg"/>"#, "a.jpg"),
    ]

    private func expect(_ result: FeedResult, _ picture: String) {
        #expect(result.items.map(\.picture) == [.remote("http://feeds.test/a/\(picture)")])
    }

    @Test(arguments: pictures) func `an article in RSS shows its picture`(html: String, picture: String) async throws {
        expect(try await read(feed: rss("<title>t</title><description><![CDATA[<p>x\(html)]]></description>")), picture)
    }

    @Test(arguments: pictures)
    func `an article in XHTML shows its picture`(html: String, picture: String) async throws {
        let html = html.replacing("lGOD\" data-src=\"l.jpg\">", with: "lGOD\" data-src=\"l.jpg\"/>")
        let content = #"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">\#(html)</div></content>"#
        expect(try await read(feed: atom("<title>t</title>" + content)), picture)
    }

    @Test(arguments: pictures) func `an article in JSON shows its picture`(html: String, picture: String) async throws {
        let text = html.replacing("\"", with: "'")
        expect(
            try await read(
                feed: #"{"version": "https://jsonfeed.org/version/1", "items": [{"content_html": "\#(text)"}]}"#,
                type: nil), picture)
    }

    @Test(arguments: [
        rss("<description><![CDATA[HTML]]></description>"), rss("<description>HTML</description>"),
        atom(#"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">HTML</div></content>"#),
    ])
    func `what is in a template is none of the article`(document: String) async throws {
        let html = #"<template>no<img src="a.jpg"/></template>yes &amp;<img src="b.jpg?x=1&amp;y=2"/>"#
        let result = try await read(feed: document.replacing("HTML", with: html))
        expect(result, "b.jpg?x=1&y=2")
        #expect(result.items.map(\.text) == ["yes &"])
    }

    @Test func `a base inside of an article in XHTML counts to its end`() async throws {
        let html = #"<div xmlns="http://www.w3.org/1999/xhtml"><p xml:base="/b/"><img src="a.jpg"/></p></div>"#
        let entry = #"<content type="xhtml">\#(html)</content><link rel="enclosure" href="e.jpg"/>"#
        let item = try #require(try await read(feed: atom(entry)).items.first)
        #expect(
            item.pictures.map(\.source) == [.remote("http://feeds.test/a/e.jpg"), .remote("http://feeds.test/b/a.jpg")])
    }

    @Test(arguments: [
        ("text/html", "<html><body>HTML</body></html>"),
        ("application/rss+xml", rss("<description><![CDATA[HTML]]></description>")),
        (
            "application/feed+json",
            #"{"version": "https://jsonfeed.org/version/1", "items": [{"content_html": "HTML"}]}"#
        ),
    ])
    func `a format that the program adds is taken in every kind of document`(
        type: String, document: String
    ) async throws {
        let html =
            "<picture><source type='Image/X-Added; codecs=1' srcset='added'><img src='j.jpg' width='640'></picture>"
        var network = FakeNetwork()
        network.add(
            "http://feeds.test/a/feed", type: type, bytes: Array(document.replacing("HTML", with: html).utf8))
        for (added, picture) in [([], "j.jpg"), (["image/x-added"], "added")] as [(Set<String>, String)] {
            var options = FeedOptions()
            options.pictureTypes.formUnion(added)
            let reader = FeedReader(fetcher: network, options: options)
            expect(try await reader.items(of: [.url("http://feeds.test/a/feed")]), picture)
        }
    }

    @Test func `the size that a tag states is read`() async throws {
        let item = try await read(
            feed: rss(#"<description><![CDATA[<img src="a.jpg" width=" 640px" height="50%">]]></description>"#)
        ).items.first
        #expect(item?.pixelWidth == 640 && item?.pixelHeight == nil)
    }
}
