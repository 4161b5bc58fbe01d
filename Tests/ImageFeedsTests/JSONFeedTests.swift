import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct JSONFeedTests {
    private func feed(_ items: String, rest: String = "") -> String {
        #"{"version": "https://jsonfeed.org/version/1.1", "title": "Days", \#(rest) "items": [\#(items)]}"#
    }

    private func items(_ items: String, rest: String = "") async throws -> [FeedItem] {
        Array(try await read(feed: feed(items, rest: rest), type: "application/feed+json").items)
    }

    @Test func `an item has picture, title, page, date and summary`() async throws {
        let text = feed(
            #"""
            {"id": "1", "url": "/1", "title": "Harbour\u001b[31m", "summary": "Cold &\n quiet",
             "image": "h.jpg", "date_published": "2003-06-10T04:00:00Z", "content_text": "Long, with\n lines"}
            """#)
        let result = try await read(feed: text, type: nil)
        #expect(result.title == "Days")
        #expect(result.failures.isEmpty)
        #expect(
            result.items.map(\.unidentified) == [
                FeedItem(
                    title: "Harbour[31m", page: "http://feeds.test/1", picture: .remote("http://feeds.test/a/h.jpg"),
                    date: 1_055_217_600, summary: "Cold & quiet", text: "Long, with\nlines")
            ])
    }

    @Test(
        arguments: [
            (#""image": "i.jpg", "banner_image": "b.jpg""#, "i.jpg"),
            (#""banner_image": "b.jpg", "content_html": "<img src=c.jpg>""#, "b.jpg"),
            (#""content_html": "<p>x<img src='c.jpg?a=1&amp;b=2'>""#, "c.jpg?a=1&b=2"),
            (
                #""attachments": [{"url": "s.mp3", "mime_type": "audio/mpeg"}, {"url": "p", "mime_type": "image/png"}]"#,
                "p"
            ),
            (#""attachments": [{"url": "s.mp3"}, {"url": "p.webp"}]"#, "p.webp"),
            (#""image": "file:///etc/passwd", "banner_image": "b.jpg""#, "b.jpg"),
            (#""image": "", "banner_image": "b.jpg""#, "b.jpg"),
            (#""image": 7, "attachments": {}, "banner_image": "b.jpg""#, "b.jpg"),
        ])
    func `the picture of the most specific field is taken`(fields: String, picture: String) async throws {
        #expect(try await items("{\(fields)}").map(\.picture) == [.remote("http://feeds.test/a/\(picture)")])
    }

    @Test func `an attachment states its size`() async throws {
        let attachment = #"{"url": "p.png", "mime_type": "image/png", "size_in_bytes": 1234}"#
        #expect(try await items(#"{"id": 5, "attachments": [\#(attachment)]}"#).map(\.byteCount) == [1234])
    }

    @Test func `invalid items do not affect others`() async throws {
        let all = #"null, 5, "x", [], {"image": "a.jpg"}, {"title": "no picture"}, {"title": {}, "image": "b.jpg"}"#
        #expect(try await items(all).map(\.title) == ["a.jpg", "b.jpg"])
    }

    @Test func `a version 1 feed in a file has its URL in itself`() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write(
            "saved",
            "\u{FEFF}" + #"{"version":"https://jsonfeed.org/version/1","feed_url":"http://x.test/f/feed.json","#
                + #""items":[{"image":"../a.jpg"}]}"#)
        #expect(try await read(path: path).items.map(\.picture) == [.remote("http://x.test/a.jpg")])
    }

    @Test func `bytes that are not UTF-8 spoil one letter`() async throws {
        let bytes = Array(feed(#"{"image": "a.jpg", "title": "caf"#).utf8.dropLast(2)) + [0xE9] + Array(#""}]}"#.utf8)
        #expect(try await read(feed: bytes, type: nil).items.map(\.title) == ["café"])
    }

    // MARK: - Bad input

    @Test func `other JSON is named`() async {
        let others = [
            "{}", #"{"a": 1}"#, #"{"items": "none"}"#, #"{"version": "1", "x": "https://jsonfeed.org"}"#,
            #"{"x": {"items": []}}"#, #"{"version": null}"#,
        ]
        for text in others {
            await #expect(throws: FeedError.notAFeed(looksLike: .json)) { try await read(feed: text, type: nil) }
        }
    }

    @Test func `a feed without pictures is reported`() async {
        await #expect(throws: FeedError.noPictures(.feed)) { try await items(#"{"title": "words"}"#) }
    }

    @Test(arguments: [
        "{", #"{"items": [{"image": "a.jpg"}"#, #"{"items": [,]}"#, #"{"items": [], "x": nul}"#,
        #"{"items": "# + String(repeating: "[", count: 1_000_000), #"[{"media_attachments": []}"#,
        #"[{"media_attachments": "# + String(repeating: "[", count: 1_000_000),
    ])
    func `damaged or deeply nested JSON is a clear error`(text: String) async {
        let error = await #expect(throws: FeedError.self) { try await read(feed: text, type: nil) }
        guard case .malformedJSON? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error.map { "\($0)".hasPrefix("malformed JSON: ") && "\($0)".utf8.count < 300 } == true)
    }

    @Test func `only the items of the feed itself are read`() async throws {
        let text = feed(
            #"{"items": [{"image": "c.jpg"}], "image": "a.jpg"}, {"image": "b.jpg"}"#,
            rest: #""x": {"items": [{"image": "d.jpg"}]},"#)
        #expect(try await read(feed: text, type: nil).items.map(\.title) == ["a.jpg", "b.jpg"])
    }

    @Test func `an empty icon is no picture of an episode`() async throws {
        let text = feed(
            #"{"attachments": [{"url": "a.mp3", "mime_type": "audio/mpeg"}]}, {"image": "b.jpg"}"#,
            rest: #""icon": "","#)
        #expect(try await read(feed: text, type: nil).items.map(\.title) == ["b.jpg"])
    }
}
