import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Sitemaps: the pictures that a site lists for search engines.
@Suite(.endsInTime) struct SitemapTests {
    private static let address = "http://x.test/sitemap.xml"

    private func read(_ urls: String, limits: FeedLimits = FeedLimits()) async throws -> FeedResult {
        let document = """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
                xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\(urls)</urlset>
            """
        let network = FakeNetwork([Self.address: ("application/xml", document)])
        return try await FeedReader(fetcher: network, limits: limits).items(of: [.url(RequestAddress(Self.address))])
    }

    @Test func `each picture of a page is an item with the page's address and date`() async throws {
        let items = try await read(
            """
            <url>
              <loc> http://x.test/page </loc><lastmod>2026-01-02T00:00:00Z</lastmod>
              <image:image><image:loc>
                /a.png
              </image:loc><image:title>The  first</image:title><image:caption>Words</image:caption></image:image>
              <image:image><image:loc>http://other.test/b.jpg</image:loc></image:image>
            </url>
            <url><loc>http://x.test/empty</loc></url>
            <url><loc>http://x.test/last</loc><image:image><image:loc>/c.png?a&amp;b</image:loc></image:image></url>
            """
        ).items
        #expect(items.map(\.title) == ["The first", "b.jpg", "c.png"])
        #expect(
            items.map(\.picture) == [
                .remote("http://x.test/a.png"), .remote("http://other.test/b.jpg"), .remote("http://x.test/c.png?a&b"),
            ])
        #expect(items.map(\.page) == ["http://x.test/page", "http://x.test/page", "http://x.test/last"])
        #expect(items[0].summary == "Words" && items[0].date == 1_767_312_000 && items[2].date == nil)
    }

    private static func index(_ addresses: String...) -> (String?, String) {
        let sitemaps = addresses.map { "<sitemap><loc> \($0) </loc><lastmod>2026-01-02</lastmod></sitemap>" }.joined()
        return (nil, "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>\(sitemaps)</sitemapindex>")
    }

    private static let one = "<urlset><url><image><loc>/a.png</loc></image></url></urlset>"

    @Test func `the sitemaps of an index are read, compressed ones too`() async throws {
        var network = FakeNetwork([
            Self.address: Self.index("/1.xml", "2.xml.gz", "http://x.test/1.xml"),
            "http://x.test/1.xml": (nil, Self.one),
        ])
        network.add("http://x.test/2.xml.gz", type: "application/x-gzip", bytes: DocumentFormatTests.compressedSitemap)
        let result = try await FeedReader(fetcher: network).items(of: [.url(Self.address)])
        #expect(result.items.map(\.picture) == [.remote("http://x.test/a.png"), .remote("http://x.test/a.png")])
        #expect(result.failures.isEmpty)
    }

    @Test func `an index that names itself ends`() async throws {
        let network = FakeNetwork([
            Self.address: Self.index(Self.address, "/1.xml"), "http://x.test/1.xml": (nil, Self.one),
        ])
        let result = try await FeedReader(fetcher: network).items(of: [.url(Self.address)])
        #expect(result.items.map(\.picture) == [.remote("http://x.test/a.png")])
        #expect(result.failures.map(\.error) == [.nestedFeedList])
    }

    @Test func `a compressed sitemap is not inflated beyond the limit`() async throws {
        var limits = FeedLimits()
        limits.feedBytes = DocumentFormatTests.compressedSitemap.count + 1
        var network = FakeNetwork()
        network.add(Self.address, type: nil, bytes: DocumentFormatTests.compressedSitemap)
        await #expect(throws: FeedError.tooLarge(limit: ByteSize(limits.feedBytes))) {
            try await FeedReader(fetcher: network, limits: limits).items(of: [.url(Self.address)])
        }
        network.add(Self.address, type: nil, bytes: Array(DocumentFormatTests.compressedSitemap.prefix(10)))
        await #expect(throws: FeedError.notAFeed(looksLike: .binary)) {
            try await FeedReader(fetcher: network).items(of: [.url(Self.address)])
        }
    }

    @Test
    func `pictures that are not on the network are left out, and pictures over the limit are reported`() async throws {
        func image(_ address: String) -> String { "<image:image><image:loc>\(address)</image:loc></image:image>" }
        var limits = FeedLimits()
        limits.feedItems = 2
        let local = image("file:///etc/passwd") + "<image:image/>"
        let result = try await read(
            "<url>\(local)</url>" + (1...4).map { "<url>\(image("/\($0).png"))</url>" }.joined(), limits: limits)
        #expect(result.items.map(\.title) == ["1.png", "2.png"])
        #expect(result.failures.map(\.error) == [.tooManyItems(limit: 2)])
    }
}
