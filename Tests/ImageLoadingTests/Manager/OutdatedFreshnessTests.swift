import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// Images of earlier bytes do not count as fresh because of the headers of newer ones.
@Suite(.endsInTime) @MainActor struct OutdatedFreshnessTests {
    private let source = "http://host/a"
    private let loader = HeldLoader()
    private let bench: Bench
    private let storage: SlowStorage
    private let cache: ImageCache
    private let directory = TemporaryDirectory()

    init() {
        bench = Bench(usesDisk: false, loader: loader)
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        storage = SlowStorage(disk)
        cache = ImageCache(storage: storage, executor: bench.reads)
    }

    private func context(
        _ policy: HTTPPolicy = .http, width: Int? = nil, _ body: (inout ImageContext) -> Void = { _ in }
    ) -> ImageContext {
        var context = ImageContext.with(width: width)
        (context.imageCache, context.httpPolicy) = (cache, policy)
        body(&context)
        return context
    }

    private func load(_ options: ImageOptions = [], _ context: ImageContext) -> RecordedLoad {
        bench.run(source, options, context)
    }

    private func answer(_ body: String, _ control: String) {
        loader.open.first?.respond(body, headers: ["Cache-Control": control])
        bench.settle()
    }

    /// Regression: metadata of a cancelled read of old bytes replaced that of the new ones.
    @Test func `a cancelled read does not affect the metadata of new bytes`() {
        _ = load([], context())
        answer("picture", "max-age=1000")
        cache.removeAll(from: .memory)
        // given a read whose load is cancelled, after which new bytes are stored
        let old = bench.load(source, [], context())
        storage.before(.reading) { [bench, loader, source, context = context()] in
            MainActor.assumeIsolated {
                old.operation?.cancel()
                bench.load(source, .fromLoaderOnly, context)
                loader.open.first?.respond("picture two", headers: ["Cache-Control": "max-age=1"])
                bench.decodes.runAll()
            }
        }
        bench.settle()
        bench.time.advance(by: .seconds(2))
        // then they are as stale as the server says
        #expect(load([], context()).words == [] && loader.open.count == 1)
    }

    // MARK: - While new bytes replace old ones

    /// Returns a load with old bytes in memory, and new ones that wait to be decoded.
    private func answerWithNewBytes() -> RecordedLoad {
        _ = load([], context())
        answer("picture", "max-age=100")
        bench.time.advance(by: .seconds(101))
        let new = load([], context())
        loader.open.first?.respond("picture two", headers: ["Cache-Control": "max-age=1000"])
        #expect(bench.decodes.count == 1)
        return new
    }

    /// Regression: the new bytes were known to be fresh before the old image was removed, which was taken for fresh.
    @Test(arguments: [HTTPPolicy.http, .staleWhileRevalidate])
    func `an image in memory is new before the old bytes leave the disk`(policy: HTTPPolicy) {
        let new = answerWithNewBytes()
        let late = Lock<RecordedLoad?>(nil)
        storage.before(.removalOfAll) { [bench, source, context = context(policy)] in
            MainActor.assumeIsolated {
                let load = bench.load(source, [], context)
                late.withLock { $0 = load }
                #expect(load.words == ["image memory"])
            }
        }
        bench.settle()
        let load = late.withLock { $0 }
        #expect(new.image?.sourceBytes == 11 && load?.image?.sourceBytes == 11 && load?.results.count == 1)
        #expect(loader.open.isEmpty && bench.isIdle)
    }

    /// Regression: the request revalidated the new bytes, the server confirmed them, and the old image stayed.
    @Test func `a refreshed image is not taken for the one that the disk has by then`() {
        let new = answerWithNewBytes()
        let refreshed = bench.load(source, .refreshCached, context())
        #expect(refreshed.image?.sourceBytes == 7)
        bench.settle()
        #expect(new.image?.sourceBytes == 11)
        loader.open.first?.finish(.success(.notModified([:])))
        bench.settle()
        #expect(refreshed.image?.sourceBytes == 11 && refreshed.words.count == 2)
        #expect(bench.isIdle && loader.open.isEmpty)
    }

