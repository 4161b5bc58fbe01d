import FoundationEssentials
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Which caches store thumbnails and originals, with the real coders.
@Suite(.endsInTime) @MainActor struct VariantTests {
    private let bench = Bench(coders: .shared)
    private let source = "http://host/a"

    private func load(_ options: ImageOptions = [], _ context: ImageContext = ImageContext()) -> RecordedLoad {
        bench.run(source, options, context)
    }

    private func answer(_ bytes: [UInt8]) {
        bench.transport.running[0].respond(bytes: bytes)
        bench.settle()
    }

    /// Stores a picture on disk, and only there.
    private func fillDisk(_ side: Int) -> [UInt8] {
        let bytes = Pictures.png(side, side)
        bench.manager.diskCache?.store(.init(bytes: bytes), for: source)
        return bytes
    }

    private func thumbnailKey(_ side: Int) -> ImageKey {
        bench.manager.key(for: URL(string: source) ?? URL(filePath: "/"), context: .thumbnail(side))
    }

    private func diskImage(_ key: ImageKey) -> Image? {
        bench.manager.diskCache?.read(key.diskKey).flatMap { try? ImageCodersManager.shared.decode($0.bytes) }
    }

    // M17, M18, M21
    @Test func `a thumbnail of a picture on disk is stored in both tiers and does not change the original`() {
        let bytes = fillDisk(500)
        let load = load(.waitStoreCache, .thumbnail(100))
        #expect(load.words == ["image disk"] && bench.transport.transfers.isEmpty)
        #expect(load.image?.size == PixelSize(width: 100, height: 100) && load.loaded?.data == nil)
        let key = thumbnailKey(100)
        #expect(bench.manager.memoryCache.image(for: key) === load.image)
        #expect(!bench.manager.memoryCache.contains(ImageKey(source: source)))
        #expect(diskImage(key)?.size == PixelSize(width: 100, height: 100))
        #expect(bench.manager.diskCache?.read(source)?.bytes == bytes)
    }

    @Test func `a thumbnail on disk is read from there`() {
        _ = fillDisk(500)
        _ = load(.waitStoreCache, .thumbnail(100))
        bench.manager.memoryCache.removeAll()
        bench.manager.diskCache?.remove(source)
        let load = load(.fromCacheOnly, .thumbnail(100))
        #expect(load.words == ["image disk"] && load.image?.size == PixelSize(width: 100, height: 100))
        #expect(bench.manager.memoryCache.contains(thumbnailKey(100)))
    }

    @Test(arguments: [(251, false), (250, true)])
    func `a size that saves no work, is not stored on disk`(side: Int, isFromVariant: Bool) {
        let bench = Bench(coders: .shared)
        bench.manager.diskCache?.store(.init(bytes: Pictures.png(500, 500)), for: source)
        bench.run(source, .waitStoreCache, .thumbnail(side))
        #expect((bench.manager.diskCache?.read(thumbnailKey(side).diskKey) != nil) == isFromVariant)
    }

    /// Regression: with freshness, each load encoded and wrote a thumbnail that no such load reads.
    @Test(arguments: [(.forever, true), (.always, false), (.staleWhileRevalidate, false)] as [(HTTPPolicy, Bool)])
    func `a thumbnail is stored on disk only if such loads read it`(policy: HTTPPolicy, isStored: Bool) {
        _ = fillDisk(500)
        _ = load(.waitStoreCache, .thumbnail(100).with { $0.httpPolicy = policy })
        #expect((diskImage(thumbnailKey(100)) != nil) == isStored)
    }

    // H18
    @Test(arguments: [CacheType.none, .memory, .disk, .all], [false, true])
    func `the final image is stored in the context's tiers`(store: CacheType, isSync: Bool) {
        let bytes = fillDisk(400)
        let load = load(
            isSync ? [.queryDiskDataSync, .waitStoreCache] : .waitStoreCache,
            .made {
                $0.variant.box = PixelSize(width: 40, height: 40)
                $0.storeCacheType = store
            })
        #expect(load.words == ["image disk"])
        #expect(bench.manager.memoryCache.contains(thumbnailKey(40)) == store.contains(.memory))
        if !isSync { #expect((diskImage(thumbnailKey(40)) != nil) == store.contains(.disk)) }
        #expect(bench.manager.diskCache?.read(source)?.bytes == bytes)
    }

    @Test(arguments: [CacheType.none, .memory, .disk, .all])
    func `the original is stored in the context's tiers`(store: CacheType) {
        let load = load(
            [],
            .made {
                $0.transformer = FixedTransformer()
                $0.originalStoreCacheType = store
                $0.storeCacheType = .none
            })
        let bytes = Pictures.png(50, 50)
        answer(bytes)
        #expect(load.words == ["image none"])
        #expect((bench.manager.diskCache?.read(source)?.bytes == bytes) == store.contains(.disk))
        #expect(bench.manager.memoryCache.contains(ImageKey(source: source)) == store.contains(.memory))
    }

    // MARK: - Large pictures

    // M13, trap 15
    @Test func `a large picture is scaled down under a key of its own`() {
        let bench = Bench(coders: .shared, configure: { $0.scaleDownBytes = 100 * 100 * 4 })
        let load = bench.run(source, .scaleDownLargeImages)
        bench.transport.running[0].respond(bytes: Pictures.png(200, 200))
        bench.settle()
        #expect(load.image?.size == PixelSize(width: 100, height: 100))
        let whole = bench.run(source)
        #expect(whole.image?.size == PixelSize(width: 200, height: 200))
    }

    @Test func `a small picture is not scaled down`() {
        let load = load(.scaleDownLargeImages)
        answer(Pictures.png(20, 20))
        #expect(load.image?.size == PixelSize(width: 20, height: 20))
    }

    // MARK: - Animation

    @Test func `a still is no animation`() {
        let load = load(.matchAnimatedImageClass, .made { $0.animation = .frames })
        answer(Pictures.png(5, 5))
        #expect(load.image == nil && load.results.count == 1)
        // a load that does not require an animation gets it
        #expect(self.load([], .made { $0.animation = .frames }).image != nil)
        // and the option has no effect on a still
        #expect(
            self.load([.matchAnimatedImageClass, .decodeFirstFrameOnly], .made { $0.animation = .frames }).image != nil)
    }
}
