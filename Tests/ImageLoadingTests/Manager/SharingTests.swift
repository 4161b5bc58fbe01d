import FoundationEssentials
import HalftoneCore
import Testing

@testable import ImageLoading

/// Which loads share a transfer, and which must not.
@Suite(.endsInTime) @MainActor struct SharingTests {
    private let bench = Bench(usesDisk: false, cacheKeyFilter: ImageManager.standardCacheKey)

    @Test func `loads with different passwords share no transfer`() {
        let wrong = bench.load("http://me:wrong@host/a")
        let right = bench.load("http://me:right@host/a")
        #expect(bench.transport.running.count == 2)
        bench.transport.running.first?.respond(status: 401)
        bench.settle()
        bench.transport.running.first?.respond("picture")
        bench.settle()
        #expect(wrong.words == ["401 password required"] && right.words == ["image none"])
    }

    @Test func `a load that continues in the background shares no transfer that pauses there`() {
        let plain = bench.load("http://host/a")
        let lasting = bench.load("http://host/a", .continueInBackground)
        let another = bench.load("http://host/a", [.continueInBackground, .highPriority])
        #expect(bench.transport.running.count == 2)
        for transfer in bench.transport.running { transfer.respond("picture") }
        bench.settle()
        #expect([plain, lasting, another].map(\.words) == [["image none"], ["image none"], ["image none"]])
        #expect(bench.isIdle)
    }

    /// Regression: of two threads that changed the priority, the one that was overtaken set an older one last.
    @Test func `a fetch has the latest priority, whichever is set last`() {
        let loader = OvertakenLoader()
        let bench = Bench(usesDisk: false, loader: loader)
        let load = bench.run()
        loader.interruption.set { [interruption = loader.interruption] in
            interruption.set(nil)
            MainActor.assumeIsolated { load.operation?.setPriority(.high) }
        }
        load.operation?.setPriority(.low)
        #expect(loader.priorities.withLock { $0 } == [.high, .low, .high])
    }

    /// A loader in which another thread can be faster while a priority is set.
    private final class OvertakenLoader: ImageLoader, ImageLoaderTask {
        let interruption = Interruption()
        let priorities = Lock<[ImagePriority]>([])
        func canLoad(_ request: ImageRequest) -> Bool { true }
        func load(
            _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
        ) -> any ImageLoaderTask { self }
        func shouldBlockFailedURL(for error: ImageError) -> Bool { false }
        func cancel() {}
        func setPriority(_ priority: ImagePriority) {
            interruption.occur()
            priorities.withLock { $0.append(priority) }
        }
    }
}
