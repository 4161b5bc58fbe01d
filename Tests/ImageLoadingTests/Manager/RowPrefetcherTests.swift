import FoundationEssentials
import Testing

@testable import ImageLoading

/// Loading ahead.
@MainActor
struct PrefetcherTests {
    private let bench = Bench(usesDisk: false)
    private let prefetcher: ImagePrefetcher
    private let urls = ["a", "b", "c"].compactMap { URL(string: "http://host/" + $0) }

    init() { prefetcher = ImagePrefetcher(manager: bench.manager) }

    private func finish() {
        while let transfer = bench.transport.running.first {
            transfer.respond("picture")
            bench.settle()
        }
    }

    @Test func whatIsPrefetchedIsInMemoryWhenItIsAskedFor() {
        prefetcher.startPrefetching(urls, context: ImageContext())
        #expect(prefetcher.runningCount == 3)
        finish()
        #expect(prefetcher.runningCount == 0 && bench.isIdle)
        #expect(bench.load("http://host/b").words == ["image memory"])
    }

    @Test func nothingIsPrefetchedTwice() {
        prefetcher.startPrefetching(urls + urls, context: ImageContext())
        prefetcher.startPrefetching(urls, context: ImageContext())
        #expect(prefetcher.runningCount == 3)
        finish()
        let queries = bench.trace.summary.loads
        prefetcher.startPrefetching(urls, context: ImageContext())
        #expect(prefetcher.runningCount == 0 && bench.trace.summary.loads == queries)
    }

    @Test func whatIsVisibleGoesBeforeWhatIsPrefetched() {
        prefetcher.startPrefetching(urls, context: ImageContext())
        bench.load("http://host/visible")
        bench.load("http://host/c")
        let priorities = bench.manager.state.withLock { state in
            state.graph.byteJobs.values.reduce(into: [:]) { $0[$1.request.url.dropFirst(12)] = $1.priority }
        }
        #expect(priorities == ["a": .low, "b": .low, "c": .normal, "visible": .normal])
    }

    @Test func aPrefetchThatAViewJoinsBecomesUrgentAndOutlivesItsPrefetcher() {
        prefetcher.startPrefetching(urls, context: ImageContext())
        let view = bench.load("http://host/c")
        prefetcher.cancelAll()
        #expect(prefetcher.runningCount == 0 && bench.manager.liveLoads == 1)
        finish()
        #expect(view.words == ["image none"] && bench.isIdle)
    }

    @Test func cancellingSomeKeepsTheOthers() {
        prefetcher.startPrefetching(urls, context: ImageContext())
        prefetcher.cancelPrefetching([urls[0], urls[0]], context: ImageContext())
        #expect(prefetcher.runningCount == 2)
        finish()
        #expect(bench.load("http://host/b").words == ["image memory"])
        #expect(!bench.manager.memoryCache.contains(ImageKey(source: "http://host/a")))
    }

    @Test func failuresAndCancelsFromOutsideEndAPrefetch() {
        prefetcher.startPrefetching(urls, context: ImageContext())
        bench.transport.running[0].respond(status: 404)
        bench.settle()
        #expect(prefetcher.runningCount == 2)
        bench.manager.cancelAll()
        #expect(prefetcher.runningCount == 0 && bench.isIdle)
    }

    @Test func anEmptyListIsNoWork() {
        prefetcher.startPrefetching([], context: ImageContext())
        prefetcher.cancelPrefetching(urls, context: ImageContext())
        #expect(prefetcher.runningCount == 0 && bench.isIdle)
    }
}
