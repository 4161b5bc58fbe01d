import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct TimelineTests {
    private func image(_ name: String, _ rest: String = "") -> String {
        #"{"type": "image", "url": "http://m.test/\#(name)"\#(rest)}"#
    }

    private func post(_ pictures: String..., rest: String = "") -> String {
        #"{"id": "7", \#(rest) "media_attachments": [\#(pictures.joined(separator: ", "))]}"#
    }

    private func items(_ posts: String...) async throws -> [FeedItem] {
        Array(try await read(feed: "[\(posts.joined(separator: ","))]", type: "application/json").items)
    }

    @Test func `a post has pictures, text, author, page and date`() async throws {
        let size = #", "description": "Ships\n", "meta": {"original": {"width": 640, "height": 480}}"#
        let post = post(
            image("h.jpg", size), image("i.png", #", "meta": {"original": {"width": 6400, "height": 4800}}"#),
            rest: #"""
                "created_at": "2003-06-10T04:00:00.000Z", "url": "http://m.test/@ann/7", "reblog": null,
                "content": "<p>Cold &amp; quiet</p><p>Later\u001b[31m</p>",
                "account": {"display_name": "Ann", "acct": "ann@m.test"},
                """#)
        #expect(
            try await items(post).map(\.unidentified) == [
                FeedItem(
                    title: "Cold & quiet Later [31m", page: "http://m.test/@ann/7",
                    picture: .remote("http://m.test/h.jpg"),
                    date: 1_055_217_600, pixelWidth: 640, pixelHeight: 480, summary: "Cold & quiet Later [31m",
                    text: "Cold & quiet\nLater [31m", pictureText: "Ships",
                    otherPictures: [.init(source: .remote("http://m.test/i.png"))], author: "Ann")
            ])
    }

    @Test func `a boost shows the boosted post at its own time`() async throws {
        let boosted = post(image("a.jpg"), rest: #""content": "Boosted", "created_at": "2001-01-01T00:00:00Z","#)
        let boost = #"""
            {"id": "8", "created_at": "2003-06-10T04:00:00Z", "content": "", "media_attachments": [],
             "account": {"acct": "booster"}, "reblog": \#(boosted)}
            """#
        let item = try #require(try await items(boost).first)
        #expect(item.title == "Boosted" && item.picture == .remote("http://m.test/a.jpg"))
        #expect(item.date == 1_055_217_600 && item.author == nil)
    }

    @Test(
        arguments: [
            (#"{"type": "image", "url": null, "preview_url": "http://m.test/p.jpg"}"#, "p.jpg"),
            (#"{"type": "image", "url": "file:///etc/passwd", "preview_url": "http://m.test/p.jpg"}"#, "p.jpg"),
            (#"{"type": "video", "url": "http://m.test/v"}, {"type": "image", "url": "http://m.test/a.jpg"}"#, "a.jpg"),
            (#"null, 5, [], {"type": "image", "url": "http://m.test/a.jpg"}"#, "a.jpg"),
        ])
    func `the first usable image is shown`(attachments: String, picture: String) async throws {
        #expect(try await items(post(attachments)).map(\.picture) == [.remote("http://m.test/\(picture)")])
    }

    @Test func `a post without text has the name of its author as title`() async throws {
        let post = post(image("1a2b.jpg"), rest: #""account": {"display_name": "", "acct": "ann"},"#)
        #expect(try await items(post).map(\.title) == ["ann"])
    }

    @Test func `posts after a long one and invalid ones are read`() async throws {
        let long = post(rest: #""content": "\#(String(repeating: "long ", count: 10_000))","#)
        #expect(try await items(long, "null", "5", "{}", post(image("a.jpg"))).map(\.title) == ["a.jpg"])
    }

    // MARK: - Bad input

    @Test func `an empty timeline has no pictures`() async {
        for text in ["[]", " [\n]\n", "[\(post())]"] {
            await #expect(throws: FeedError.noPictures(.feed)) { try await read(feed: text, type: nil) }
        }
    }

    @Test func `an array of other objects is named`() async {
        for text in [#"[{"id": 1}]"#, #"[{"media_attachments": "none"}]"#, #"[{"x": {"media_attachments": []}}]"#] {
            await #expect(throws: FeedError.notAFeed(looksLike: .json)) { try await read(feed: text, type: nil) }
        }
    }

    @Test func `a list of paths in brackets is no JSON`() async throws {
        let folder = TemporaryDirectory()
        let path = try folder.write("list", "[] a.jpg\n[1] b.jpg\n{c} d.jpg\n")
        #expect(try await read(path: path).items.count == 3)
    }

    /// Sides of two negative numbers would overflow when they are multiplied.
    @Test func `sizes that are impossible count as missing`() async throws {
        let size = #", "meta": {"original": {"width": \#(Int.min), "height": \#(Int.min)}}"#
        let items = try await items(post(image("a.jpg", size), image("b.jpg", size)))
        #expect(items.map(\.pixelWidth) == [nil] && items.map(\.otherPictures.count) == [1])
    }
}
