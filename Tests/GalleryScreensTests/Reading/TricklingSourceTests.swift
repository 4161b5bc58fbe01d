import EngineTestSupport
import FeedTestSupport
import HalftoneCore
import ImageFeeds
import TestSupport
import Testing
import Transfer

@testable import GalleryScreens

/// A feed that arrives byte by byte and never ends, beside one that arrives at once: over a network and with a clock
/// under the test's control.
@MainActor @Suite(.endsInTime) struct TricklingSourceTests {
    private nonisolated static let endless = "http://h.test/endless"
    private nonisolated static let quick = "http://h.test/quick"
    private nonisolated static let page = "http://h.test/page"
    private let news = NewsList()
    private let transport: FakeTransport

    /// The quick feed has one more picture at each request: an unchanged one would cause no event.
    init() {
        let readings = Lock(0)
        transport = FakeTransport { transfer in
            let head: TransferHeaders = ["content-type": "application/atom+xml"]
            switch transfer.url {
            case Self.quick:
                let count = readings.withLock { count in
                    count += 1
                    return 19 + count
                }
                transfer.begin(headers: head)
                transfer.finish(Array(HeldNetwork.feed((0..<count).map { "q\($0)" }, next: Self.page).utf8))
            case Self.page:
                transfer.begin(headers: head)
                transfer.finish(Array(HeldNetwork.feed(["later"]).utf8))
            default: break  // controlled by the test
            }
        }
    }

    /// Opens both sources, of which the second has sent its pictures. `feedBytes` is the limit of a feed.
    private func open(feedBytes: Int) async -> SourceReader {
        var limits = FeedLimits()
        limits.feedBytes = feedBytes
        let sources = SourceReader.listed(
            [.url(Self.endless), .url(Self.quick)], TransportFetcher(transport: transport, limits: limits), news,
            limits: limits)
        sources.open()
        #expect(await news.next().hasPrefix("arrival q0 q1 "))
        #expect(sources.pending == [Self.endless])
        return sources
    }

    /// Returns this transfer of the endless feed, once it has been started, with the head of its response: the other
    /// source may arrive before it starts.
    private func trickling(_ number: Int = 1) async throws -> FakeTransfer {
        var transfers: [FakeTransfer] { transport.transfers.filter { $0.url == Self.endless } }
        await until("request \(number)") { transfers.count >= number }
        let transfer = try #require(transfers.dropFirst(number - 1).first)
        transfer.begin(headers: ["content-type": "application/atom+xml"])
        return transfer
    }

    /// The caller may see the end a moment before the transfer is cancelled.
    private func untilCancelled(_ transfer: FakeTransfer) async {
        await until("the transfer to be cancelled") { transfer.isCancelled }
    }

    /// The message of the only source that failed.
    private func failure(of sources: SourceReader) -> String? {
        let failures = sources.result?.failures ?? []
        return failures.count == 1 ? failures[0].description : nil
    }

    @Test func `an endless feed is ended at the size limit of feeds`() async throws {
        let sources = await open(feedBytes: 20_000)
        let transfer = try await trickling()
        transfer.send(Array("<feed xmlns='http://www.w3.org/2005/Atom'>".utf8))
        for _ in 0..<5_000 { transfer.send(Array("<!-- -->".utf8)) }
        #expect(await news.next().hasSuffix(", failed"))
        await untilCancelled(transfer)
        #expect(transport.running.isEmpty)
        #expect(failure(of: sources) == "\(Self.endless): is larger than the limit of 20 KB")
        #expect(sources.result?.items.count == 20 && sources.pending.isEmpty)
    }

    @Test
    func `a feed that trickles is ended by the total timeout, and the others are usable meanwhile`() async throws {
        let sources = await open(feedBytes: 1 << 20)
        let transfer = try await trickling()
        // never idle for long, and ten minutes at most in all
        #expect(transfer.request.limits.totalTimeout == .seconds(600))
        for _ in 0..<100 { transfer.send([0x20]) }
        // the other source goes on: its next page is read
        sources.readAhead(at: 19, of: 20)
        #expect(await news.next() == "page later")
        #expect(sources.pending == [Self.endless] && sources.result?.items.count == 20)
        transfer.send([0x20])
        transfer.fail(.timedOut(.total))
        let grew = await news.next()
        #expect(grew.hasPrefix("arrival q0 q1 ") && grew.hasSuffix(" q19 later, failed"))
        let line = "timed out after 600 s (101 B received)"
        #expect(failure(of: sources) == "\(Self.endless): \(line)")
        #expect(sources.pending.isEmpty && !sources.isReading && transport.running.isEmpty)
    }

    @Test func `a refresh requests the feed that trickles again and keeps the current items`() async throws {
        let sources = await open(feedBytes: 1 << 20)
        let first = try await trickling()
        first.send([0x20])
        sources.refresh()
        #expect(await news.next().hasSuffix(" q19 q20"))
        await untilCancelled(first)  // nothing waits for it any more
        let second = try await trickling(2)
        #expect(!second.isOver)
        second.finish(Array(HeldNetwork.feed(["at last"]).utf8))
        #expect(await news.next().hasPrefix("arrival at last q0 "))
        #expect(sources.result?.failures.isEmpty == true)
    }
}
