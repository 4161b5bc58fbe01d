import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Stores that are pending when every load has ended.
@Suite(.endsInTime) @MainActor struct StoringTests {
    private let bench = Bench(coders: .shared)
    private let source = "http://host/a"

    /// Regression: the load had ended, and nothing showed that its image was still to be written.
    @Test func `an image that is encoded after its load counts as being stored`() {
        bench.manager.diskCache?.store(.init(bytes: Pictures.png(500, 500)), for: source)
        let load = bench.load(source, [], .thumbnail(100))
        bench.reads.runAll()
        #expect(bench.decodes.runOne())
        bench.manager.deliveries.deliver()
        #expect(load.words == ["image disk"] && !bench.manager.isRunning && bench.manager.isStoring)
        bench.settle()
        #expect(!bench.manager.isStoring)
        let key = bench.manager.key(for: URL(string: source) ?? URL(filePath: "/"), context: .thumbnail(100))
        #expect(bench.manager.diskCache?.read(key.diskKey) != nil)
    }

    @Test(arguments: [("picture with a broken profile", true), ("picture truncated", false)])
    func `bytes are stored if all pixels are there, whatever their colors`(text: String, isStored: Bool) {
        let bench = Bench()
        let load = bench.run(source)
        bench.transport.running.first?.respond(text, status: 200, tag: "tag")
        bench.settle()
        #expect(load.image?.warning != nil && bench.load(source).words == ["image memory"])
        #expect((bench.manager.diskCache?.read(source) != nil) == isStored)
    }

    @Test func `the disk cache is writing until pending entries are written`() {
        let writes = ManualExecutor()
        let cache = DiskCache(directory: bench.directory.path, executor: writes)
        #expect(!cache.isWriting)
        cache.store(.init(bytes: [1]), for: "a")
        #expect(cache.isWriting && cache.read("a") != nil && cache.isWriting)
        writes.runAll()
        #expect(!cache.isWriting)
        // a change that was written for another flush needs no write of its own, and a late write changes nothing
        cache.store(.init(bytes: [2]), for: "b")
        cache.flush()
        #expect(!cache.isWriting)
        writes.runAll()
        #expect(!cache.isWriting && cache.totals().count == 2)
    }

    /// A change by a refresh, or by a broken entry, in the request's own cache is reported by that cache.
    @Test(arguments: [
        (SlowStorage.Change.renewal, "picture", 304), (.entry, "picture", 200), (.removal, "<html>", 200),
    ])
    func `an image that is about to be written counts as being stored`(
        change: SlowStorage.Change, stored: String, status: Int
    ) {
        let bench = Bench(usesDisk: false)
        let disk = DiskCache(directory: bench.directory.path, time: bench.time, executor: InlineExecutor())
        let storage = SlowStorage(disk)
        let cache = ImageCache(storage: storage, executor: bench.reads)
        disk.store(.init(bytes: Array(stored.utf8), validators: Validators(entityTag: "tag")), for: source)
        let load = bench.load(source, .refreshCached, .made { $0.imageCache = cache })
        let seen = Lock<[Bool]>([])
        storage.before(change) { seen.withLock { $0.append(cache.isWriting) } }
        bench.settle()
        bench.transport.running.first?.respond(status == 200 ? "picture" : "", status: status, tag: "tag")
        bench.settle()
        #expect(seen.withLock { $0 } == [true] && !cache.isWriting && !load.words.isEmpty)
    }

    /// Regression: an entry's date came from the manager's clock, and was too old at once for a disk with another
    /// clock.
    @Test func `the age of an entry follows the clock of the disk cache`() {
        let later = ManualTime()
        later.advance(by: .seconds(100_000_000))
        let bench = Bench(diskTime: later)
        bench.fill()
        bench.manager.diskCache?.flush()
        #expect(bench.manager.diskCache?.read("http://host/a") != nil)
    }

    /// The load has ended while its bytes are being written to the disk.
    @Test func `a store after the end of its load is still running`() {
        let writes = ManualExecutor()
        let bench = Bench(diskWrites: writes)
        bench.load(source)
        bench.answer("picture")
        #expect(!bench.manager.isRunning && bench.manager.isStoring)
        writes.runAll()
        #expect(!bench.manager.isStoring)
    }
}
