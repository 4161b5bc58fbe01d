import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Many loads that start and are cancelled at random, with real threads behind them.
@Suite(.endsInTime, .slow) struct StormTests {
    private let directory = TemporaryDirectory()

    /// Answers each request on one of its own threads: most with a picture, some with an error, some not until they are
    /// cancelled.
    private static func transport() -> FakeTransport {
        let threads = WorkerPool(threads: 2)
        return FakeTransport { transfer in
            threads.run {
                switch transfer.request.url.utf8.last.map({ $0 % 5 }) {
                case 0: transfer.respond(status: 404)
                case 1: transfer.respond("<html>")
                default: transfer.respond("picture " + transfer.request.url, tag: "tag")
                }
            }
        }
    }

    private func manager(deliveries: DeliveryQueue) -> ImageManager {
        var configuration = ImageDownloader.Configuration()
        configuration.queue.total = 3
        return ImageManager(
            downloader: ImageDownloader(transport: Self.transport(), configuration: configuration),
            cache: ImageCache(memory: MemoryCache(budget: 2000), storage: DiskCache(directory: directory.path)),
            coders: .init(coders: [TextCoder()]), deliveries: deliveries)
    }

    // H08
    @Test(arguments: UInt64(1)...2) @MainActor
    func `ten thousand short loads end once each and leave nothing`(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let deliveries = DeliveryQueue { _ in }
        let manager = manager(deliveries: deliveries)
        var loads: [RecordedLoad] = []
        var live: [RecordedLoad] = []
        for number in 0..<10_000 {
            let options: [ImageOptions] = [[], .refreshCached, .fromLoaderOnly, .retryFailed, .highPriority]
            let load = RecordedLoad()
            load.operation = manager.loadImage(
                URL(string: "http://host/\(Int.random(in: 0..<40, using: &random))"),
                options: options.randomElement(using: &random) ?? [],
                context: .with(width: Int.random(in: 1...3, using: &random))
            ) { [weak load] in load?.results.append($0) }
            loads.append(load)
            if load.operation?.isFinished == false { live.append(load) }
            while live.count > 30 {
                live.remove(at: Int.random(in: 0..<live.count, using: &random)).operation?.cancel()
            }
            if number % 8 == 0 { deliveries.deliver() }
            if number % 100 == 0 { await Task.yield() }
            // Waits for slow threads, so that memory has images to find.
            if number == 1000 {
                await until {
                    deliveries.deliver()
                    return loads.contains { $0.image != nil }
                }
            }
        }
        for load in live where Bool.random(using: &random) { load.operation?.cancel() }
        await until {
            deliveries.deliver()
            return !manager.isRunning && loads.allSatisfy { $0.operation?.isFinished == true }
        }
        let wrong = loads.filter { load in
            let ends = load.words.filter { !$0.hasPrefix("cached") }
            return load.words.isEmpty || ends.count > 1 || load.words.count > 2
        }
        #expect(wrong.map(\.words) == [], "seed \(seed)")
        await until { isIdle(manager) }  // stopped work still frees its slots
        let summary = manager.trace.summary
        #expect(summary.loads == 10_000 && summary.cancelled > 100 && summary.memoryHits > 0, "seed \(seed)")
    }

    // H09
    @Test func `loads from many threads that are cancelled leave nothing`() async throws {
        let manager = manager(deliveries: DeliveryQueue { _ in })
        let ends = Counter()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    guard let url = URL(string: "http://host/\(number % 17)") else { return }
                    let task = Task { _ = try? await manager.image(for: url, options: .fromLoaderOnly) }
                    if number % 3 == 0 { task.cancel() }
                    await task.value
                    ends.add()
                }
            }
        }
        #expect(ends.value == 1000 && manager.activeLoadCount == 0)
        await until { isIdle(manager) }
    }

    private func isIdle(_ manager: ImageManager) -> Bool {
        manager.state.withLock { $0.graph.isIdle }
    }
}