    /// Regression: a 304 response about old bytes was recorded for new ones, which had arrived meanwhile.
    @Test func `a confirmation of old bytes does not affect bytes that arrive meanwhile`() {
        _ = load([], context())
        loader.open.first?.respond("picture", headers: ["Cache-Control": "max-age=1", "ETag": "\"1\""])
        bench.settle()
        cache.removeAll(from: .memory)
        bench.time.advance(by: .seconds(2))
        let old = load([], context())
        let new = load(.fromLoaderOnly, context())
        loader.open.last?.respond("picture two", headers: ["Cache-Control": "max-age=5"])
        // given new bytes that are decoded while the old ones are being freshened
        storage.before(.renewal) { [decodes = bench.decodes] in decodes.runAll() }
        loader.open.first?.finish(.success(.notModified(["Cache-Control": "max-age=1000"])))
        bench.settle()
        #expect(old.image?.sourceBytes == 7 && new.image?.sourceBytes == 11)
        // then the metadata is that of the new bytes
        let entry = cache.entry(for: DiskKey(source: source))
        #expect(
            entry?.bytes.count == 11 && entry?.response?.lifetime == 5 && entry?.response?.validators.isEmpty == true)
        bench.time.advance(by: .seconds(6))
        #expect(load([], context()).words == [] && loader.open.count == 1)
    }

    // MARK: - Thumbnails of earlier bytes

    /// The context of a size that only memory stores.
    private func inMemory(_ width: Int, _ policy: HTTPPolicy = .http, hasDisk: Bool = false) -> ImageContext {
        context(policy, width: width) {
            if !hasDisk { $0.imageCache = nil }
            ($0.storeCacheType, $0.originalStoreCacheType) = (.memory, .none)
        }
    }

    /// Regression: where only memory stores images, thumbnails were not removed, and the new metadata held for them.
    @Test(arguments: [true, false]) func `sizes of stale bytes do not look fresh beside new ones`(hasDisk: Bool) {
        func sized(_ width: Int) -> ImageContext { inMemory(width, hasDisk: hasDisk) }
        _ = load([], sized(3))
        answer("picture", "max-age=100")
        bench.time.advance(by: .seconds(101))
        _ = load([], sized(4))
        answer("picture two", "max-age=100")
        #expect(load([], sized(4)).words == ["image memory"])
        let other = load([], sized(3))
        #expect(other.words == [] && loader.open.count == 1)
        answer("picture two", "max-age=100")
        // and now all are of the same bytes, and none removes another
        #expect(other.image?.sourceBytes == 11)
        #expect([3, 4].map { load([], sized($0)).words } == [["image memory"], ["image memory"]])
    }

    /// Where only memory stores thumbnails, a missing one is fetched: if its bytes are different, the others are
    /// removed.
    @Test func `sizes in memory alone are all of the latest bytes`() {
        func sized(_ width: Int) -> ImageContext { inMemory(width, .forever) }
        _ = load([], sized(3))
        answer("picture", "max-age=100")
        _ = load([], sized(4))
        answer("picture two", "max-age=100")
        #expect(load([], sized(4)).words == ["image memory"])
        let old = load([], sized(3))
        #expect(old.words == [] && loader.open.count == 1)
        answer("picture two", "max-age=100")
        #expect([3, 4].map { load([], sized($0)).image?.sourceBytes } == [11, 11] && loader.open.isEmpty)
    }

    /// The later bytes may have a shorter lifetime.
    @Test func `sizes of bytes that are fresh for a moment are fresh for no longer beside earlier ones`() {
        _ = load([], inMemory(3))
        answer("picture", "max-age=100")
        _ = load([], inMemory(4))
        answer("picture two", "max-age=10")
        #expect(load([], inMemory(4)).words == ["image memory"])
        bench.time.advance(by: .seconds(11))
        #expect(load([], inMemory(4)).words == [] && loader.open.count == 1)
    }

    /// Regression: an incomplete picture removes nothing, and its metadata held for every image that stayed.
    @Test func `sizes of stale bytes do not look fresh beside an incomplete picture`() {
        _ = load([], context(width: 3))
        answer("picture", "max-age=100")
        bench.time.advance(by: .seconds(101))
        let new = load([], context(width: 4))
        answer("picture truncated", "max-age=100")
        #expect(new.words == ["image none"] && new.image?.warning != nil)
        for width in [3, 4] {
            let load = load([], context(width: width))
            #expect(load.words == [] && loader.open.count == 1)
            load.operation?.cancel()
        }
    }

    /// Regression: with a policy for each load, a load that ignores freshness made old thumbnails fresh.
    @Test func `sizes of stale bytes do not look fresh beside new ones of a load that never revalidates`() {
        func sized(_ width: Int, _ policy: HTTPPolicy) -> ImageContext {
            context(policy, width: width) { $0.imageCache = nil }
        }
        _ = load([], sized(3, .http))
        answer("picture", "max-age=100")
        bench.time.advance(by: .seconds(101))
        _ = load([], sized(4, .forever))
        answer("picture two", "max-age=100")
        #expect(load([], sized(4, .forever)).words == ["image memory"])
        #expect(load([], sized(3, .http)).words == [] && loader.open.count == 1)
    }

    /// Regression: thumbnails were taken for those of earlier bytes, because the disk was not read.
    @Test func `sizes of equal bytes have the freshness that the server gives`() {
        func sized(_ width: Int) -> ImageContext { context(width: width) { $0.originalQueryCacheType = .none } }
        _ = load([], sized(3))
        answer("picture", "max-age=100")
        bench.time.advance(by: .seconds(101))
        _ = load([], sized(4))
        answer("picture", "max-age=100")
        #expect([3, 4].map { load([], sized($0)).words } == [["image memory"], ["image memory"]])
    }
}
