import FeedTestSupport
import TestSupport
import Testing

@testable import ImageFeeds

/// The picture of an entry or a page is the first one that can be loaded and seen.
@Suite(.endsInTime) struct UsablePictureTests {
    /// Documents at `http://feeds.test/a/feed.xml` whose first picture is `BAD`, and the next one `ok.jpg`.
    static let documents = [
        rss(#"<description><![CDATA[<img src="BAD"><img src="ok.jpg">]]></description>"#),
        rss(#"<enclosure url="BAD" type="image/jpeg"/><description><![CDATA[<img src="ok.jpg">]]></description>"#),
        rss(#"<media:content url="BAD" medium="image"/><media:thumbnail url="ok.jpg"/>"#),
        rss(#"<media:thumbnail url="BAD"/><itunes:image href="ok.jpg"/>"#),
        rss("<image><url>BAD</url></image><media:thumbnail url='ok.jpg'/>"),
        atom(
            #"<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><img src="BAD"/><img src="ok.jpg"/></div></content>"#
        ),
        #"{"version": "https://jsonfeed.org/version/1", "items": [{"image": "BAD", "banner_image": "ok.jpg"}]}"#,
        #"<html><img src="BAD"><img src="ok.jpg">"#,
        #"<html><meta property="og:image" content="BAD"><img src="ok.jpg">"#,
    ]

    @Test(
        arguments: documents,
        [
            "", "#", "#top", "?", " ?#", "about:blank", "cid:a@b", "blob:http://x/1", "javascript:void(0)",
            "file:///x.jpg",
            "//:0",
            "http://:0", "http:", "mailto:a@b", "http://feeds.test/a/feed.xml#x",
        ])
    func `a reference that is no picture gives way to the next`(document: String, reference: String) async throws {
        let items = try await read(feed: document.replacing("BAD", with: reference), type: nil).items
        #expect(items.map(\.pictures) == [[.init(source: .remote("http://feeds.test/a/ok.jpg"))]])
    }

    @Test(
        arguments: [
            "width=1", "height=2px", #"style="width:1px;height:1px""#, #"style="color: red; HEIGHT : 0""#,
            #"style="display: none !important""#, "style=visibility:hidden", "hidden", #"hidden="""#,
            #"style="height:0.5px""#, #"style="max-width:1.0px;""#, #"style="width:0em""#, #"style="height:0%""#,
            #"style="width:1pt;height:1pt""#, "style=visibility:collapse",
        ],
        [rss("<description><![CDATA[BODY]]></description>"), "<html>BODY</html>"])
    func `a picture that nobody can see gives way to the next`(attribute: String, document: String) async throws {
        let body = "<img src=t.gif \(attribute)><img src=ok.jpg style='width:100%;max-height:0.5em;opacity:0'>"
        let items = try await read(feed: document.replacing("BODY", with: body), type: nil).items
        #expect(items.map(\.picture) == [.remote("http://feeds.test/a/ok.jpg")])
    }

    /// Regression: the size that Media RSS states was not looked at.
    @Test(
        arguments: [
            "media:content medium='image'", "media:thumbnail", "enclosure type='image/gif'", "itunes:image",
        ], ["width='1' height='1'", "height='2'"])
    func `a picture that a feed states to be a pixel gives way to the next`(element: String, size: String) async throws
    {
        let entry = "<\(element) url='t.gif' \(size)/><description>&lt;img src=ok.jpg&gt;</description>"
        let items = try await read(feed: rss(entry)).items
        #expect(items.map(\.pictures) == [[.init(source: .remote("http://feeds.test/a/ok.jpg"))]])
    }

    /// Lengths that only a layout knows are neither sizes nor reasons to pass a picture over.
    @Test(
        arguments: [
            "style='width:calc(100% - 2px);max-width:calc(1px)'", "style='height:min(1px, 100%)'", "width='calc(1px)'",
            "style='width:var(--x, 1px)'", "sizes='(max-width: calc(1px + 1em)) 1px, calc(1px)' srcset='ok.jpg 640w'",
        ],
        [rss("<description><![CDATA[BODY]]></description>"), "<html>BODY</html>"])
    func `a length that is computed hides no picture`(attribute: String, document: String) async throws {
        let body = "<img src=ok.jpg \(attribute)><img src=no.jpg>"
        let item = try await read(feed: document.replacing("BODY", with: body), type: nil).items.first
        #expect(item?.picture == .remote("http://feeds.test/a/ok.jpg") && item?.pixelWidth == nil)
    }

    @Test func `a hidden picture that a script shows is one`() async throws {
        let items = try await read(feed: "<html><img style='display:none' data-src=a.jpg src=t.gif>", type: nil).items
        #expect(items.map(\.picture) == [.remote("http://feeds.test/a/a.jpg")])
    }

    @Test func `an unusable picture takes no place among ten thousand`() async throws {
        let html = String(repeating: "&lt;img src=about:blank&gt;", count: 10_000) + "&lt;img src=ok.jpg&gt;"
        let items = try await read(feed: rss("<description>\(html)</description>")).items
        #expect(items.map(\.picture) == [.remote("http://feeds.test/a/ok.jpg")])
    }

    // MARK: - Bases and pages

    private static let html = "<description>&lt;img src=p.jpg&gt;</description>"

    @Test(arguments: [
        (html, "http://feeds.test/a/p.jpg"),
        ("<link>http://x.test/2026/post/</link>" + html, "http://x.test/2026/post/p.jpg"),
        (html + "<link>http://x.test/2026/post/</link>", "http://x.test/2026/post/p.jpg"),
        (html + "<guid>http://x.test/g/1</guid>", "http://x.test/g/p.jpg"),
        (html + "<guid isPermaLink='false'>http://x.test/g/1</guid>", "http://feeds.test/a/p.jpg"),
        (
            "<link>http://x.test/post/</link>" + html.replacing("<description", with: "<description xml:base='/base/'"),
            "http://feeds.test/base/p.jpg"
        ),
        ("<link>http://x.test/post/</link><enclosure url='p.jpg' type='image/jpeg'/>", "http://feeds.test/a/p.jpg"),
    ])
    func `a picture of an article is relative to its page`(entry: String, picture: String) async throws {
        #expect(try await read(feed: rss(entry)).items.map(\.picture) == [.remote(picture)])
    }

    @Test func `the order of pictures does not depend on the place of the link`() async throws {
        let entry =
            Self.html + "<media:content url='/m.jpg' medium='image'/><link>http://x.test/</link>"
            + "<media:content url='/n.jpg' medium='image'/>"
        let item = try #require(try await read(feed: rss(entry)).items.first)
        #expect(
            item.pictures.map(\.source) == [
                .remote("http://feeds.test/m.jpg"), .remote("http://x.test/p.jpg"), .remote("http://feeds.test/n.jpg"),
            ])
    }

    @Test(arguments: [
        ("<guid>http://x.test/1</guid><link>http://x.test/2</link>", "http://x.test/2"),
        ("<guid isPermaLink='false'>http://x.test/1</guid><link>http://x.test/2</link>", "http://x.test/2"),
        ("<guid isPermaLink='true'>http://x.test/1</guid>", "http://x.test/1"),
        ("<guid isPermaLink='False'>http://x.test/1</guid>", nil),
        ("<guid isPermaLink=' false '>http://x.test/1</guid>", nil),
        ("<guid isPermaLink='0'>http://x.test/1</guid>", nil),
        ("<guid ispermalink='false'>http://x.test/1</guid>", nil),
        ("<link></link><guid>http://x.test/1</guid>", "http://x.test/1"),
        ("<link>http://x.test/log#v2</link>", "http://x.test/log#v2"),
        ("<link>/log#v2</link>", "http://feeds.test/log#v2"),
        ("<link> </link>", nil), ("<guid>http://x.test/7</guid>", "http://x.test/7"), ("<guid>tag:7</guid>", nil),
        ("<link>javascript:alert(1)</link>", nil),
        ("<link>http:\\\\x.test\\2</link>", "http://x.test/2"),
    ])
    func `the page of an entry is its link, else a permanent guid`(entry: String, page: String?) async throws {
        let items = try await read(feed: rss(entry + "<enclosure url='a.jpg#f' type='image/jpeg'/>")).items
        #expect(items.map { $0.page?.requestText } == [page])
        #expect(items.map(\.picture) == [.remote("http://feeds.test/a/a.jpg")])
    }

    // MARK: - Pages

    @Test(arguments: [
        ("media='print'", false), ("media='(max-width: 600px)'", false), ("media='(min-width: 601px)'", true),
        ("media='screen and (min-width:62.5em)'", true), ("media='screen and (min-width:63em)'", false),
        ("media='not print'", true), ("media='not all and (max-width: 5px)'", true),
        ("media='print, (width >= 1000px)'", true),
        ("media='(400px < width < 700px)'", false), ("media='(prefers-color-scheme: dark)'", false),
        ("media='(prefers-color-scheme: light)'", true), ("media='(orientation: portrait)'", false),
        ("media='(min-resolution: 2dppx)'", false), ("media='((max-width: 5px) or (min-width: 5px))'", true),
        ("media='(min-aspect-ratio: 1/1)'", true), ("media='(max-aspect-ratio: 1 / 1)'", false),
        ("media='(aspect-ratio > 16/9)'", false), ("media='(min-width: 200mm)'", true),
        ("media='(min-color: 8)'", true), ("media='(color-gamut: srgb)'", true), ("media='(color-gamut: p3)'", false),
        ("media='(unknown: 1)'", false), ("media=''", true), ("media", true),
        ("media='screen and (color)'", true), ("media='(monochrome)'", false),
        ("media='\(String(repeating: "(min-width: 1px) and ", count: 50))all'", false),
        ("media='only screen and ((((((((((('", false),
    ])
    func `a source for other media is passed over`(attribute: String, isTaken: Bool) async throws {
        let picture =
            "<picture><source \(attribute) srcset='s.jpg'><source srcset='t.jpg 3x'><img src='i.jpg'></picture>"
        for document in [rss("<description><![CDATA[\(picture)]]></description>"), "<html>\(picture)"] {
            guard attribute != "media" || document.hasPrefix("<html") else { continue }
            let items = try await read(feed: document, type: nil).items
            #expect(items.map(\.picture) == [.remote("http://feeds.test/a/\(isTaken ? "s" : "t").jpg")])
        }
    }

    @Test(
        arguments: ["template", "iframe", "textarea", "noembed", "noframes", "xmp", "TEXTAREA", "Script", "STYLE"],
        [rss("<description><![CDATA[BODY]]></description>"), "<html>BODY"])
    func `what is not shown has no pictures`(element: String, document: String) async throws {
        let body = "<\(element)><p><img src=no.jpg></p></\(element)><img src=ok.jpg>"
        let items = try await read(feed: document.replacing("BODY", with: body), type: nil).items
        #expect(items.map(\.picture) == [.remote("http://feeds.test/a/ok.jpg")])
    }

    @Test(arguments: [
        ("<img data-src=a-800x600.jpg><noscript><img src=a.jpg></noscript>", ["a-800x600.jpg"]),
        ("<noscript><img src=a.jpg></noscript><img src=t data-src=a-800x600.jpg>", ["a.jpg"]),
        ("<img src=b.jpg><noscript><img src=a.jpg></noscript>", ["b.jpg", "a.jpg"]),
        ("<img src=a-9px.jpg><img src=b-9px.jpg><noscript><img src=a.jpg><img src=b.jpg>", ["a-9px.jpg", "b-9px.jpg"]),
        ("<img src=a.jpg><img src=a-800x600.jpg>", ["a.jpg", "a-800x600.jpg"]),
    ])
    func `a picture for browsers without scripts is not shown twice`(body: String, names: [String]) async throws {
        #expect(try await read(feed: "<html>" + body, type: nil).items.map(\.title) == names)
    }
}
