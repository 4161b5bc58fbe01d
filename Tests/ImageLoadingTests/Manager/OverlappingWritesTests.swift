import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Concurrent changes of the cached images of one picture do not undo each other.
@Suite(.endsInTime) @MainActor struct OverlappingWritesTests {
    private let source = "http://host/a"
    private let bench: Bench
    private let storage: SlowStorage
    private let cache: ImageCache
    private let writes = ManualExecutor()
    private let directory = TemporaryDirectory()

    init() {
        bench = Bench(usesDisk: false, coders: .shared)
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        storage = SlowStorage(disk)
        cache = ImageCache(storage: storage, executor: writes)
    }

    /// Runs all work, and writes all pending changes.
    private func settle() {
        repeat { bench.settle() } while writes.runAll() > 0
    }

    private func thumbnail(_ side: Int, _ body: (inout ImageContext) -> Void = { _ in }) -> ImageContext {
        .made {
            $0.imageCache = cache
            $0.variant.box = PixelSize(width: side, height: side)
            body(&$0)
        }
    }

    private func picture(_ shade: UInt8) -> [UInt8] { Pictures.png(500, 500, shade: shade) }

    /// The shade of an image, and the tier it was found in, with empty memory.
    private func found(_ side: Int) -> String {
        cache.removeAll(from: .memory)
        let load = bench.load(source, .fromCacheOnly, thumbnail(side))
        settle()
        return "\(load.words) \(load.image?.bitmap.bytes.first ?? 0)"
    }

    /// Regression: the second of two sizes of a first download was stored, and then removed with possibly older ones.
    @Test func `a second size of new bytes is not removed with older images`() {
        let loads = [100, 90].map { bench.load(source, [], thumbnail($0)) }
        bench.reads.runAll()
        bench.transport.running[0].respond(bytes: picture(200))
        #expect(bench.decodes.count == 2)
        // The second is made while everything older is being removed for the first.
        storage.before(.removalOfAll) { [decodes = bench.decodes] in decodes.runOne() }
        bench.decodes.runOne()
        settle()
        #expect(loads.map(\.words) == [["image none"], ["image none"]])
        let next = [100, 90].map { bench.load(source, [], thumbnail($0)) }
        #expect(next.map(\.words) == [["image memory"], ["image memory"]])
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    /// Regression: the image was in memory, its jobs were over, and its bytes not yet on the disk: they were fetched
    /// once more. Nothing is removed from the disk here, because its entry is the response to another request.
    @Test(arguments: [[], .queryDiskDataSync] as [ImageOptions])
    func `a size that is requested during the store is made of the stored bytes`(options: ImageOptions) {
        func metadata(_ language: String) -> ResponseMetadata {
            ResponseMetadata(
                headers: ["Vary": "Accept-Language"], requestHeaders: [("Accept-Language", language)], receivedAt: 0)
        }
        cache.store(.init(bytes: picture(10), response: metadata("de")), for: DiskKey(source: source))
        func french(_ side: Int) -> ImageContext { thumbnail(side) { $0.headers = [("Accept-Language", "fr")] } }
        let first = bench.load(source, [], french(100))
        bench.reads.runAll()
        let transfer = bench.transport.running[0]
        transfer.begin(status: 200, headers: ["Vary": "Accept-Language"], expectedBytes: picture(200).count)
        transfer.finish(picture(200))
        let second = Lock<RecordedLoad?>(nil)
        storage.before(.entry) { [bench, source, context = french(90)] in
            MainActor.assumeIsolated {
                let load = bench.load(source, options, context)
                second.withLock { $0 = load }
                bench.reads.runAll()
            }
        }
        settle()
        #expect(first.words == ["image none"] && second.withLock { $0 }?.words == ["image disk"])
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    /// Regression: a prefetch stored the same bytes, and reported so, while everything older was being removed for an
    /// image whose load stores no bytes.
    @Test func `bytes that a prefetch stores are not removed with older images`() throws {
        let url = try #require(URL(string: source))
        let load = bench.load(
            source, .fromLoaderOnly,
            thumbnail(100) { ($0.storeCacheType, $0.originalStoreCacheType) = (.memory, .none) })
        bench.transport.running[0].respond(bytes: picture(200))
        let isStored = Lock(false)
        let context = thumbnail(90)
        storage.before(.removalOfAll) { [bench] in
            MainActor.assumeIsolated {
                _ = bench.manager.storeBytes(of: url, options: .fromLoaderOnly, context: context) { error in
                    isStored.withLock { $0 = error == nil }
                }
                bench.transport.running.last?.respond(bytes: Pictures.png(500, 500, shade: 200))
            }
        }
        bench.decodes.runOne()
        settle()
        #expect(load.words == ["image none"] && isStored.withLock { $0 } && bench.transport.transfers.count == 2)
        #expect(cache.contains(DiskKey(source: source)) && bench.isIdle)
    }

    /// Regression: a superseded image was removed by its key, under which the newer one was.
    @Test func `an image on disk is not removed with the old one that it replaced`() {
        cache.store(.init(bytes: picture(10)), for: DiskKey(source: source))
        bench.load(source, [], thumbnail(100))
        bench.reads.runAll()
        bench.decodes.runOne()
        bench.load(source, .fromLoaderOnly, thumbnail(100))
        bench.transport.running[0].respond(bytes: picture(200))
        // The new image is made and written while the old one is being written to disk.
        storage.before(.entry) { [decodes = bench.decodes] in decodes.runAll() }
        settle()
        #expect(
            cache.contains(
                bench.manager.key(
                    for: URL(filePath: "/"),
                    context: thumbnail(100) {
                        $0.cacheKeyFilter = { [source] _ in source }
                    }
                ).diskKey))
        #expect(found(100) == "[\"image disk\"] 200" && bench.isIdle)
    }

    /// Regression: bytes of a load that does not look up the original were not recorded as newer.
    @Test(arguments: [
        (side: 90, query: CacheType.all, original: CacheType.none), (90, .none, .none), (500, .memory, .disk),
        (500, .none, .disk),
    ])
    func `a load that skips the old bytes removes old sizes when it stores new bytes`(
        side: Int, query: CacheType, original: CacheType
    ) {
        bench.load(source, [], thumbnail(100))
        settle()
        bench.transport.running[0].respond(bytes: picture(10))
        settle()
        #expect(found(100) == "[\"image disk\"] 10")
        let isWhole = side == 500
        bench.load(
            source, [],
            thumbnail(side) {
                if isWhole { $0.variant.box = nil }
                ($0.queryCacheType, $0.originalQueryCacheType) = (query, original)
            })
        settle()
        bench.transport.running[0].respond(bytes: picture(200))
        settle()
        #expect(found(100) == "[\"image disk\"] 200")
    }
}
