import Basis
import ImageFeeds
import TestSupport
import Testing
import Transfer

@testable import halftone

/// A feed that comes byte by byte and never ends, beside one that is there at once: over a network that is in the test's
/// hand, which is also its clock.
@MainActor @Suite(.endsInTime) struct TricklingSourceTests {
    private nonisolated static let endless = "http://h.test/endless"
    private nonisolated static let quick = "http://h.test/quick"
    private nonisolated static let page = "http://h.test/page"
    private let news = NewsList()
    private let transport: FakeTransport

    /// The quick feed has one picture more each time it is asked for: what is the same as before is no news.
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
            default: break  // the test's
            }
        }
    }

    /// Both sources, of which the second has given its pictures. `feedBytes` is what a feed may be.
    private func open(feedBytes: Int) async -> SourceReader {
        var limits = FeedLimits()
        limits.feedBytes = feedBytes
        let sources = SourceReader.listed(
            [.url(Self.endless), .url(Self.quick)], TransportFetcher(transport: transport, limits: limits), news,
            limits: limits)
        sources.open()
        #expect(await news.next().hasPrefix("opened q0 q1 "))
        #expect(sources.coming == [Self.endless])
        return sources
    }

    /// The transfer of the endless feed with this number, once it has been asked for, with the head of its answer: the
    /// other source may be there before it is.
    private func trickling(_ number: Int = 1) async throws -> FakeTransfer {
        var transfers: [FakeTransfer] { transport.transfers.filter { $0.url == Self.endless } }
        await until("request \(number)") { transfers.count >= number }
        let transfer = try #require(transfers.dropFirst(number - 1).first)
        transfer.begin(headers: ["content-type": "application/atom+xml"])
        return transfer
    }

    /// Whoever asked for it may hear of its end a moment before it is told to go no further.
    private func untilCancelled(_ transfer: FakeTransfer) async {
        await until("the transfer to be cancelled") { transfer.isCancelled }
    }

    /// What is said of the source that failed, which is the only one.
    private func failure(of sources: SourceReader) -> String? {
        let failures = sources.result?.failures ?? []
        return failures.count == 1 ? failures[0].description : nil
    }

    @Test func aFeedThatNeverEndsIsEndedAtTheSizeThatAFeedMayHave() async throws {
        let sources = await open(feedBytes: 20_000)
        let transfer = try await trickling()
        transfer.send(Array("<feed xmlns='http://www.w3.org/2005/Atom'>".utf8))
        for _ in 0..<5_000 { transfer.send(Array("<!-- -->".utf8)) }
        #expect(await news.next().hasSuffix(", failed"))
        await untilCancelled(transfer)
        #expect(transport.running.isEmpty)
        #expect(failure(of: sources) == "\(Self.endless): is larger than the limit of 20 KB")
        #expect(sources.result?.items.count == 20 && sources.coming.isEmpty)
    }

    @Test func aFeedThatTricklesIsEndedByTheTimeThatATransferMayTakeAndTheOthersAreUsedMeanwhile() async throws {
        let sources = await open(feedBytes: 1 << 20)
        let transfer = try await trickling()
        // never silent for long, and for ten minutes at most
        #expect(transfer.request.limits.totalTimeout == .seconds(600))
        for _ in 0..<100 { transfer.send([0x20]) }
        // the other source goes on: its next page is read
        sources.didMove(to: 19, of: 20)
        #expect(await news.next() == "page later")
        #expect(sources.coming == [Self.endless] && sources.result?.items.count == 20)
        transfer.send([0x20])
        transfer.fail(.timedOut(.total))
        let grew = await news.next()
        #expect(grew.hasPrefix("grew q0 q1 ") && grew.hasSuffix(" q19 later, failed"))
        let line = "timed out after 600 s (101 B received)"
        #expect(failure(of: sources) == "\(Self.endless): \(line)")
        #expect(sources.coming.isEmpty && !sources.isReading && transport.running.isEmpty)
    }

    @Test func readingAgainAsksTheFeedThatTricklesOnceMoreAndKeepsWhatIsThere() async throws {
        let sources = await open(feedBytes: 1 << 20)
        let first = try await trickling()
        first.send([0x20])
        sources.refresh()
        #expect(await news.next().hasSuffix(" q19 q20"))
        await untilCancelled(first)  // nobody waits for it any more
        let second = try await trickling(2)
        #expect(!second.isOver)
        second.finish(Array(HeldNetwork.feed(["at last"]).utf8))
        #expect(await news.next().hasPrefix("grew at last q0 "))
        #expect(sources.result?.failures.isEmpty == true)
    }
}
