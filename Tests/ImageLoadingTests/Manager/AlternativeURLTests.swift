import FoundationEssentials
import HalftoneCore
import Testing

@testable import ImageLoading

/// Loads that continue with another URL when one fails (``ImageContext/onFailure``).
@Suite(.endsInTime) @MainActor struct AlternativeURLTests {
    private let bench = Bench()
    private let context = ImageContext.made {
        $0.onFailure = ["b", "c"].compactMap { URL(string: "http://host/" + $0) }
    }

    private func url() throws -> URL { try #require(URL(string: "http://host/a")) }

    private var requested: [String] { bench.transport.transfers.map { String($0.url.suffix(1)) } }

    @Test func `the next URL is loaded when one fails`() {
        let load = bench.load("http://host/a", [], context)
        bench.answer(status: 404)
        #expect(load.words.isEmpty && bench.manager.isRunning && load.operation?.isFinished == false)
        bench.answer("picture")
        #expect(load.words == ["image none"] && requested == ["a", "b"] && bench.isIdle)
        #expect(load.loaded?.url == load.operation?.url, "a view stays bound to the URL of its request")
        #expect(bench.trace.summary.retried == 1 && bench.trace.summary.failed == 0)
        // a URL on the failed list is passed over within the call
        #expect(bench.load("http://host/a", [], context).words == ["image memory"])
        #expect(bench.load("http://host/b").words == ["image memory"])
    }

    @Test func `the last error ends the load once`() {
        let load = bench.load("http://host/a", [], context)
        for status in [404, 503, 410] { bench.answer(status: status) }
        #expect(load.words == ["410 gone"] && requested == ["a", "b", "c"] && bench.isIdle)
        #expect(bench.load("http://host/a", [], context).words == ["410 gone (not tried again yet)"])
        #expect(bench.load("http://host/b").words == ["503 the server failed (not tried again yet)"])
        #expect(bench.trace.summary.failed == 3)
    }

    @Test func `a URL that cannot be requested is passed over`() {
        let load = bench.load("no-scheme", [], context)
        bench.answer("picture")
        #expect(load.words == ["image none"] && requested == ["b"])
    }

    /// When a load is cancelled, and how many requests have been made by then.
    enum Moment: Int, CaseIterable {
        case beforeRequest, whileFirst, whenFailed, whileSecond
    }

    private func run(until moment: Moment) {
        guard moment != .beforeRequest else { return }
        bench.settle()
        if moment != .whileFirst { bench.transport.running.first?.respond(status: 404) }
        if moment == .whileSecond { bench.settle() }
    }

    private func expectEnd(at moment: Moment) {
        bench.settle()
        #expect(requested == [[], ["a"], ["a"], ["a", "b"]][moment.rawValue] && bench.isIdle)
        #expect(bench.transport.running.allSatisfy(\.isCancelled) && bench.trace.summary.cancelled == 1)
    }

    @Test(arguments: Moment.allCases, [true, false])
    func `a cancelled load continues with no other URL`(moment: Moment, isOfAll: Bool) {
        let load = bench.load("http://host/a", [], context)
        run(until: moment)
        if isOfAll { bench.manager.cancelAll() } else { load.operation?.cancel() }
        #expect(load.words == ["cancelled"])
        expectEnd(at: moment)
        #expect(load.words == ["cancelled"])
    }

    @Test(arguments: Moment.allCases, [true, false])
    func `a cancelled task continues with no other URL`(moment: Moment, isOfAll: Bool) async throws {
        let task = bench.manager.task(for: try url(), context: context)
        run(until: moment)
        if isOfAll { bench.manager.cancelAll() } else { task.cancel() }
        expectEnd(at: moment)
        await #expect(throws: (any Error).self) { try await task.value }
    }

    /// The key filter runs as the second load starts.
    @Test(arguments: [true, false])
    func `a load that is cancelled while it continues ends`(isTask: Bool) async throws {
        let action = Lock<(@Sendable () -> Void)?>(nil)
        let bench = Bench(cacheKeyFilter: { url in
            if url.lastPathComponent == "b" { action.withLock { $0 }?() }
            return url.absoluteString
        })
        let task = isTask ? bench.manager.task(for: try url(), context: context) : nil
        let load = isTask ? nil : bench.load("http://host/a", [], context)
        action.withLock { $0 = { MainActor.assumeIsolated { task?.cancel() ?? load?.operation?.cancel() } } }
        bench.answer(status: 404)
        #expect(bench.transport.transfers.count == 1 && bench.isIdle && load?.words ?? ["cancelled"] == ["cancelled"])
        if let task { await #expect(throws: CancellationError.self) { try await task.value } }
        action.withLock { $0 = nil }
    }

    @Test func `a download that the loader cancels has no alternative`() {
        let loader = HeldLoader()
        let bench = Bench(loader: loader)
        let load = bench.run("http://host/a", [], context)
        loader.open[0].finish(.failure(.cancelled))
        bench.settle()
        #expect(load.words == ["cancelled"] && loader.count.value == 1 && bench.isIdle)
    }

    @Test func `a failed refresh keeps the image`() {
        bench.fill(tag: "\"1\"")
        let load = bench.load("http://host/a", .refreshCached, context)
        bench.answer(status: 500)
        #expect(load.words == ["cached memory", "500 the server failed"] && requested == ["a", "a"] && bench.isIdle)
    }

    @Test func `each URL has its own cache key, and the load its priority and the request's options`() {
        let loader = HeldLoader()
        let bench = Bench(
            loader: loader,
            configure: {
                $0.optionsProcessor = { url, options, context in
                    (options, context.with { $0.headers.append(("For", url.lastPathComponent)) })
                }
            })
        let load = bench.run("http://host/a", [], context.with { $0.cacheKey = "key" })
        load.operation?.setPriority(.high)
        loader.open[0].finish(.failure(.invalidStatusCode(404)))
        bench.settle()
        #expect(loader.open.map(\.request.priority) == [.high])
        #expect(loader.open[0].request.headers.map(\.value) == ["b"], "nothing for the host of the first URL")
        loader.open[0].respond("picture")
        bench.settle()
        let cache = bench.manager.imageCache
        #expect(cache[ImageKey(source: "http://host/b")] === load.image && cache[ImageKey(source: "key")] == nil)
    }

    @Test(arguments: [true, false])
    func `an awaited load continues with the next URL`(isInMemory: Bool) async throws {
        if isInMemory { bench.fill("http://host/b") }
        let task = bench.manager.task(for: try url(), context: context)
        bench.answer(status: 404)
        if !isInMemory { bench.answer("picture") }
        let loaded = try await task.value
        #expect(RecordedLoad.words(.success(loaded)) == (isInMemory ? "image memory" : "image none"))
        #expect(loaded.url == task.url && bench.isIdle && bench.trace.summary.failed == 0)
        var ends = 0
        for await event in task.events where event.isEnd { ends += 1 }
        #expect(ends == 1)
    }

    @Test func `an awaited load throws the last error`() async throws {
        let task = bench.manager.task(for: try url(), context: context)
        for status in [404, 503, 410] { bench.answer(status: status) }
        await #expect(throws: ImageError.invalidStatusCode(410)) { try await task.value }
        #expect(bench.isIdle && bench.trace.summary.failed == 1)
    }
}
