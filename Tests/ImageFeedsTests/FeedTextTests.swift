import Testing

@testable import ImageFeeds

/// Titles, summaries and the characters in them.
@Suite(.endsInTime) struct FeedTextTests {
    private let picture = #"<enclosure url="/p/last%20name.jpg" type="image/jpeg"/>"#

    @Test(
        arguments: [
            ("Tom &amp; Jerry", "Tom & Jerry"),
            ("Tom &amp;amp; Jerry", "Tom & Jerry"),
            ("<![CDATA[Fish & <b>Chips</b> &copy; &#169; &#xA9;]]>", "Fish & Chips © © ©"),
            ("  two\n   lines ", "two lines"),
            ("1 &lt; 2 > 0", "1 < 2 > 0"),
            ("caf&eacute;&nbsp;bar", "café bar"),
            ("AT&T & friends", "AT&T & friends"),
            ("it&amp;#146;s &amp;#x96; &amp;#129;", "it’s –"),
            ("a<br/>b", "a b"),
            ("&amp;#27;[31mred&amp;#7;", "[31mred"),
            ("<![CDATA[\u{1B}[2Jgone\u{9B}31m]]>", "[2Jgone31m"),
            ("right\u{202E}tfel\u{200B}", "righttfel"),
            ("&unknown; name", "&unknown; name"),
            ("", "last name.jpg"),
            ("&amp;#27;", "last name.jpg"),
        ])
    func `titles become one clean line`(markup: String, title: String) async throws {
        let result = try await read(feed: rss("<title>\(markup)</title>\(picture)"))
        #expect(result.items.map(\.title) == [title])
    }

    @Test func `no text of a feed has control characters`() async throws {
        let hostile = "&amp;#27;]52;c;AAAA&amp;#7;\u{9D}x"
        let feed = rss(
            "<title>\(hostile)</title><description>\(hostile)</description><link>http://x.test/\u{9B}\u{202E}</link>\(picture)",
            channel: "<title>\(hostile)</title>")
        let result = try await read(feed: feed)
        let item = try #require(result.items.first)
        let texts = [result.title, item.title, item.summary, item.page?.requestText].compactMap { $0 }
        #expect(texts.count == 4)
        for scalar in texts.joined().unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value) && scalar.value != 0x202E)
        }
    }

    @Test func `long texts are cut`() async throws {
        let long = String(repeating: "wide ", count: 400)
        let result = try await read(feed: rss("<title>\(long)</title><description>\(long)</description>\(picture)"))
        #expect(result.items[0].title.unicodeScalars.count == 300)
        #expect(result.items[0].title.hasSuffix("…"))
        #expect(result.items[0].summary?.unicodeScalars.count == 500)
    }

    // MARK: - Encodings

    @Test func `UTF-16 is read in both byte orders`() async throws {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + rss("<title>Ünï ☃</title>\(picture)").dropFirst(38)
        let little: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
        let big: [UInt8] =
            [0xFE, 0xFF] + text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit >> 8), UInt8(unit & 0xFF)] }
        #expect(try await read(feed: little).items[0].title == "Ünï ☃")
        #expect(try await read(feed: big).items[0].title == "Ünï ☃")
    }
}
