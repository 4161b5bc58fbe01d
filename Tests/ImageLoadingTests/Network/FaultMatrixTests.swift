import FoundationEssentials
import Testing

@testable import ImageLab
@testable import ImageLoading
@testable import Transfer

/// Every fault of the Lab alone and with every other, with one attempt and with three: each ends once, with the bytes or
/// with an error that is meant for it, and leaves no place taken.
///
/// All run at once. The clock of silence stands still until only silent servers are left, so that a slow machine changes
/// nothing and nobody waits.
@Suite(.timeLimit(.minutes(5))) struct FaultMatrixTests {
    private struct Run {
        let faults: [MatrixFault]
        let record = LoaderRecord()

        var names: [String] { faults.map(\.name) }
    }

    @Test func everyFaultOfTheServerIsInTheMatrix() {
        #expect(Set(MatrixFault.all.map { String($0.name.prefix { $0 != "=" }) }) == Set(LabFaults.names))
    }

    @Test(arguments: [1, 3])
    func everyFaultAndEveryPairOfThemEndsAsItShould(attempts: Int) async throws {
        let body = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/jpeg") { body }])
        try lab.start()
        var configuration = ImageDownloader.Configuration()
        configuration.queue = .init(total: 60, perHost: 60)
        configuration.retry = RetryPolicy(attempts: attempts)
        configuration.retry.firstDelay = .milliseconds(2)
        let clock = ManualTime()
        let transport = CurlTransport(time: clock)
        let downloader = ImageDownloader(transport: transport, configuration: configuration)

        var runs: [Run] = []
        for (number, faults) in MatrixFault.pairs.enumerated() {
            let run = Run(faults: faults)
            let url = try #require(URL(string: MatrixFault.url(of: "a", faults, number: number, on: lab)))
            run.record.task = downloader.load(ImageRequest(url: url)) { run.record.note($0) }
            runs.append(run)
        }
        await until { runs.allSatisfy { $0.record.ends > 0 || $0.names.contains("stall") } }
        await until {
            clock.advance(by: .seconds(16))
            transport.wake()
            return runs.allSatisfy { $0.record.ends > 0 }
        }

        for run in runs {
            let story = "\(run.names), \(attempts) attempts: \(run.record.words.map { String($0.prefix(80)) })"
            #expect(run.record.ends == 1, "\(story)")
            guard let error = run.record.error else {
                #expect(MatrixFault.mayEndWell(run.faults), "\(story)")
                continue
            }
            #expect(run.faults.contains { $0.isMeant(error) }, "\(story)")
            let tries = 1 + run.record.words.count { $0.hasPrefix("retrying") }
            #expect(tries == attempts || !RetryPolicy.isWorthRetrying(error), "\(story)")
        }
        await until { downloader.state.withLock { $0.queue.isEmpty && $0.jobs.isEmpty } }
        #expect(downloader.currentDownloadCount == 0)
        let last = LoaderRecord()
        let url = try #require(URL(string: lab.url(ofPicture: "a")))
        last.task = downloader.load(ImageRequest(url: url)) { last.note($0) }
        await until { last.ends > 0 }
        #expect(last.payload?.bytes == body)
    }
}
