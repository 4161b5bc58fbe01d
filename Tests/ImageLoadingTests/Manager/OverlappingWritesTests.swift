import Basis
import FoundationEssentials
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// What one thread puts into the caches of a picture is not lost because another changes them too.
@Suite(.endsInTime) @MainActor struct OverlappingWritesTests {
    private let source = "http://host/a"
    private let bench: Bench
    private let cache: SlowCache
    private let directory = TemporaryDirectory()

    init() {
        bench = Bench(usesDisk: false, coders: .shared)
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        cache = SlowCache(ImageCache(memory: MemoryCache(), disk: disk))
    }

    private func thumbnail(_ side: Int, _ body: (inout ImageContext) -> Void = { _ in }) -> ImageContext {
        .made {
            $0.imageCache = cache
            $0.variant.box = PixelSize(width: side, height: side)
            body(&$0)
        }
    }

    private func picture(_ shade: UInt8) -> [UInt8] { Pictures.png(500, 500, shade: shade) }

    /// The shade of an image, and where it was found, with nothing in memory.
    private func found(_ side: Int) -> String {
        cache.removeAll(from: .memory)
        let load = bench.load(source, .fromCacheOnly, thumbnail(side))
        bench.settle()
        return "\(load.words) \(load.image?.bitmap.bytes.first ?? 0)"
    }

    /// The second of two sizes of a first download was kept, and then removed with what might have been older.
    @Test func aSecondSizeOfNewBytesIsNotRemovedWithWhatIsOlder() {
        let loads = [100, 90].map { bench.load(source, [], thumbnail($0)) }
        bench.reads.runAll()
        bench.transport.running[0].respond(bytes: picture(200))
        #expect(bench.decodes.count == 2)
        // The second is made while everything older is being removed on behalf of the first.
        let order = Lock<[String]>([])
        cache.before(.removalOfAll) { [decodes = bench.decodes] in
            order.withLock { $0.append("removal") }
            decodes.runOne()
        }
        cache.before(.image) { order.withLock { $0.append("image") } }
        bench.decodes.runOne()
        bench.settle()
        #expect(
            order.withLock { $0 } == ["removal", "image"] && loads.map(\.words) == [["image none"], ["image none"]])
        let next = [100, 90].map { bench.load(source, [], thumbnail($0)) }
        #expect(next.map(\.words) == [["image memory"], ["image memory"]])
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    /// A prefetch stored the same bytes, and reported so, while everything older was being removed on behalf of an image
    /// whose load keeps no bytes.
    @Test func bytesThatAPrefetchStoresAreNotRemovedWithWhatIsOlder() throws {
        let url = try #require(URL(string: source))
        let load = bench.load(
            source, .fromLoaderOnly,
            thumbnail(100) { ($0.storeCacheType, $0.originalStoreCacheType) = (.memory, .none) })
        bench.transport.running[0].respond(bytes: picture(200))
        let isStored = Lock(false)
        let context = thumbnail(90)
        cache.before(.removalOfAll) { [manager = bench.manager] in
            MainActor.assumeIsolated {
                _ = manager.storeBytes(of: url, options: .fromLoaderOnly, context: context) { error in
                    isStored.withLock { $0 = error == nil }
                }
            }
        }
        bench.decodes.runOne()
        bench.settle()
        #expect(load.words == ["image none"] && isStored.withLock { $0 } && bench.transport.transfers.count == 1)
        #expect(cache.contains(DiskKey(source: source)) && bench.isIdle)
    }

