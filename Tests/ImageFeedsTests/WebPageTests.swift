import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct WebPageTests {
    private func page(_ bytes: [UInt8], type: String = "text/html", limits: FeedLimits = FeedLimits()) async throws
        -> FeedResult
    {
        try await ImageFeedsTests.read(feed: bytes, type: type, limits: limits)
    }

    private func page(_ body: String, head: String = "", limits: FeedLimits = FeedLimits()) async throws -> FeedResult {
        try await page(
            Array("<!DOCTYPE html><html><head><title>A page</title>\(head)</head><body>\(body)</body></html>".utf8),
            limits: limits)
    }

    /// Returns the URLs of the pictures, without `http://feeds.test/`, of the page `a/feed.xml`.
    private func pictures(_ body: String, head: String = "") async throws -> [String] {
        try await page(body, head: head).items.map { item in
            guard case .remote(let address) = item.picture else { return "local" }
            let text = address.requestText
            return text.hasPrefix("http://feeds.test/") ? String(text.dropFirst(18)) : text
        }
    }

    // MARK: - Pictures

    @Test func `pictures are in their order, each once`() async throws {
        let result = try await page(
            """
            <IMG SRC="one.jpg?a=1&amp;b=2" ALT="  First
              one"><p><img src=/two.png><img src="one.jpg?a=1&b=2"><img src='//cdn.test/3'>
            """)
        #expect(result.title == "A page")
        #expect(result.failures.isEmpty)
        #expect(
            Array(result.items) == [
                FeedItem(
                    title: "First one", page: "http://feeds.test/a/feed.xml",
                    picture: .remote("http://feeds.test/a/one.jpg?a=1&b=2")),
                FeedItem(
                    title: "two.png", page: "http://feeds.test/a/feed.xml",
                    picture: .remote("http://feeds.test/two.png")),
                FeedItem(title: "3", page: "http://feeds.test/a/feed.xml", picture: .remote("http://cdn.test/3")),
            ])
    }

    @Test(
        arguments: [
            (#"<img src="s.jpg" srcset="a.jpg 400w, b.jpg 1200w, c.jpg 5000w">"#, "a/b.jpg"),
            (#"<img srcset="c.jpg 5000w, d.jpg 4000w">"#, "a/d.jpg"),
            (#"<img src="s.jpg" srcset="b.jpg 1.5x, c.jpg 3x,d.jpg 2x">"#, "a/c.jpg"),
            (#"<img src="s.jpg" srcset="/c/w_1,h_2/b.jpg 2x">"#, "c/w_1,h_2/b.jpg"),
            (#"<img src="s.jpg" srcset=" , ,">"#, "a/s.jpg"),
            (#"<img src="data:image/gif;base64,R0,lGOD" data-src="l.jpg">"#, "a/l.jpg"),
            (#"<img src="empty.gif" data-lazy-src="l.jpg">"#, "a/l.jpg"),
            (
                #"<img src="empty.gif" srcset="data:image/gif;base64,R0 1w" data-srcset="l.jpg 300w, m.jpg 600w">"#,
                "a/m.jpg"
            ),
            (
                #"<picture><source type="image/avif" srcset="a.avif"><source srcset="w.webp 900w" type="image/webp"><img src="j.jpg"></picture>"#,
                "a/w.webp"
            ),
            (#"<picture><source type="image/avif" srcset="a.avif 900w"><img src="j.jpg"></picture>"#, "a/j.jpg"),
            (#"<a href="large.jpg"><img src="thumb.jpg"></a>"#, "a/large.jpg"),
            (#"<a href="only-a-link.png">a picture</a>"#, "a/only-a-link.png"),
            (#"<noscript><img src="n.jpg"></noscript>"#, "a/n.jpg"),
        ])
    func `the best URL is chosen`(body: String, picture: String) async throws {
        #expect(try await pictures(body) == [picture])
    }

    @Test(
        arguments: [
            #"<img src="t.gif" width=1 height=1>"#, #"<img src="logo.svg">"#, "<img>", #"<img src="">"#,
            #"<img src="file:///etc/passwd">"#, #"<img src="javascript:x">"#,
            #"<img src="t.gif" width="1px" height="1px">"#, #"<script>"<img src=x.jpg>"</script>"#,
            #"<SCRIPT>"<img src=x.jpg>"</SCRIPT>"#, "<script></scripts><img src=x.jpg></script >",
            "<TITLE><img src=x.jpg></TITLE>", "<!-->", "<!--->", "<!-- <!-- -->",
            #"<!-- <img src=x.jpg> -->"#, #"<img src="data:image/png;base64,AAAA">"#,
            "<picture><source srcset=a.jpg></picture>",
            "<template><template></template><img src=x.jpg></template>",
            "<template><img src=x.jpg><TEMPLATE></TEMPLATE><img src=y.jpg></template>",
            #"<img src="s.png" class="wp-smiley x" alt=":-)">"#, #"<img src="l.SVG?v=2" alt="logo">"#,
        ])
    func `a link that is no picture is left out`(body: String) async throws {
        #expect(try await pictures(body + "<img src=ok.jpg>") == ["a/ok.jpg"])
    }

    @Test func `a picture belongs to the page of its link`() async throws {
        let items = try await page(#"<a href="/post"><img src=a.jpg></a><img src=b.jpg>"#).items
        #expect(items.map(\.page) == ["http://feeds.test/post", "http://feeds.test/a/feed.xml"])
    }

    // MARK: - Head

    @Test func `a page's own preview picture is first`() async throws {
        let head = """
            <meta property="og:title" content="Harbour &amp; sea"><meta property="og:image" content="o.jpg">
            <meta property="og:image:secure_url" content="https://x.test/o.jpg"><meta name="og:image" content="p.jpg">
            <meta name="twitter:image" content="card.jpg">
            """
        #expect(try await pictures("<img src=a.jpg>", head: head) == ["https://x.test/o.jpg", "a/p.jpg", "a/a.jpg"])
        let result = try await page("<img src=a.jpg>", head: head)
        #expect(result.title == "Harbour & sea")
        #expect(result.items.first?.title == "Harbour & sea")
        #expect(try await pictures("", head: #"<meta name="twitter:image:src" content="card.jpg">"#) == ["a/card.jpg"])
        #expect(try await pictures("", head: #"<link rel="image_src" href="i.jpg">"#) == ["a/i.jpg"])
    }

    @Test func `the base URL of the page applies`() async throws {
        let head = #"<meta property="og:image" content="o.jpg"><base href="http://cdn.test/x/"><base href="/no/">"#
        #expect(
            try await pictures("<img src=a.jpg>", head: head) == ["http://cdn.test/x/o.jpg", "http://cdn.test/x/a.jpg"])
        #expect(try await pictures("<img src=b.jpg>", head: #"<base href="../y/">"#) == ["y/b.jpg"])
        #expect(try await pictures("<img src=passwd>", head: #"<base href="file:///etc/">"#) == ["a/passwd"])
    }

    @Test func `linked feeds are found`() async throws {
        let head = """
            <link rel="alternate" type="application/rss+xml" title="News" href="/rss">
            <link rel="ALTERNATE home" type="application/atom+xml; charset=utf-8" href="atom">
            <link rel="alternate" type="application/feed+json" href="json"><link rel="alternate" hreflang="de" href="/de">
            <link rel="stylesheet" type="application/rss+xml" href="x"><link rel="alternate" type="application/rss+xml" href="/rss">
            """
        let result = try await page("<img src=a.jpg>", head: head)
        let source = FeedSource.url("http://feeds.test/a/feed.xml")
        #expect(
            result.linkedFeeds == [
                FeedLink(title: "News", address: "http://feeds.test/rss", source: source),
                FeedLink(address: "http://feeds.test/a/atom", source: source),
                FeedLink(address: "http://feeds.test/a/json", source: source),
            ])
    }

    @Test(
        arguments: [
            "application/json", "Application/JSON; charset=utf-8", "text/xml", "application/xml", "application/rdf+xml",
        ])
    func `linked feeds of other types are found after the certain ones`(type: String) async throws {
        let head = """
            <link rel="alternate" type="\(type)" title="Other" href="/other">
            <link rel="alternate" type="application/rdf+xml" title="Sure" href="/rdf">
            <link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/1">
            <link rel="alternate" type="application/json+oembed" href="/oembed">
            """
        let feeds = try await page("<img src=a.jpg>", head: head).linkedFeeds
        #expect(Set(feeds.map(\.address)) == ["http://feeds.test/other", "http://feeds.test/rdf"])
        if !type.hasSuffix("rdf+xml") { #expect(feeds.map(\.title) == ["Sure", "Other"]) }
    }

    @Test func `a page without pictures leads to its feed`() async throws {
        let network = FakeNetwork([
            "http://x.test/": ("text/html", #"<html><link rel=alternate type="application/rss+xml" href=feed>hello"#),
            "http://x.test/feed": (nil, rss(#"<enclosure url="a.jpg" type="image/jpeg"/>"#)),
        ])
        let result = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/")])
        #expect(result.items.map(\.picture) == [.remote("http://x.test/a.jpg")])
    }

    @Test func `a saved page in a file shows pictures with absolute URLs`() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write(
            "saved.html", "<html><img src=lost.jpg><link rel=canonical href='http://x.test/y/'><img src=a.jpg>")
        #expect(try await read(path: path).items.map(\.picture) == [.remote("http://x.test/y/a.jpg")])
    }

    // MARK: - Attacks

    @Test func `thousands of pictures are listed and counted`() async throws {
        let body = (0..<10_000).map { "<img src='\($0).jpg' alt='picture \($0)'>" }.joined()
        let result = try await page(body)
        #expect(result.items.count == 10_000)
        #expect(result.items[9_999].title == "picture 9999")
        #expect(result.items[1_234].picture == .remote("http://feeds.test/a/1234.jpg"))
    }

    /// Thousands of short references would multiply the length of their base.
    @Test func `an address that is longer than servers accept is none`() async throws {
        let body = "<img src=0><img src=12345678>"
        func base(_ length: Int) -> String {
            #"<base href="http://x.test/\#(String(repeating: "x", count: length))/">"#
        }
        #expect(try await page(body, head: base(8_170)).items.map(\.title) == ["0"])
        #expect(try await pictures(body, head: base(9_000)) == ["a/0", "a/12345678"])
    }

    @Test func `deep nesting costs no picture`() async throws {
        let bomb = String(repeating: "<div><b>", count: 200_000)
        let result = try await page("<img src=a.jpg>" + bomb + "<img src=b.jpg>")
        #expect(result.items.map(\.title) == ["a.jpg", "b.jpg"] && result.failures.isEmpty)
    }

    @Test(
        arguments: [
            ("<title>A &amp; <img src=no.jpg>", "A &"), ("<title>A\n page", "A page"), ("<title></title><title>B", "B"),
        ])
    func `a title is text`(head: String, title: String) async throws {
        let result = try await page(Array("<html>\(head)</title><img src=a.jpg>".utf8))
        #expect(result.title == title && result.items.map(\.title) == ["a.jpg"])
    }

    @Test func `entities of a page read no files`() async throws {
        let folder = TemporaryDirectory()
        let secret = try folder.write("secret", "SECRET")
        let text = """
            <!DOCTYPE html SYSTEM "file://\(secret)" [<!ENTITY x SYSTEM "file://\(secret)">]>
            <html><body><img src="a.jpg" alt="a&x;b"></body></html>
            """
        #expect(try await page(Array(text.utf8)).items.map(\.title) == ["a&x;b"])
    }

    /// Regression: the content of a closed title reached to the end of the next one.
    @Test func `a title that is closed in its start tag is empty`() async throws {
        let body = "<svg><title/></svg><img src=a.jpg><svg><title>no</title></svg><img src=b.jpg>"
        #expect(try await pictures(body) == ["a/a.jpg", "a/b.jpg"])
    }

    /// As in browsers. The end of an address may be missing.
    @Test(arguments: ["<img src=b.jp", "<img src='b.jp", "<img src='b.jp>", "<a href=b.jpg", "<img src=b.jpg x='"])
    func `a tag that is cut off at the end is none`(end: String) async throws {
        #expect(try await page(Array("<html><img src=a.jpg>\(end)".utf8)).items.map(\.title) == ["a.jpg"])
    }

    @Test(arguments: ["<template><img src=a.jpg><template></template>", "<iframe><script>", "<textarea>", "<title>"])
    func `an element whose end is missing reaches to the end of the page`(start: String) async throws {
        let page = try await page(Array("<html><img src=ok.jpg>\(start)<img src=no.jpg>".utf8))
        #expect(page.items.map(\.title) == ["ok.jpg"])
    }

    @Test func `NUL bytes and broken tags cost no picture`() async throws {
        #expect(
            try await pictures("a\u{0}b<img src=a.jpg><<img src=b.jpg><p/<img src=c.jpg") == ["a/a.jpg", "a/b.jpg"])
    }
}
