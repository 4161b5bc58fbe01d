import Basis
import ImageCoding
import Testing

@testable import ImageLoading

/// What is made of old bytes does not outlive the arrival of new ones.
@MainActor
struct OutdatedImageTests {
    @Test func anImageOfOldBytesDoesNotTakeThePlaceOfANewOneInMemory() {
        let bench = Bench(usesDisk: false)
        let directory = TemporaryDirectory()
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        let cache = SlowCache(ImageCache(memory: MemoryCache(), disk: disk))
        let context = ImageContext.made { $0.imageCache = cache }
        bench.load("http://host/a", [], context)
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        cache.removeAll(from: .memory)

        let old = bench.load("http://host/a", [], context)
        bench.reads.runAll()
        let new = bench.load("http://host/a", .fromLoaderOnly, context)
        bench.transport.running[0].respond("picture two")
        #expect(bench.decodes.count == 2)
        // The new image is made and kept while the old one is on its way into memory.
        cache.beforeStore.withLock { $0 = { [decodes = bench.decodes] in decodes.runOne() } }
        bench.decodes.runOne()
        bench.settle()
        #expect(old.image?.sourceBytes == 7 && new.image?.sourceBytes == 11)
        let next = bench.load("http://host/a", [], context)
        bench.settle()
        #expect(next.image?.sourceBytes == 11)
    }

    @Test func anImageThatIsReadAtOnceDoesNotOutliveTheArrivalOfNewBytes() {
        let bench = Bench(usesDisk: false)
        let directory = TemporaryDirectory()
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        let cache = SlowCache(ImageCache(memory: MemoryCache(), disk: disk))
        let context = ImageContext.made { $0.imageCache = cache }
        bench.load("http://host/a", [], context)
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        cache.removeAll(from: .memory)

        // given new bytes that have come and wait to be decoded
        let new = bench.load("http://host/a", .fromLoaderOnly, context)
        bench.transport.running[0].respond("picture two")
        // when they are decoded and kept while the old ones are read and on their way into memory
        cache.beforeStore.withLock { $0 = { [decodes = bench.decodes] in decodes.runOne() } }
        let old = bench.load("http://host/a", .queryDiskDataSync, context)
        bench.settle()
        // then the old image was shown, and is not kept
        #expect(old.image?.sourceBytes == 7 && new.image?.sourceBytes == 11)
        let next = bench.load("http://host/a", [], context)
        bench.settle()
        #expect(next.image?.sourceBytes == 11)
    }
}

/// A cache in which something happens before an image is kept, once.
private final class SlowCache: ImageCaching {
    private let cache: ImageCache
    let beforeStore = Lock<(@Sendable () -> Void)?>(nil)

    init(_ cache: ImageCache) { self.cache = cache }

    func store(_ image: Image, for key: ImageKey) {
        let work = beforeStore.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
        cache.store(image, for: key)
    }

    var tiers: CacheType { cache.tiers }
    func image(for key: ImageKey) -> Image? { cache.image(for: key) }
    func contains(_ key: ImageKey) -> Bool { cache.contains(key) }
    func nearestImage(to key: ImageKey) -> Image? { cache.nearestImage(to: key) }
    func remove(_ key: ImageKey) { cache.remove(key) }
    func entry(for key: DiskKey) -> DiskCache.Entry? { cache.entry(for: key) }
    func contains(_ key: DiskKey) -> Bool { cache.contains(key) }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) { cache.store(entry, for: key) }
    func renew(_ key: DiskKey, with metadata: ResponseMetadata?) { cache.renew(key, with: metadata) }
    func remove(_ key: DiskKey) { cache.remove(key) }
    func removeImages(of source: String, from type: CacheType) { cache.removeImages(of: source, from: type) }
    func removeAll(from type: CacheType) { cache.removeAll(from: type) }
    func flush() { cache.flush() }
}
