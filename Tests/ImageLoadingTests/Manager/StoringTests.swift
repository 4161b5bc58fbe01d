import FoundationEssentials
import TestSupport
import Testing

@testable import ImageLoading

/// What is still being stored when every load has ended.
@MainActor
struct StoringTests {
    private let bench = Bench(coders: .shared)
    private let source = "http://host/a"

    /// The load had ended, and nothing said that its image was still to be written.
    @Test func anImageThatIsEncodedAfterItsLoadIsBeingStored() {
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

    @Test func theDiskCacheIsWritingUntilWhatWaitsIsWritten() {
        let writes = ManualExecutor()
        let cache = DiskCache(directory: bench.directory.path, executor: writes)
        #expect(!cache.isWriting)
        cache.store(.init(bytes: [1]), for: "a")
        #expect(cache.isWriting && cache.read("a") != nil && cache.isWriting)
        writes.runAll()
        #expect(!cache.isWriting)
        // what was written for somebody else's sake needs no write of its own, and one that comes late changes nothing
        cache.store(.init(bytes: [2]), for: "b")
        cache.flush()
        #expect(!cache.isWriting)
        writes.runAll()
        #expect(!cache.isWriting && cache.totals().count == 2)
    }
}
