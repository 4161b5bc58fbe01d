import EngineTestSupport
import FeedTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TestSupport
import Testing
import Transfer

@testable import GalleryScreens

/// Fetching of feeds over a network under the test's control: requests, responses, and failures.
@Suite(.endsInTime) struct TransportFetcherTests {
    private static let url = "http://h.test/feed"

    /// Small limits: 1,000 bytes of a feed, 4,000 of a list.
    private static var limits: FeedLimits {
        var limits = FeedLimits()
        (limits.feedBytes, limits.listBytes) = (1_000, 4_000)
        return limits
    }

    /// Returns a fetcher whose network handles every transfer with `answer`.
    private func fetcher(_ answer: @escaping @Sendable (FakeTransfer) -> Void) -> (TransportFetcher, FakeTransport) {
        let transport = FakeTransport(answer: answer)
        return (TransportFetcher(transport: transport, limits: Self.limits), transport)
    }

    @Test func `feeds are requested compressed and within the limit`() async throws {
        let (fetcher, transport) = fetcher { $0.respond("x") }
        _ = try await fetcher.fetch(Self.url)
        let transfer = try #require(transport.transfers.first)
        #expect(transfer.url == Self.url && transfer.request.acceptsCompression)
        #expect(transfer.request.limits.maximumBytes == 4_000 && transport.transfers.count == 1)
        #expect(transfer.header("Accept")?.hasPrefix("application/rss+xml, application/atom+xml") == true)
        #expect(transfer.header("If-None-Match") == nil && transfer.header("If-Modified-Since") == nil)
    }

    @Test func `the idle timeout is that of the options`() async throws {
        var (fetcher, transport) = fetcher { $0.respond("x") }
        _ = try await fetcher.fetch(Self.url)
        fetcher.timeout = .seconds(90)
        _ = try await fetcher.fetch(Self.url)
        let limits = transport.transfers.map(\.request.limits)
        #expect(limits.map(\.stallTimeout) == [.seconds(15), .seconds(90)])
        #expect(limits.map(\.connectTimeout) == [.seconds(15), .seconds(90)])
        #expect(limits.map(\.totalTimeout) == [.seconds(600), .seconds(600)])
    }

    @Test func `a response has its final URL, its validators and its links`() async throws {
        let (fetcher, _) = fetcher { transfer in
            let headers: TransferHeaders = [
                "content-type": "application/atom+xml", "etag": "\"1\"", "last-modified": "yesterday",
                "link": "<0>; rel=prev", "Link": "<2>; rel=next",
            ]
            transfer.send(
                .response(TransferResponse(url: "http://other.test/moved/feed", status: 200, headers: headers)))
            transfer.send([1, 2])
            transfer.send([3])
            transfer.finish()
        }
        let document = try await fetcher.fetch(Self.url)
        #expect(document.bytes == [1, 2, 3] && document.contentType == "application/atom+xml")
        #expect(document.finalURL == "http://other.test/moved/feed")
        #expect(document.links == ["<0>; rel=prev", "<2>; rel=next"])
        #expect(document.validators == FeedValidators(entityTag: "\"1\"", lastModified: "yesterday"))
    }

    @Test(arguments: [("max-age=60", true), ("private, no-store", false)])
    func `a no-store response is not cached`(control: String, mayBeKept: Bool) async throws {
        let (fetcher, _) = fetcher { transfer in
            transfer.send(
                .response(TransferResponse(url: Self.url, status: 200, headers: ["cache-control": control])))
            transfer.send([1])
            transfer.finish()
        }
        #expect(try await fetcher.fetch(Self.url).mayBeKept == mayBeKept)
    }

    @Test func `a cached document is requested conditionally`() async throws {
        let (fetcher, transport) = fetcher { $0.respond(status: 304) }
        let validators = try #require(FeedValidators(entityTag: "\"1\"", lastModified: "yesterday"))
        let document = try await fetcher.fetch(Self.url, unlessMatching: validators)
        #expect(document == nil)
        let transfer = try #require(transport.transfers.first)
        #expect(transfer.header("If-None-Match") == "\"1\"" && transfer.header("If-Modified-Since") == "yesterday")
        // and only with the validators that exist
        let tag = try #require(FeedValidators(entityTag: "\"2\"", lastModified: nil))
        _ = try await fetcher.fetch(Self.url, unlessMatching: tag)
        #expect(transport.transfers.last?.header("If-Modified-Since") == nil)
        #expect(transport.transfers.last?.header("If-None-Match") == "\"2\"")
    }

    @Test(arguments: [304, 400, 404, 500, 199, 300])
    func `a response that is no document is an error`(status: Int) async {
        let (fetcher, _) = fetcher { $0.respond("sorry", status: status) }
        await #expect(throws: ImageError.invalidStatusCode(status)) { try await fetcher.fetch(Self.url) }
    }

    @Test(arguments: [
        TransferError.couldNotConnect(host: "h.test"), .tooManyRedirects(limit: 10),
        .redirectRefused("file:///etc/passwd"),
    ])
    func `the error is that of the transfer`(error: TransferError) async {
        let (fetcher, _) = fetcher { transfer in
            transfer.send([1])
            transfer.fail(error)
        }
        await #expect(throws: error) { try await fetcher.fetch(Self.url) }
    }

