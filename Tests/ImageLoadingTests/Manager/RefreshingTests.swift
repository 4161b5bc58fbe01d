import Testing

@testable import ImageLoading

/// `.refreshCached`: the cached image first, then the server's response.
@Suite(.endsInTime) @MainActor struct RefreshingTests {
    private let bench = Bench()

    /// Starts a refresh of a cached picture and runs it until the request is sent.
    private func refresh(fromMemory: Bool, tag: String? = "1") -> RecordedLoad {
        bench.fill(tag: tag)
        if !fromMemory { bench.manager.memoryCache.removeAll() }
        return bench.run("http://host/a", .refreshCached)
    }

    private func cached(_ fromMemory: Bool) -> String { fromMemory ? "cached memory" : "cached disk" }

    /// A server's answer to a refresh.
    struct Answer {
        /// The tag of the cached picture.
        var cachedTag: String? = "1"
        var body = ""
        var status = 200
        var tag: String?
        /// The second completion of the load.
        var end: String?
        var bytesInMemory = 7
    }

    @Test(
        arguments: [true, false],
        [
            Answer(body: "picture 2", tag: "2", end: "image none", bytesInMemory: 9), Answer(status: 304),
            Answer(cachedTag: nil, body: "picture"), Answer(status: 500, end: "500 the server failed"),
        ])
    func `a refresh completes twice if the picture has changed or the server fails`(fromMemory: Bool, answer: Answer) {
        let load = refresh(fromMemory: fromMemory, tag: answer.cachedTag)
        #expect(load.words == [cached(fromMemory)] && load.operation?.isFinished == false)
        #expect(bench.transport.running[0].header("If-None-Match") == answer.cachedTag)
        bench.answer(answer.body, status: answer.status, tag: answer.tag)
        #expect(load.words == [cached(fromMemory), answer.end].compactMap { $0 })
        #expect(load.operation?.isFinished == true && bench.isIdle)
        let after = bench.load()
        #expect(after.words == ["image memory"] && after.image?.sourceBytes == answer.bytesInMemory)
    }

    /// Regression: the whole entry was read for its validators.
    @Test(arguments: ["1", "2"]) func `a refresh of an image in memory reads no disk`(tag: String) {
        bench.fill(tag: "1")
        let load = bench.load("http://host/a", .refreshCached)
        #expect(bench.reads.count == 0 && bench.transport.running.first?.header("If-None-Match") == "1")
        if tag == "1" {
            bench.transport.running.first?.respond(status: 304)
        } else {
            bench.transport.running.first?.respond("picture", tag: tag)  // equal bytes with other validators
        }
        bench.settle()
        #expect(load.words == ["cached memory"] && load.operation?.isFinished == true && bench.isIdle)
        #expect(bench.manager.diskCache?.read("http://host/a")?.bytes == Array("picture".utf8))
        bench.load("http://host/a", .refreshCached)
        #expect(bench.transport.running.first?.header("If-None-Match") == tag)
    }

    @Test(arguments: [true, false])
    func `a refresh cancelled after its first delivery ends without a second one`(fromMemory: Bool) {
        let load = refresh(fromMemory: fromMemory)
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == [cached(fromMemory)] && load.operation?.isFinished == true)
        #expect(bench.transport.transfers.last?.isCancelled == true && bench.isIdle)
        #expect(bench.trace.summary.cancelled == 1)
    }

    @Test func `a refresh may be cancelled inside its first delivery`() {
        bench.fill(tag: "1")
        bench.manager.memoryCache.removeAll()
        var load: RecordedLoad?
        load = bench.load("http://host/a", .refreshCached) { _ in load?.operation?.cancel() }
        bench.settle()
        #expect(load?.words == ["cached disk"] && bench.trace.summary.cancelled == 1 && bench.isIdle)
    }

    @Test func `a refresh cancelled before its first delivery ends as cancelled`() {
        bench.fill(tag: "1")
        bench.manager.memoryCache.removeAll()
        let load = bench.load("http://host/a", .refreshCached)
        bench.reads.runAll()
        bench.decodes.runAll()
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.trace.summary.lateDropped == 1 && bench.isIdle)
    }

    @Test func `a refresh of an uncached picture completes once`() {
        let load = bench.load("http://host/a", .refreshCached)
        bench.answer("picture")
        #expect(load.words == ["image none"] && bench.isIdle)
    }

    // H16
    @Test func `refreshing twice in a row succeeds twice`() {
        bench.fill(tag: "1")
        for round in 1...2 {
            let load = bench.load("http://host/a", .refreshCached)
            bench.answer("picture \(round)", tag: "\(round + 1)")
            #expect(load.words == ["cached memory", "image none"])
        }
        #expect(bench.isIdle)
    }

    // M07, H16
    @Test func `refreshing inside the completion succeeds`() {
        bench.fill(tag: "1")
        var second: RecordedLoad?
        let first = bench.load("http://host/a", .refreshCached) { _ in
            second = second ?? bench.load("http://host/a", .refreshCached)
        }
        bench.answer(status: 304)
        #expect(first.words == ["cached memory"] && second?.words == ["cached memory"] && bench.isIdle)
        #expect(bench.transport.transfers.count == 2)
    }

    @Test func `a cached image is never delivered after the end`() {
        // given two refreshes from disk of which the second coalesces with the request of the first
        let first = refresh(fromMemory: false)
        let second = bench.load("http://host/a", .refreshCached, .with(width: 9))
        bench.reads.runAll()
        bench.decodes.runAll()
        // when the server responds before the main loop had a turn
        bench.transport.running[0].respond(status: 304)
        bench.settle()
        // then each was given its cached image first
        #expect(first.words == ["cached disk"] && second.words == ["cached disk"] && bench.isIdle)
    }

    @Test func `without a disk a refresh fetches the whole picture`() {
        let bench = Bench(usesDisk: false)
        bench.fill()
        let load = bench.load("http://host/a", .refreshCached)
        bench.answer("picture 2")
        #expect(load.words == ["cached memory", "image none"] && bench.isIdle)
    }

    /// Regression: the image was taken for that of the entry, and the load never ended.
    @Test func `a refresh ends with the bytes of a loader that has them from a disk`() {
        let loader = HeldLoader()
        let bench = Bench(loader: loader)
        bench.manager.diskCache?.store(DiskCache.Entry(bytes: Array("picture".utf8)), for: "http://host/a")
        let load = bench.run("http://host/a", .refreshCached)
        loader.open.first?.finish(.success(.fresh(Payload(bytes: Array("picture 2".utf8), origin: .disk))))
        bench.settle()
        #expect(load.words == ["cached disk", "image disk"] && bench.isIdle)
    }
}
