import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Links whose URLs end like a picture's: links to the large picture, and links to a page.
@Suite(.endsInTime) struct PictureLinkTests {
    private func pictures(_ body: String, at url: String) async throws -> [(
        picture: PictureSource, page: RequestAddress?
    )] {
        let network = FakeNetwork([url: ("text/html", "<!DOCTYPE html><html><body>\(body)")])
        let items = try await FeedReader(fetcher: network).items(of: [.url(url)]).items
        return items.map { ($0.picture, $0.page) }
    }

    @Test(
        arguments: [
            "http://en.wiki.test/wiki/File:Foo.jpg", "http://wiki.test/wiki/Datei:F%C3%BC.png",
            "http://wiki.test/wiki/File%3AFoo.jpg", "http://wiki.test/w/%E3%83%95%E3%82%A1%E3%82%A4%E3%83%AB:Foo.jpg",
            "http://git.test/owner/project/blob/main/docs/pic.png", "http://git.test/o/p/-/blob/main/pic.png?ref=1",
            "http://git.test/o/p/src/branch/main/pic.png", "http://wiki.test/_detail/a/foo.jpg?id=x",
            "http://trac.test/attachment/ticket/12/foo.png",
        ])
    func `a page about a picture is not taken for the picture`(page: String) async throws {
        let found = try await pictures(
            #"<a href="\#(page)"><img src="/pic/thumb.png"></a><a href="\#(page)">large</a>"#, at: "http://x.test/")
        #expect(found.map(\.picture) == [.remote("http://x.test/pic/thumb.png")])
        #expect(found.map(\.page) == [RequestAddress(page)])
    }

    /// Common galleries: the paths of the thumbnail and of the large picture.
    @Test(
        arguments: [
            ("thumbs/1.jpg", "images/1.jpg"), ("/t/abc.gif", "/x/unlike.jpg"),
            ("http://thumbs.x.test/9f8e7d.jpg", "http://images.x.test/harbour.jpg"),
            ("http://cdn.test/harbour-640x480.jpg", "http://x.test/harbour.jpg"),
            ("http://cdn.test/s320/Old%20Harbour.jpg", "http://other.test/s1600/old%20harbour.jpg"),
            ("http://cdn.test/th_harbour_thumb.jpg", "http://other.test/harbour_large.png"),
            ("http://i0.cdn.test/x.test/harbour.jpg?resize=300", "http://x.test/wp-content/harbour.jpg"),
            ("data:image/gif;base64,R0", "http://other.test/harbour.jpg"),
            ("http://x.test/raw/pic.png", "http://git.test/o/p/blob/main/pic.png?raw=true"),
            ("http://x.test/t/1230.jpg", "http://x.test/clock/12:30.jpg"),
        ])
    func `the large picture of a gallery is shown`(small: String, large: String) async throws {
        let found = try await pictures(#"<a href="\#(large)"><img src="\#(small)"></a>"#, at: "http://x.test/")
        let address = try #require(WebAddress("http://x.test/")?.resolve(large)?.text)
        #expect(found.map(\.picture) == [.remote(address)])
    }

    @Test func `a link that has nothing in common with its picture is not followed`() async throws {
        let found = try await pictures(
            #"<a href="http://shop.test/view/product.jpg"><img src="/teaser.png" alt="Buy"></a>"#, at: "http://x.test/")
        #expect(found.map(\.picture) == [.remote("http://x.test/teaser.png")])
        #expect(found.map(\.page) == ["http://shop.test/view/product.jpg"])
    }

    @Test(arguments: ["http://wiki.test/wiki/File:Foo.jpg", "http://git.test/o/p/blob/main/pic.png"])
    func `a source that is a page about a picture is read as a page`(url: String) async throws {
        let found = try await pictures("<img src=/large/foo.jpg>", at: url)
        #expect(found.map(\.picture) == [WebAddress(url)?.resolve("/large/foo.jpg")].map { .remote($0?.text ?? "") })
    }

    @Test func `a source that responded with a page before is read as one`() async throws {
        let url = "http://x.test/view.jpg"
        let network = FakeNetwork([url: ("text/html", "<!DOCTYPE html><html><img src=/large.png>")])
        #expect(try await FeedReader(fetcher: network).items(of: [.url(url)]).items.map(\.picture) == [.remote(url)])
        var options = FeedOptions()
        options.pages = [RequestAddress(url)]
        let items = try await FeedReader(fetcher: network, options: options).items(of: [.url(url)]).items
        #expect(items.map(\.picture) == [.remote("http://x.test/large.png")])
    }

    @Test func `a source named like a page that is a picture is shown`() async throws {
        var network = FakeNetwork()
        network.add("http://x.test/Cat:%20a.jpg", type: "image/jpeg", bytes: [0xFF, 0xD8, 0xFF, 0xE0])
        let items = try await FeedReader(fetcher: network).items(of: [.url("http://x.test/Cat:%20a.jpg")]).items
        #expect(items.map(\.picture) == [.remote("http://x.test/Cat:%20a.jpg")])
    }
}
