import Testing

@testable import ImageLoading

/// The limit of concurrent downloads.
@Suite(.endsInTime) struct DownloadLimitTests {
    private let bench = DownloaderBench { $0.queue.total = 3 }

    @Test func `the number of downloads is that of the configuration, also after a change`() {  // D05
        #expect(bench.downloader.configuration.queue.total == 3)
        for number in 0..<7 { bench.load("\(number)") }
        #expect(bench.running == ["0", "1", "2"])
        bench.downloader.configuration.queue.total = 5
        #expect(bench.downloader.configuration.queue.total == 5)
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["1", "2", "3", "4", "5"])
        // a lower limit stops no running download, and none starts before fewer are running
        bench.downloader.configuration.queue.total = 4
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["2", "3", "4", "5"])
    }
}
