import EngineTestSupport
import Testing
import Transfer

@testable import ImageLoading

/// A download that pauses in the background loses no bytes.
@Suite(.endsInTime) struct DownloadPauseTests {
    private let bench = DownloaderBench()

    /// A load of which four of seven bytes have arrived.
    private func start() -> (LoaderRecord, FakeTransfer) {
        let load = bench.load()
        let transfer = bench.transport.running[0]
        transfer.send(.response(.init(url: "", status: 200, headers: ["ETag": "\"v1\""], expectedBytes: 7)))
        transfer.send(.bytes(Array("pict".utf8)))
        return (load, transfer)
    }

    @Test func `a transfer that ends before the pause takes effect is whole`() {
        let (load, transfer) = start()
        transfer.whenCancelled { transfer in
            transfer.tell(.bytes(Array("ure".utf8)))
            transfer.tell(.finished(.success(TransferMetrics())))
        }
        bench.downloader.enterBackground()
        #expect(load.text == "picture" && load.ends == 1)
        #expect(bench.isIdle)
    }

    @Test func `bytes that arrive before the pause takes effect count`() {
        let (load, transfer) = start()
        transfer.whenCancelled { $0.tell(.bytes(Array("ur".utf8))) }
        bench.downloader.enterBackground()
        bench.downloader.leaveBackground()
        #expect(bench.transport.running.map { $0.header("Range") } == ["bytes=6-"])
        load.task?.cancel()
        #expect(bench.isIdle)
    }
}
