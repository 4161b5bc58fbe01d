import EngineTestSupport
import FoundationEssentials
import Testing
import Transfer

@testable import ImageLoading

/// One load from its start to its end.
@Suite(.endsInTime) @MainActor struct LoadingTests {
    private let bench = Bench()

    @Test func `a memory hit is synchronous and starts no work`() {
        bench.fill()
        bench.wakes.withLock { $0 = 0 }
        let hit = bench.load()
        #expect(hit.words == ["image memory"] && hit.operation?.isFinished == true)
        #expect(bench.reads.count == 0 && bench.decodes.count == 0 && bench.transport.running.isEmpty)
        #expect(bench.wakes.withLock { $0 } == 0)
        #expect(bench.trace.summary.memoryHits == 1)
    }

    @Test func `a picture is read from the disk when memory has dropped it`() {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        let load = bench.load()
        #expect(load.words.isEmpty)
        bench.settle()
        #expect(load.words == ["image disk"] && bench.transport.transfers.count == 1)
        #expect(bench.trace.summary.diskHits == 1)
    }

    @Test(arguments: [nil, "ftp://host/a", "a/b", "javascript:1"])
    func `a missing URL, or one of another kind, completes at once`(url: String?) {
        let load = bench.load(url)
        #expect(load.results.map { $0.map { _ in 0 } } == [.failure(.invalidURL)])
        #expect(load.words == ["not a URL that can be loaded"] && load.operation?.isFinished == true && bench.isIdle)
    }

    @Test func `a data URL needs neither disk nor network`() {
        let load = bench.run("data:,picture")
        #expect(load.words == ["image none"] && bench.load("data:,picture").words == ["image memory"])
        // and its text, which may be long, is the key of nothing but the image
        #expect(!bench.manager.imageCache.hasCurrentBytes(of: "data:,picture"))
        #expect(bench.transport.transfers.isEmpty && bench.manager.diskCache?.totals().count == 0 && bench.isIdle)
    }

    @Test func `a transfer that ends without a response is a server error`() {
        let load = bench.run()
        bench.transport.running[0].finish(.success(TransferMetrics()))
        bench.settle()
        #expect(load.words == ["invalid HTTP response: no response head"])
    }

    @Test func `completions receive the URL as it was requested`() throws {
        let bench = Bench(cacheKeyFilter: { _ in "one name for all" })
        let load = bench.load("http://host/a?b#c")
        bench.answer("picture")
        #expect(try load.results[0].get().url.absoluteString == "http://host/a?b#c")
        // another URL with the same cache key is the same picture
        #expect(bench.load("http://other/").words == ["image memory"])
    }

    @Test func `only the latest progress of a turn is delivered, before the end`() {
        let loads = [bench.load(), bench.load("http://host/a", [], .with(width: 3))]
        bench.settle()
        let transfer = bench.transport.running[0]
        transfer.send(.response(.init(url: "", status: 200, expectedBytes: 7)))
        transfer.send(.bytes(Array("pic".utf8)))
        transfer.send(.bytes(Array("ture".utf8)))
        transfer.finish()
        bench.settle()
        #expect(loads.map(\.progress) == [[0, 7], [0, 7]] && loads.map(\.words) == [["image none"], ["image none"]])
    }

    /// Regression: every piece woke the main loop, for loads without a progress closure too.
    @Test func `progress is delivered at most ten times a second, and only where it is wanted`() {
        let url = URL(string: "http://host/a")
        let silent = bench.manager.loadImage(url) { _ in }
        let load = bench.run()
        let transfer = bench.transport.running[0]
        transfer.send(.response(.init(url: "", status: 200, expectedBytes: 1_000_000)))
        var turns = 0
        for _ in 0..<20 {
            bench.time.advance(by: .milliseconds(50))
            transfer.send(.bytes(Array(repeating: 1, count: 50_000)))
            turns += bench.manager.deliveries.count
            bench.settle()
        }
        #expect(load.progress.count == 12 && load.progress.last == 1_000_000 && turns == 11)
        silent.cancel()
        load.operation?.cancel()
        bench.settle()
    }

