import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Originals of other directories, which are only read.
@Suite(.endsInTime) struct AdditionalCacheTests {
    private let own = TemporaryDirectory()
    private let other = TemporaryDirectory()
    private let last = TemporaryDirectory()
    private let warnings = Lock<[String]>([])
    private let cache: DiskCache

    init() {
        cache = DiskCache(
            directory: own.path, additionalCacheDirectories: [other.path, last.path], executor: InlineExecutor()
        ) { [warnings] line in warnings.withLock { $0.append(line) } }
    }

    private func entry(_ text: String) -> DiskCache.Entry { .init(bytes: Array(text.utf8)) }

    /// Stores an entry in a directory as another program does, which ends then.
    private func fill(_ directory: TemporaryDirectory, _ text: String, for key: DiskKey = DiskKey(source: "a")) {
        let made = DiskCache(directory: directory.path, executor: InlineExecutor())
        made.store(entry(text), for: key)
        made.flush()
    }

    @Test func `originals that the cache lacks are found in the directories, in their order`() {
        fill(last, "last")
        #expect(cache.read("a") == entry("last") && cache.contains(DiskKey(source: "a")))
        fill(other, "other")
        #expect(cache.read("a") == entry("other") && cache.totals() == (0, 0))
        cache.store(entry("own"), for: "a")
        #expect(cache.read("a") == entry("own"))
        cache.remove("a")
        #expect(cache.read("a") == entry("other") && warnings.withLock { $0 } == [])
    }

    @Test func `what another program stores later is found`() {
        fill(other, "first")
        #expect(cache.read("a") == entry("first"))
        fill(other, "second")
        fill(other, "more", for: DiskKey(source: "b"))
        #expect(cache.read("a") == entry("second") && cache.read("b") == entry("more"))
    }

    @Test func `variants are made anew`() {
        fill(other, "small", for: DiskKey(source: "a", variant: "10x10"))
        #expect(cache.read(DiskKey(source: "a", variant: "10x10")) == nil)
    }

    @Test func `nothing is written into the directories`() throws {
        fill(other, "other")
        let path = other.path + "/" + DiskCacheStore.fileName
        let before = FileReader(limit: 10_000_000).read(path).map(\.bytes)
        #expect(cache.read("a") == entry("other"))
        cache.touch("a")
        cache.remove("a")
        cache.trim()
        #expect(FileReader(limit: 10_000_000).read(path).map(\.bytes) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == [DiskCacheStore.fileName])
    }

    @Test(arguments: [nil, "PRAGMA user_version = 99", "UPDATE content SET digest = 0", "DROP TABLE content"])
    func `a directory that cannot be used has nothing`(damage: String?) throws {
        fill(other, "other")
        if let damage {
            try DiskCacheStore.openForWriting(in: other.path).database.execute(damage)
        } else {
            other.write(Array("no database".utf8), to: DiskCacheStore.fileName)
        }
        fill(last, "last")
        #expect(cache.read("a") == entry("last") && warnings.withLock { $0 } == [])
    }

    /// Regression: once it was stale, every run revalidated such an entry anew.
    @Test @MainActor func `an entry of a directory that the server confirms is stored here`() {
        let bench = Bench(additionalCacheDirectories: [other.path])
        let (url, tag) = ("http://host/a", Validators(entityTag: "\"1\""))
        let made = DiskCache(directory: other.path, executor: InlineExecutor())
        made.store(.init(bytes: Array("picture".utf8), validators: tag), for: url)
        made.flush()
        bench.load(url, .refreshCached)
        bench.settle()
        #expect(bench.transport.running[0].header("If-None-Match") == tag.entityTag)
        bench.transport.running[0].respond(status: 304)
        bench.settle()
        let kept = DiskCache(directory: bench.directory.path, executor: InlineExecutor()).read(url)
        #expect(kept?.bytes == Array("picture".utf8) && kept?.validators == tag && kept?.response != nil)
    }

    @Test @MainActor func `an entry of a directory replaces nothing newer`() {
        let bench = Bench(additionalCacheDirectories: [other.path])
        let url = "http://host/a"
        fill(other, "picture of old", for: DiskKey(source: url))
        let newer = bench.load(url, .fromLoaderOnly)
        bench.settle()
        bench.transport.running[0].respond("picture of new")
        bench.settle()
        // when the newer bytes are lost, and another size is made of the older ones
        bench.manager.diskCache?.remove(url)
        let small = bench.load(url, [], .with(width: 3))
        bench.settle()
        #expect(small.words == ["image disk"] && bench.transport.transfers.count == 1)
        // then the newer image stays
        #expect(newer.image != nil && bench.load(url).image === newer.image)
    }
}
