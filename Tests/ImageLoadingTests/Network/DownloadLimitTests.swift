import Testing

@testable import ImageLoading

/// How many downloads run at once.
@Suite(.endsInTime) struct DownloadLimitTests {
    private let bench = DownloaderBench { $0.queue.total = 3 }

    @Test func asManyRunAsTheConfigurationSaysAlsoWhenItChanges() {  // D05
        #expect(bench.downloader.configuration.queue.total == 3)
        for number in 0..<7 { bench.load("\(number)") }
        #expect(bench.running == ["0", "1", "2"])
        bench.downloader.configuration.queue.total = 5
        #expect(bench.downloader.configuration.queue.total == 5)
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["1", "2", "3", "4", "5"])
        // fewer than run stop nothing, and what ends makes no room until they are few enough
        bench.downloader.configuration.queue.total = 4
        bench.transport.running[0].respond("x")
        #expect(bench.running == ["2", "3", "4", "5"])
    }
}
