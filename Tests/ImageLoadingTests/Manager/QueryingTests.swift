import EngineTestSupport
import ImageCoding
import Testing

@testable import ImageLoading

/// On which thread tiers are queried, and when a load may end.
@Suite(.endsInTime) @MainActor struct QueryingTests {
    private let bench = Bench()

    // H12, V02
    @Test func `a synchronous disk hit is delivered when the call returns`() {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        let load = bench.load("http://host/a", .queryDiskDataSync)
        #expect(load.words == ["image disk"] && load.operation?.isFinished == true)
        #expect(load.loaded?.data == Array("picture".utf8) && bench.reads.count == 0 && bench.isIdle)
        #expect(bench.load().image === load.image)
    }

    @Test(arguments: [nil, "picture, damaged"])
    func `a synchronous disk miss, or a broken entry, is fetched as usual`(entry: String?) {
        if let entry { bench.manager.diskCache?.store(.init(bytes: Array(entry.utf8)), for: "http://host/a") }
        let load = bench.load("http://host/a", .queryDiskDataSync)
        #expect(load.words.isEmpty)
        bench.answer("picture")
        #expect(load.words == ["image none"] && bench.isIdle)
    }

    @Test func `a synchronous hit is refreshed in the background`() {
        bench.fill(tag: "1")
        bench.manager.memoryCache.removeAll()
        let load = bench.load("http://host/a", [.queryDiskDataSync, .refreshCached])
        #expect(load.words == ["cached disk"])
        bench.answer("picture 2", tag: "2")
        #expect(load.words == ["cached disk", "image none"] && bench.isIdle)
    }

    // Trap 2: the tier is the one that had the image
    @Test func `the bytes of an image in memory are read from disk if the option says so`() {
        bench.fill()
        #expect(bench.load().loaded?.data == nil)
        let load = bench.load("http://host/a", .queryMemoryData)
        #expect(load.words.isEmpty)
        bench.settle()
        #expect(load.words == ["image memory"] && load.loaded?.data == Array("picture".utf8) && bench.isIdle)
    }

    @Test func `the bytes of an image in memory are read before a synchronous call returns`() {
        bench.fill()
        let load = bench.load("http://host/a", [.queryMemoryData, .queryMemoryDataSync])
        #expect(load.words == ["image memory"] && load.loaded?.data == Array("picture".utf8))
    }

    /// Regression: the synchronous read delivered other bytes.
    @Test(
        arguments: [ImageOptions.queryMemoryData, [.queryMemoryData, .queryMemoryDataSync]],
        ["of another process", nil])
    func `an image in memory comes without bytes if the disk has others or none`(options: ImageOptions, entry: String?)
    {
        bench.fill()
        bench.manager.diskCache?.remove("http://host/a")
        if let entry { bench.manager.diskCache?.store(.init(bytes: Array(entry.utf8)), for: "http://host/a") }
        let load = bench.run("http://host/a", options)
        #expect(load.words == ["image memory"] && load.loaded?.data == nil && bench.isIdle)
    }

    // MARK: - Waiting for the disk

    /// Regression: the thread of the reads waited for the write.
    @Test func `a load that waits for the store ends after the flush, which holds up no read`() {
        let writes = ManualExecutor()
        let bench = Bench(diskWrites: writes)
        let load = bench.load("http://host/a", .waitStoreCache)
        let other = bench.load()
        bench.answer("picture")
        #expect(other.words == ["image none"] && load.words.isEmpty && writes.count > 0)
        writes.runAll()
        bench.settle()
        #expect(load.words == ["image none"] && bench.isIdle)
    }

    @Test func `a load that waits for the store can be cancelled`() {
        let writes = ManualExecutor()
        let bench = Bench(diskWrites: writes)
        let load = bench.load("http://host/a", .waitStoreCache)
        bench.answer("picture")
        load.operation?.cancel()
        writes.runAll()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.isIdle)
    }

    // M03
    @Test func `a failure has the requested URL`() {
        let load = bench.load()
        bench.answer("<html>")
        #expect(load.words == ["not an image (looks like HTML)"])
        #expect(load.operation?.url?.absoluteString == "http://host/a")
    }
}
