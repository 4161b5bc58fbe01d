import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

@Suite(.endsInTime) struct RemoteSourceTests {
    private func read(_ network: FakeNetwork, _ sources: FeedSource...) async throws -> FeedResult {
        try await FeedReader(fetcher: network).items(of: sources)
    }

    @Test func `a URL that ends like a picture's is not fetched`() async throws {
        let result = try await read(FakeNetwork(), .url("http://x.test/big.PNG?w=10"))
        #expect(result.items.map(\.picture) == [.remote("http://x.test/big.PNG?w=10")])
        #expect(result.title == "big.PNG")
    }

    @Test func `a picture is detected by type or signature`() async throws {
        var network = FakeNetwork(["http://x.test/typed": ("image/webp", "RIFF")])
        network.add(
            "http://x.test/signed", type: "application/octet-stream", bytes: pngSignature, finalURL: "http://y.test/z")
        #expect(
            try await read(network, .url("http://x.test/typed")).items.map(\.picture) == [
                .remote("http://x.test/typed")
            ])
        #expect(
            try await read(network, .url("http://x.test/signed")).items.map(\.picture) == [
                .remote("http://x.test/signed")
            ])
    }

    @Test func `relative URLs are resolved by the final URL`() async throws {
        var network = FakeNetwork()
        let feed = Array(rss(#"<enclosure url="a.jpg" type="image/jpeg"/>"#).utf8)
        network.add("http://x.test/feed", type: nil, bytes: feed, finalURL: "https://y.test/real/feed")
        #expect(
            try await read(network, .url("http://x.test/feed")).items.map(\.picture) == [
                .remote("https://y.test/real/a.jpg")
            ])
    }

    @Test func `a web page without pictures is a clear error`() async {
        let network = FakeNetwork(["http://x.test/": ("text/html; charset=utf-8", "  <p>Hello")])
        await #expect(throws: FeedError.noPictures(.page)) {
            try await read(network, .url("http://x.test/"))
        }
    }

    @Test func `a list of URLs is read`() async throws {
        let network = FakeNetwork([
            "http://x.test/l": ("text/plain", "http://a.test/1.jpg\n# c\nhttps://b.test/2\n3.png\n")
        ])
        #expect(
            try await read(network, .url("http://x.test/l")).items.map(\.picture) == [
                .remote("http://a.test/1.jpg"), .remote("https://b.test/2"), .remote("http://x.test/3.png"),
            ])
    }

    @Test func `a URL without a file name is titled by its host`() async throws {
        let network = FakeNetwork(["http://me:secret@x.test/": ("image/png", "x")])
        let result = try await read(network, .url("http://me:secret@x.test/"))
        #expect(result.items.map(\.title) == ["x.test"])
    }

    @Test func `other schemes are refused`() async {
        for (url, scheme) in [
            ("ftp://x.test/a.png", "ftp"), ("file://x.test/a.png", "file"), ("GOPHER://x.test", "gopher"),
        ] {
            await #expect(throws: FeedError.unsupportedScheme(scheme)) { try await read(FakeNetwork(), .url(url)) }
        }
        await #expect(throws: FeedError.fetchFailed("the URL has no host")) {
            try await read(FakeNetwork(), .url("http:///"))
        }
    }

    @Test func `the fetcher's message is the error and is safe to print`() async {
        let error = await #expect(throws: FeedError.self) { try await read(FakeNetwork(), .url("http://x.test/none")) }
        #expect(error.map { "\($0)" } == "404 [31mnot found")
    }

    // MARK: - Several sources

    @Test func `sources are merged in their order, and a failing one is reported`() async throws {
        let folder = TemporaryDirectory()
        try folder.write("b.png", "x")
        let network = FakeNetwork([
            "http://x.test/1": (nil, rss(#"<title>one</title><enclosure url="1.jpg" type="image/jpeg"/>"#)),
            "http://x.test/2": (nil, "http://x.test/two.jpg\nhttp://x.test/three.jpg"),
        ])
        let result = try await read(
            network, .url("http://x.test/2"), .path(folder.path), .url("http://x.test/\u{1B}none"),
            .url("http://x.test/1"),
            .url("http://x.test/last.jpg"))
        #expect(result.items.map(\.title) == ["two.jpg", "three.jpg", "b.png", "one", "last.jpg"])
        #expect(result.title == nil)
        #expect(result.failures.map(\.isPartial) == [false])
        #expect(result.failures[0].description == "http://x.test/none: 404 [31mnot found")
    }

    @Test func `failures alone are one error that has all of them`() async {
        let error = await #expect(throws: FeedError.self) {
            try await read(FakeNetwork(), .url("http://x.test/a"), .path("/nowhere/at/all"))
        }
        guard case .everySourceFailed(let failures)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failures.map(\.source) == ["http://x.test/a", "/nowhere/at/all"])
    }

    @Test func `a thousand sources keep their order`() async throws {
        var network = FakeNetwork()
        for number in 0..<200 {
            network.add("http://x.test/\(number)", type: nil, bytes: Array("http://x.test/\(number).jpg".utf8))
        }
        let sources = (0..<1000).map { FeedSource.url($0 < 200 ? "http://x.test/\($0)" : "http://x.test/\($0).jpg") }
        let result = try await FeedReader(fetcher: network).items(of: sources)
        #expect(result.items.map(\.title) == (0..<1000).map { "\($0).jpg" })
    }

    @Test func `a cancelled read ends as cancelled`() async {
        /// Ends only when its task is cancelled.
        struct Endless: FeedFetcher {
            func fetch(_ address: RequestAddress, unlessMatching validators: FeedValidators?) async throws
                -> FeedDocument?
            {
                let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
                for await _ in stream {}
                withExtendedLifetime(continuation) {}
                throw CancellationError()
            }
        }
        let task = Task { try await FeedReader(fetcher: Endless()).items(of: [.url("http://x.test/a")]) }
        task.cancel()
        await #expect(throws: FeedError.cancelled) { try await task.value }
    }
}
