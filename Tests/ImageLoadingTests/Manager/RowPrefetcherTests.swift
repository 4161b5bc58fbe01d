import FoundationEssentials
import Testing

@testable import ImageLoading

/// Prefetching for the rows of a table.
@Suite(.endsInTime) @MainActor struct RowPrefetcherTests {
    private let bench = Bench(usesDisk: false)
    private let rows: RowPrefetcher<Int>
    private let urls = ["a", "b", "c"].compactMap { URL(string: "http://host/" + $0) }

    init() { rows = RowPrefetcher(ImagePrefetcher(manager: bench.manager)) }

    private func start(_ numbers: [Int], width: Int? = nil, options: ImageOptions = []) {
        rows.startPrefetching(
            numbers.map { (row: $0, url: urls[$0 % 3]) }, options: options, context: .with(width: width))
    }

    @Test func `a prefetched picture is in memory when it is loaded`() {
        start([0, 1, 2])
        #expect(rows.rowCount == 3)
        bench.finish()
        #expect(rows.rowCount == 0 && bench.isIdle)
        #expect(bench.load("http://host/b").words == ["image memory"])
    }

    @Test func `a row is prefetched once, and a picture in memory not at all`() {
        start([0, 1, 2])
        start([0, 1, 2])
        #expect(rows.rowCount == 3 && bench.trace.summary.loads == 3)
        bench.finish()
        start([0, 1, 2])
        #expect(rows.rowCount == 0 && bench.trace.summary.loads == 3)
    }

    @Test func `rows of one picture share its fetch, and each cancels for itself`() {
        start([0, 3])
        #expect(bench.transport.transfers.count == 1)
        rows.cancelPrefetching([0])
        #expect(bench.transport.running.count == 1 && rows.rowCount == 1)
        rows.cancelPrefetching([3])
        #expect(bench.transport.running.isEmpty && bench.isIdle)
    }

    @Test func `a cancellation after a resize cancels the prefetch of the earlier size`() {
        start([0, 1], width: 2)
        // The table has another size now, and the keys of the rows' pictures cannot be computed any more.
        rows.cancelPrefetching([0])
        #expect(bench.transport.running.map(\.request.url) == ["http://host/b"] && rows.rowCount == 1)
        rows.cancelPrefetching([1])
        #expect(bench.transport.running.isEmpty && bench.isIdle)
    }

    @Test func `a row that requests another size cancels the first prefetch`() {
        start([0], width: 2)
        start([0], width: 3)
        #expect(rows.rowCount == 1 && bench.manager.activeLoadCount == 1)
        bench.finish()
        let keys = [2, 3].map { bench.manager.key(for: urls[0], context: .with(width: $0)) }
        #expect(keys.map { bench.manager.memoryCache.contains($0) } == [false, true] && bench.isIdle)
    }

    @Test func `visible rows load before prefetched ones`() {
        start([0, 1, 2])
        bench.load("http://host/visible")
        bench.load("http://host/c")
        let priorities = bench.manager.state.withLock { state in
            state.graph.jobs.values.reduce(into: [:]) { $0[$1.plan.urlText.dropFirst(12)] = $1.priority }
        }
        #expect(priorities == ["a": .low, "b": .low, "c": .normal, "visible": .normal])
    }

    @Test func `a prefetch that coalesces with a view's load becomes urgent and outlives its row`() {
        start([0, 1, 2])
        let view = bench.load("http://host/c")
        rows.cancelPrefetching([0, 1, 2])
        #expect(rows.rowCount == 0 && bench.manager.activeLoadCount == 1)
        bench.finish()
        #expect(view.words == ["image none"] && bench.isIdle)
    }

    @Test func `cancelling some keeps the others`() {
        start([0, 1, 2])
        rows.cancelPrefetching([0, 0, 9])
        #expect(rows.rowCount == 2)
        bench.finish()
        #expect(bench.load("http://host/b").words == ["image memory"])
        #expect(!bench.manager.memoryCache.contains(ImageKey(source: "http://host/a")))
    }

    @Test func `failures and cancellations from outside end a prefetch`() {
        start([0, 1, 2])
        bench.transport.running[0].respond(status: 404)
        bench.settle()
        #expect(rows.rowCount == 2)
        bench.manager.cancelAll()
        #expect(rows.rowCount == 0 && bench.isIdle)
    }

    /// Regression: prefetches ignored the views' options: a server with an invalid certificate that the views accept
    /// failed for them, its URL was blocked as failed, and the view failed too.
    @Test func `rows are fetched with the options of their views`() {
        start([0], options: [.allowInvalidSSLCertificates, .handleCookies])
        let request = bench.transport.running.first?.request
        #expect(request?.allowsInvalidCertificates == true && request?.usesCookies == true)
        bench.finish()
        #expect(bench.load("http://host/a").words == ["image memory"])
    }

    @Test func `cache-only pictures are not prefetched`() {
        start([0, 1, 2], options: .fromCacheOnly)
        bench.settle()
        #expect(bench.transport.transfers.isEmpty && rows.rowCount == 0 && bench.isIdle)
    }

    @Test func `pictures that views always reload are not prefetched`() {
        start([0, 1])
        // when the options have changed
        start([0, 1], options: .fromLoaderOnly)
        #expect(bench.transport.running.isEmpty && rows.rowCount == 0 && bench.isIdle)
    }

    @Test func `a prefetch does not refresh`() {
        // given a picture that is on disk, and no longer in memory
        let bench = Bench()
        let rows = RowPrefetcher<Int>(ImagePrefetcher(manager: bench.manager))
        bench.fill()
        bench.manager.memoryCache.removeAll()
        // when it is prefetched, it is read from there
        rows.startPrefetching([(row: 0, url: urls[0])], options: .refreshCached, context: ImageContext())
        bench.settle()
        #expect(bench.transport.transfers.count == 1 && rows.rowCount == 0)
        #expect(bench.manager.memoryCache.contains(bench.manager.key(for: urls[0])))
        // and the view that loads it refreshes it
        bench.run("http://host/a", .refreshCached)
        #expect(bench.transport.running.count == 1)
        bench.transport.running.first?.respond("picture")
        bench.settle()
    }

    @Test func `a change of options that changes the image prefetches the other image`() {
        var context = ImageContext()
        context.animation = .frames
        let options: [ImageOptions] = [[], .decodeFirstFrameOnly]
        for each in options { rows.startPrefetching([(row: 0, url: urls[0])], options: each, context: context) }
        #expect(rows.rowCount == 1 && bench.manager.activeLoadCount == 1)
        bench.finish()
        let keys = options.map { bench.manager.key(for: urls[0], options: $0, context: context) }
        #expect(keys[0] != keys[1])
        #expect(keys.map { bench.manager.memoryCache.contains($0) } == [false, true])
    }

    @Test func `without rows there is no work`() {
        start([])
        rows.cancelPrefetching([0, 1])
        #expect(rows.rowCount == 0 && bench.isIdle)
    }

    @Test func `rows that are released leave nothing behind`() {
        let prefetcher = ImagePrefetcher(manager: bench.manager)
        var other: RowPrefetcher<Int>? = RowPrefetcher(prefetcher)
        other?.startPrefetching([(row: 0, url: urls[0])], context: ImageContext())
        #expect(bench.manager.activeLoadCount == 1)
        other = nil
        bench.settle()
        #expect(bench.manager.activeLoadCount == 0 && prefetcher.tokens.isEmpty && bench.isIdle)
    }
}
