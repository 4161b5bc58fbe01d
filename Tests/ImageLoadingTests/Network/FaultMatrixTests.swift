import HalftoneCore
import FoundationEssentials
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLab
@testable import ImageLoading
@testable import Transfer

/// Every fault of the Lab alone and with every other, with one attempt and with three, over real sockets: each load
/// ends once, with the bytes or with an error that its faults may cause, and leaves no slot taken.
///
/// All run at once. The clock of timeouts stands still until only stalled transfers are left, so that a slow machine
/// changes nothing and no test waits for a timeout.
@Suite(.endsInTime, .slow) struct FaultMatrixTests {
    /// The Lab, and a downloader whose timeout clock the test controls.
    private struct Network {
        let lab: LabServer
        let clock = ManualTime()
        let transport: CurlTransport
        let downloader: ImageDownloader

        init(_ body: [UInt8], attempts: Int) throws {
            lab = LabServer(pictures: [LabPicture(name: "a", title: "A", mimeType: "image/jpeg") { body }])
            try lab.start()
            var configuration = ImageDownloader.Configuration()
            configuration.queue = .init(total: 60)
            configuration.retry = RetryPolicy(attempts: attempts)
            var transfers = CurlTransport.Configuration()
            transfers.minConnectTimeout = .seconds(3600)  // libcurl's clock cannot be controlled
            transport = CurlTransport(configuration: transfers, time: clock)
            downloader = ImageDownloader(transport: transport, configuration: configuration, jitter: { 0.01 })
        }

        func url(_ faults: [MatrixFault], _ number: Int) throws -> URL {
            try #require(URL(string: MatrixFault.url(of: "a", faults, number: number, on: lab)))
        }

        /// Returns the URL of the picture without a fault.
        func goodURL() throws -> URL { try #require(URL(string: lab.url(ofPicture: "a"))) }

        /// Returns when all loads have ended, and last those that wait for a stalled server.
        func settle<Run>(_ runs: [Run], hasEnded: (Run) -> Bool, isSilent: (Run) -> Bool) async {
            await until { runs.allSatisfy { hasEnded($0) || isSilent($0) } }
            await until {
                clock.advance(by: .seconds(16))
                transport.wake()
                return runs.allSatisfy(hasEnded)
            }
        }

        /// Waits until no slot is taken.
        func becomeIdle() async {
            await until { downloader.state.withLock { $0.queue.isEmpty && $0.jobs.isEmpty } }
        }
    }

    @Test func `every fault of the server is in the matrix`() {
        #expect(Set(MatrixFault.all.map { String($0.name.prefix { $0 != "=" }) }) == Set(LabFaults.names))
    }

    // MARK: - The bytes

    private struct Download {
        let faults: [MatrixFault]
        let record = LoaderRecord()

        var names: [String] { faults.map(\.name) }
    }

    @Test(.opensMany, arguments: [1, 3])
    func `every fault and every pair of faults has its expected result`(attempts: Int) async throws {
        let body = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let network = try Network(body, attempts: attempts)
        let runs = MatrixFault.pairs.map { Download(faults: $0) }
        for (number, run) in runs.enumerated() {
            let url = try network.url(run.faults, number)
            run.record.task = network.downloader.load(ImageRequest(url: url)) { run.record.note($0) }
        }
        await network.settle(runs, hasEnded: { $0.record.ends > 0 }, isSilent: { $0.names.contains("stall") })

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
        await network.becomeIdle()
        #expect(network.downloader.currentDownloadCount == 0)
        let last = LoaderRecord()
        last.task = network.downloader.load(ImageRequest(url: try network.goodURL())) { last.note($0) }
        await until { last.ends > 0 }
        #expect(last.payload?.bytes == body)
    }

    // MARK: - The picture

    private struct Load {
        let faults: [MatrixFault]
        let url: URL
        let results = Lock<[Result<LoadedImage, ImageError>]>([])

        var names: [String] { faults.map(\.name) }
        var hasEnded: Bool { results.withLock { !$0.isEmpty } }
    }

    /// A picture of 200 by 100 pixels, all different, so that it has more bytes than any fault sends.
    private static func picture() throws -> [UInt8] {
        var random = SeededGenerator(seed: 1)
        let pixels = (0..<200 * 100).flatMap { _ in
            [UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random), 0, 255]
        }
        let bitmap = Bitmap(size: PixelSize(width: 200, height: 100), bytes: pixels, hasAlpha: false)
        return try ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: .jpeg)
    }

    @Test(.opensMany, arguments: [1, 3])
    func `every fault and every pair of faults ends in an image or an error and leaves nothing`(
        attempts: Int
    ) async throws {
        let network = try Network(Self.picture(), attempts: attempts)
        let directory = TemporaryDirectory()
        let cache = DiskCache(directory: directory.path)
        let manager = ImageManager(
            downloader: network.downloader, cache: ImageCache(storage: cache), deliveries: DeliveryQueue { _ in })
        let runs = try MatrixFault.pairs.enumerated().map { number, faults in
            Load(faults: faults, url: try network.url(faults, number))
        }
        for run in runs {
            let events = manager.task(for: run.url, context: .thumbnail(20)).events
            Task {
                for await case .finished(let result) in events { run.results.withLock { $0.append(result) } }
            }
        }
        await network.settle(runs, hasEnded: { $0.hasEnded }, isSilent: { $0.names.contains("stall") })

        for run in runs {
            let results = run.results.withLock { $0 }
            let story = "\(run.names), \(attempts) attempts: \(results.map { RecordedLoad.words($0) })"
            #expect(results.count == 1, "\(story)")
            switch results.first {
            case .success(let loaded):
                #expect(MatrixFault.mayBeAPicture(run.faults), "\(story)")
                #expect(
                    loaded.image.size == PixelSize(width: 20, height: 10) && loaded.image.warning == nil, "\(story)")
            case .failure(let error):
                #expect(MatrixFault.isMeant(error, for: run.faults), "\(story)")
                #expect(cache.read(ImageManager.standardCacheKey(of: run.url)) == nil, "\(story)")
            case nil: break
            }
        }
        await network.becomeIdle()
        await until { manager.state.withLock { $0.graph.isIdle } }
        #expect(manager.activeLoadCount == 0 && network.downloader.currentDownloadCount == 0)
        let last = try await manager.image(for: try network.goodURL(), context: .thumbnail(20))
        #expect(last.cacheType == .none && last.image.warning == nil)
    }
}
