import EngineTestSupport
import HalftoneCore
import ImageFeeds
import ImageLoading
import TestSupport
import Testing
import Transfer

@testable import GalleryScreens

/// The progress of a feed while it is downloaded.
@Suite(.endsInTime) struct FetchProgressTests {
    @Test func `changes are signalled once until they are read`() async {
        let progress = FetchProgress()
        progress.receive(10, of: "a")
        progress.receive(20, of: "a")
        progress.receive(5, of: "b")
        var told = progress.changes.makeAsyncIterator()
        #expect(await told.next() != nil && progress.byteCount == 25)
        progress.receive(30, of: "a")
        #expect(await told.next() != nil && progress.byteCount == 35)
        progress.end("a")
        progress.end("b")
        #expect(progress.byteCount == 0)
    }

    /// Regression: only a spinner distinguished a slow feed from one that did not arrive at all.
    @Test func `the fetcher reports its progress until the document is complete`() async throws {
        let seen = Lock<[Int]>([])
        let progress = FetchProgress()
        let transport = FakeTransport { transfer in
            transfer.send(.response(TransferResponse(url: "http://h.test/feed", status: 200, headers: [:])))
            for _ in 0..<3 {
                transfer.send([1, 2])
                seen.withLock { $0.append(progress.byteCount) }
            }
            transfer.finish()
        }
        var fetcher = TransportFetcher(transport: transport)
        fetcher.progress = progress
        _ = try await fetcher.fetch("http://h.test/feed")
        #expect(seen.withLock(\.self) == [2, 4, 6])
        #expect(progress.byteCount == 0)
    }

    @MainActor @Test func `the screen shows the progress of the only source`() {
        let progress = FetchProgress()
        let page = Page.reading(["http://h.test/feed"], HeldNetwork())
        let stage = GalleryStage(browser: .withoutScreen(page: page, progress: progress))
        page.reader.open()
        defer { page.cancel() }
        stage.root.list.showState()
        #expect(stage.line(of: "Reading") != nil && stage.line(of: "so far") == nil)
        progress.receive(1_200_000, of: "http://h.test/feed")
        stage.root.list.showState()
        #expect(stage.line(of: "1.2 MB so far") != nil)
    }
}