    @Test func `an end without a head is an error`() async {
        let (fetcher, _) = fetcher { $0.finish(.success(TransferMetrics())) }
        await #expect(throws: TransferError.protocolError("no response head")) { try await fetcher.fetch(Self.url) }
    }

    // MARK: - Size limits

    /// Regression: a feed was read up to the limit that is for lists only.
    @Test(arguments: [("application/rss+xml", "<rss>", 1_000), ("text/plain", "http://h.test/a.png", 4_000)])
    func `a transfer is ended as soon as the document is too large for its format`(
        type: String, beginning: String, limit: Int
    ) async {
        let (fetcher, transport) = fetcher { transfer in
            transfer.begin(headers: ["content-type": type])
            transfer.send(Array(beginning.utf8))
            transfer.send(Array(repeating: 0x20, count: limit))
        }
        await #expect(throws: FeedError.tooLarge(limit: ByteSize(limit))) { try await fetcher.fetch(Self.url) }
        #expect(transport.transfers.first?.isCancelled == true)
    }

    @Test func `the transport's size limit has the same message`() async {
        await #expect(throws: FeedError.tooLarge(limit: ByteSize(4_000))) {
            try await fetcher { $0.fail(.tooLarge(limit: 4_000)) }.0.fetch(Self.url)
        }
    }

    /// Regression: the picture was downloaded whole, and again by its cell.
    @Test func `only the beginning of a picture is fetched`() async throws {
        let (fetcher, transport) = fetcher { transfer in
            transfer.begin(headers: ["content-type": "image/png"])
            transfer.send([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 992))
        }
        let document = try await fetcher.fetch(Self.url)
        #expect(document.bytes.count == 1_000 && document.contentType == "image/png")
        #expect(transport.transfers.first?.isCancelled == true)
        let result = try await FeedReader(fetcher: fetcher).items(of: [.url(Self.url)])
        #expect(result.items.map(\.picture) == [.remote(Self.url)])
    }

    // MARK: - Cancellation

    /// Regression: the transfer of a feed went on after it was cancelled.
    @Test func `cancelling a fetch ends the transfer`() async throws {
        let transport = FakeTransport()
        let fetcher = TransportFetcher(transport: transport, limits: Self.limits)
        let task = Task { try await fetcher.fetch(Self.url) }
        await until("a transfer") { !transport.transfers.isEmpty }
        transport.transfers[0].send([1])
        task.cancel()
        await #expect(throws: TransferError.cancelled) { try await task.value }
        #expect(transport.transfers[0].isCancelled && transport.running.isEmpty)
    }

    @Test func `a fetch that is cancelled before it begins ends the transfer too`() async throws {
        let transport = FakeTransport()
        let fetcher = TransportFetcher(transport: transport, limits: Self.limits)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await fetcher.fetch(Self.url)
        }
        await #expect(throws: TransferError.cancelled) { try await task.value }
        #expect(transport.transfers.count == 1 && transport.running.isEmpty)
    }

    // MARK: - With the feed reader

    private func read(_ answer: @escaping @Sendable (FakeTransfer) -> Void) async throws(FeedError) -> FeedResult {
        try await FeedReader(fetcher: fetcher(answer).0).items(of: [.url(Self.url)])
    }

    @Test func `relative URLs in a feed are resolved by its final URL`() async throws {
        let feed =
            "<rss version='2.0'><channel><title>t</title><item><title>a</title>"
            + "<enclosure url='a.png' type='image/png'/></item></channel></rss>"
        let result = try await read { transfer in
            let response = TransferResponse(
                url: "https://other.test/deep/er/feed", status: 200, headers: ["content-type": "application/rss+xml"])
            transfer.send(.response(response))
            transfer.finish(Array(feed.utf8))
        }
        #expect(result.items.map(\.picture) == [.remote("https://other.test/deep/er/a.png")])
    }

    @Test func `a failed fetch has a message of one sentence`() async {
        await #expect(throws: FeedError.fetchFailed("could not connect to h.test")) {
            try await read { $0.fail(.couldNotConnect(host: "h.test")) }
        }
    }

    @Test(arguments: [
        ("text/html", "<html><body><p>Nothing to see</p></body></html>", FeedError.noPictures(.page)),
        ("application/xml", "<kml xmlns='http://www.opengis.net/kml/2.2'/>", .notAFeed(looksLike: .xml(root: "kml"))),
        ("application/json", "{\"a\": 1}", .notAFeed(looksLike: .json)),
        ("application/octet-stream", "\u{1}\u{0}\u{2}\u{0}", .notAFeed(looksLike: .binary)),
        ("application/rss+xml", "", .empty),
    ])
    func `a document that is no feed is reported`(type: String, text: String, error: FeedError) async {
        await #expect(throws: error) {
            try await read { transfer in
                transfer.begin(headers: ["content-type": type])
                transfer.finish(Array(text.utf8))
            }
        }
    }
}