    /// An image of old bytes that newer ones had overtaken was taken back by its key, under which the newer one was.
    @Test func anImageOnDiskIsNotTakenAwayWithTheOldOneThatItReplaced() {
        cache.store(.init(bytes: picture(10)), for: DiskKey(source: source))
        bench.load(source, [], thumbnail(100))
        bench.reads.runAll()
        bench.decodes.runOne()
        bench.load(source, .fromLoaderOnly, thumbnail(100))
        bench.transport.running[0].respond(bytes: picture(200))
        // The new image is made and written while the old one is on its way to the disk.
        cache.before(.entry) { [decodes = bench.decodes] in decodes.runAll() }
        bench.settle()
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

    @Test func anImageInMemoryIsNotTakenAwayWithTheOldOneThatItReplaced() {
        cache.store(.init(bytes: picture(10)), for: DiskKey(source: source))
        bench.load(source, [], thumbnail(100))
        bench.reads.runAll()
        bench.load(source, .fromLoaderOnly, thumbnail(100))
        bench.transport.running[0].respond(bytes: picture(200))
        #expect(bench.decodes.count == 2)
        cache.before(.image) { [decodes = bench.decodes] in decodes.runOne() }
        bench.decodes.runOne()
        bench.settle()
        let next = bench.load(source, [], thumbnail(100))
        #expect(next.words == ["image memory"] && next.image?.bitmap.bytes.first == 200)
    }

    /// A load that never asks for the picture as it came did not know that what it brings is newer.
    @Test(arguments: [
        (side: 90, query: CacheType.all, original: CacheType.none), (90, .none, .none), (500, .memory, .disk),
        (500, .none, .disk),
    ])
    func oldSizesGoWhenNewBytesAreStoredByALoadThatDoesNotAskForOldOnes(
        side: Int, query: CacheType, original: CacheType
    ) {
        bench.load(source, [], thumbnail(100))
        bench.settle()
        bench.transport.running[0].respond(bytes: picture(10))
        bench.settle()
        #expect(found(100) == "[\"image disk\"] 10")
        let isWhole = side == 500
        bench.load(
            source, [],
            thumbnail(side) {
                if isWhole { $0.variant.box = nil }
                ($0.queryCacheType, $0.originalQueryCacheType) = (query, original)
            })
        bench.settle()
        bench.transport.running[0].respond(bytes: picture(200))
        bench.settle()
        #expect(found(100) == "[\"image disk\"] 200")
    }

    /// Who had come a moment later was shown the image, and its cache got nothing.
    @Test func whoJoinsWhileAnImageIsPutIntoOneCacheFindsItInAnotherLater() {
        let other = ImageCache(memory: MemoryCache(), disk: nil)
        let elsewhere = thumbnail(100) { $0.imageCache = other }
        let first = bench.load(source, .fromLoaderOnly, thumbnail(100))
        bench.transport.running[0].respond(bytes: picture(200))
        let joined = Lock<RecordedLoad?>(nil)
        cache.before(.image) { [bench, source] in
            MainActor.assumeIsolated {
                let load = bench.load(source, .fromLoaderOnly, elsewhere)
                joined.withLock { $0 = load }
            }
        }
        bench.settle()
        #expect(first.words == ["image none"] && joined.withLock { $0 }?.words == ["image none"])
        #expect(bench.load(source, [], elsewhere).words == ["image memory"])
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    /// What was made of an image in memory was kept, though newer bytes came between the look and the work.
    @Test func whatIsMadeOfAnImageInMemoryIsMadeOfTheNewOne() {
        cache.store(.init(bytes: picture(10)), for: DiskKey(source: source))
        bench.load(source, [], thumbnail(100))
        bench.settle()
        let new = bench.load(source, .fromLoaderOnly, thumbnail(100))
        bench.transport.running[0].respond(bytes: picture(200))
        cache.before(.finding) { [decodes = bench.decodes] in decodes.runAll() }
        let context = thumbnail(100) { $0.transformer = HelplessTransformer() }
        let load = bench.load(source, [], context)
        bench.settle()
        #expect(new.words == ["image none"] && load.words == ["image memory"])
        let next = bench.load(source, [], context)
        #expect(next.words == ["image memory"] && next.image?.bitmap.bytes.first == 200)
    }

    /// What a load reads on its caller's thread would have to wait, which it must not.
    @Test func anImageThatIsReadAtOnceWhileAnotherIsBeingStoredIsShownAndNotKept() {
        cache.store(.init(bytes: picture(10)), for: DiskKey(source: source))
        bench.load(source, [], thumbnail(100))
        bench.reads.runAll()
        let shown = Lock<UInt8?>(nil)
        let context = thumbnail(90)
        cache.before(.image) { [bench, source] in
            MainActor.assumeIsolated {
                let load = bench.load(source, .queryDiskDataSync, context)
                shown.withLock { $0 = load.image?.bitmap.bytes.first }
            }
        }
        bench.decodes.runOne()
        let variant = bench.manager.key(for: URL(filePath: "/"), context: context).variant
        let key = ImageKey(source: source, variant: variant)
        #expect(shown.withLock { $0 } == 10 && !cache.contains(key))
        bench.settle()
        #expect(bench.isIdle && !cache.contains(key))
        // The key is the right one.
        bench.load(source, .queryDiskDataSync, context)
        #expect(cache.contains(key))
    }

    /// It was stored by the thread that had waited for nothing but its image: the main thread.
    @Test func whatHadToWaitForALoadThatReadsAtOnceIsNotDoneOnItsThread() throws {
        let url = try #require(URL(string: source))
        let disk = DiskKey(source: source)
        cache.store(.init(bytes: picture(10)), for: disk)
        let context = thumbnail(90)
        cache.before(.image) { [bench] in
            MainActor.assumeIsolated {
                _ = bench.manager.storeBytes(of: url, options: .fromLoaderOnly, context: context) { _ in }
                bench.transport.running[0].respond(bytes: Pictures.png(500, 500, shade: 200))
            }
        }
        let load = bench.load(source, .queryDiskDataSync, context)
        #expect(load.words == ["image disk"] && cache.entry(for: disk)?.bytes == picture(10))
        #expect(bench.decodes.count == 1)
        bench.settle()
        #expect(cache.entry(for: disk)?.bytes == picture(200) && bench.isIdle)
    }
}