    @Test func `the body of an error is no progress`() {
        let load = bench.load()
        bench.answer("<html>", status: 404)
        #expect(load.progress == [0] && load.words == ["404 not found"])
        #expect(bench.trace.summary.bytesReceived == 6)
    }

    @Test func `the bytes of a cancelled download count as received`() {
        let load = bench.run()
        let transfer = bench.transport.running[0]
        transfer.send(.response(.init(url: "", status: 200, expectedBytes: 700)))
        transfer.send(.bytes(Array("picture".utf8)))
        bench.settle()
        #expect(bench.trace.summary.bytesReceived == 0)
        load.operation?.cancel()
        bench.settle()
        #expect(bench.trace.summary.bytesReceived == 7 && bench.isIdle)
    }

    @Test func `a huge Content-Length reserves no memory`() {
        for (status, expected) in [(404, Int.max), (404, -1), (200, Int.max), (200, -5)] {
            let load = bench.run("http://host/\(status)\(expected)")
            let transfer = bench.transport.running[0]
            transfer.send(.response(.init(url: "", status: status, expectedBytes: expected)))
            transfer.send(.bytes(Array("picture".utf8)))
            transfer.finish()
            bench.settle()
            #expect(load.words == [status == 200 ? "image none" : "404 not found"])
        }
    }

    @Test func `ten sizes of one URL are one request and ten images`() {
        let loads = (490..<500).map { bench.load("http://host/a", [], .with(width: $0)) }
        bench.settle()
        #expect(bench.transport.transfers.count == 1)
        bench.transport.running[0].respond("picture")
        bench.settle()
        #expect(loads.map { $0.image?.size.width } == (490..<500).map { $0 })
        #expect(loads.allSatisfy { $0.words == ["image none"] && $0.loaded?.data == nil })
        // a load coalesces once, however many steps it shares
        #expect(bench.trace.summary.joins == 9)
        #expect(bench.coder.texts.count == 10 && bench.isIdle)
    }

    @Test func `a load of another size that starts as the first ends finds its bytes`() {
        // given a decode that has ended, whose result no turn of the main loop has delivered yet
        bench.run("http://host/a", [], .with(width: 10))
        bench.transport.running[0].respond("picture")
        bench.decodes.runAll()
        // when another size is requested
        let other = bench.run("http://host/a", [], .with(width: 20))
        // then the disk has the bytes already
        #expect(other.words == ["image disk"] && bench.transport.transfers.count == 1)
    }

    // H04
    @Test func `two hundred requests for a URL that is served at once all end`() {
        let bench = Bench(transport: FakeTransport { $0.respond("picture") })
        var loads: [RecordedLoad] = []
        for _ in 0..<201 {
            loads.append(bench.load())
            bench.reads.runOne()
            if loads.count % 7 == 0 { bench.decodes.runOne() }
            if loads.count % 11 == 0 { bench.manager.deliveries.deliver() }
        }
        bench.settle()
        #expect(loads.allSatisfy { $0.results.count == 1 && $0.image != nil })
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    // H05
    @Test func `eleven requests for an empty picture are eleven errors`() {
        let loads = (0..<11).map { _ in bench.load() }
        bench.answer("")
        #expect(loads.allSatisfy { $0.words == ["the picture is empty"] })
        #expect(bench.isIdle)
    }

    @Test func `results of one turn are delivered together`() {
        for name in ["a", "b", "c"] { bench.load("http://host/" + name) }
        bench.settle()
        bench.wakes.withLock { $0 = 0 }
        for transfer in bench.transport.running { transfer.respond("picture") }
        bench.decodes.runAll()
        #expect(bench.wakes.withLock { $0 } == 1)
    }
}
