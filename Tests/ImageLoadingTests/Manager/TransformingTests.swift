import FoundationEssentials
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Loads with transformers, with the real coders.
@Suite(.endsInTime) @MainActor struct TransformingTests {
    private let bench = Bench(coders: .shared)
    private let source = "http://host/a"

    private func load(_ options: ImageOptions = [], _ context: ImageContext = ImageContext()) -> RecordedLoad {
        bench.run(source, options, context)
    }

    private func answer(_ side: Int = 50) {
        bench.transport.running[0].respond(bytes: Pictures.png(side, side))
        bench.settle()
    }

    private func with(_ transformers: (any ImageTransformer)..., body: (inout ImageContext) -> Void = { _ in })
        -> ImageContext
    {
        .made {
            $0.transformer = transformers.count == 1 ? transformers[0] : Transformers.Pipeline(transformers)
            body(&$0)
        }
    }

    // M08
    @Test func `the transformed image is delivered and written before the load completes`() throws {
        let context = with(FixedTransformer()) { $0.encodeOptions.maximumPixelSize = PixelSize(width: 40, height: 30) }
        let load = load(.waitStoreCache, context)
        answer()
        #expect(load.image?.size == PixelSize(width: 40, height: 30) && load.image?.isTransformed == true)
        #expect(load.image?.format == .png && load.loaded?.data == nil)
        let key = ImageKey(source: source, transformer: "fixed")
        let entry = try #require(bench.manager.diskCache?.read(key.diskKey))
        #expect(try ImageCodersManager.shared.decode(entry.bytes).size == PixelSize(width: 40, height: 30))
    }

    @Test func `a transformed image from disk is not transformed again`() {
        let transformer = FixedTransformer()
        _ = load(.waitStoreCache, with(transformer))
        answer()
        bench.manager.memoryCache.removeAll()
        let again = load([], with(transformer))
        #expect(again.words == ["image disk"] && again.image?.isTransformed == true)
        #expect(transformer.count.value == 1 && bench.transport.transfers.count == 1)
    }

    // M12
    @Test func `the original stays on disk, and the transformed image in memory`() {
        _ = load(.waitStoreCache, with(FixedTransformer()) { $0.storeCacheType = .memory })
        answer()
        let key = ImageKey(source: source, transformer: "fixed")
        #expect(!bench.manager.memoryCache.contains(ImageKey(source: source)))
        #expect(bench.manager.diskCache?.read(source)?.bytes == Pictures.png(50, 50))
        #expect(bench.manager.memoryCache.contains(key) && bench.manager.diskCache?.read(key.diskKey) == nil)
    }

    // M15b
    @Test func `the original on disk is transformed without network`() {
        let context = with(FixedTransformer()) { $0.originalStoreCacheType = .all }
        let first = load(.waitStoreCache, context)
        answer(102)
        let key = ImageKey(source: source, transformer: "fixed")
        #expect(bench.manager.memoryCache.image(for: ImageKey(source: source))?.size.width == 102)
        #expect(bench.manager.memoryCache.image(for: key) === first.image)
        bench.manager.memoryCache.remove(key)
        bench.manager.diskCache?.remove(key.diskKey)
        let again = load(.fromCacheOnly, with(FixedTransformer()) { $0.originalQueryCacheType = .all })
        #expect(again.words == ["image disk"] && again.image?.isTransformed == true && again.loaded?.data == nil)
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    // M14, M16
    @Test func `a request may have its own caches`() {
        let (originals, finals) = (ImageCache(), ImageCache())
        let context = with(FixedTransformer()) {
            $0.originalImageCache = originals
            $0.imageCache = finals
            $0.originalStoreCacheType = .memory
            $0.storeCacheType = .memory
        }
        let load = load(.waitStoreCache, context)
        answer(103)
        let (original, transformed) = (ImageKey(source: source), ImageKey(source: source, transformer: "fixed"))
        #expect(load.image?.isTransformed == true && load.loaded?.data == nil)
        #expect(originals[original]?.size.width == 103 && originals[transformed] == nil)
        #expect(finals[transformed] === load.image && finals[original] == nil)
        #expect(bench.manager.memoryCache.totals.count == 0)
    }

    /// Regression: the image was stored under the key of the transformed one.
    @Test(arguments: [true, false]) func `a load whose transformer fails ends with an error`(isPipeline: Bool) {
        let transformers: [any ImageTransformer] = isPipeline ? [HelplessTransformer(), FixedTransformer()] : []
        let context = ImageContext.made {
            $0.transformer = isPipeline ? Transformers.Pipeline(transformers) : HelplessTransformer()
        }
        let failed = load([], context)
        answer()
        #expect(failed.words == ["the picture could not be transformed"])
        #expect(bench.manager.memoryCache.totals.count == 0)
        // the bytes are good
        #expect(load().words == ["image disk"] && load([], context).words == failed.words)
        #expect(bench.transport.transfers.count == 1 && bench.isIdle)
    }

    // MARK: - Sharing

    @Test func `loads of one pipeline share its images`() {
        let (a, b) = (FixedTransformer("a"), FixedTransformer("b"))
        let loads = [with(a), with(a, b), with(a, b)].map { bench.load(source, [], $0) }
        bench.settle()
        answer()
        #expect(loads.allSatisfy { $0.words == ["image none"] } && loads[1].image === loads[2].image)
        #expect([a, b].map(\.count.value) == [2, 1] && bench.isIdle)
    }

    @Test func `a cancelled load transforms nothing`() {
        let transformer = FixedTransformer()
        let load = bench.run(source, [], with(transformer))
        bench.transport.running[0].respond(bytes: Pictures.png(9, 9))
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == ["cancelled"] && transformer.count.value == 0 && bench.isIdle)
    }

    /// A coder that is interrupted while it decodes, and decodes on.
    private struct InterruptedCoder: ImageCoder {
        let interruption: Interruption
        var format: ImageFormat { .png }
        func header(of bytes: [UInt8], limits: DecodeLimits) -> ImageHeader {
            ImageHeader(format: .png, pixelSize: PixelSize(width: 1, height: 1))
        }
        func decode(_ bytes: [UInt8], options: DecodeOptions) -> Image {
            interruption.occur()
            return testImage()
        }
    }

    /// Regression: the transformer was called.
    @Test func `a load that is cancelled during its decode transforms nothing`() {
        let (transformer, interruption) = (FixedTransformer(), Interruption())
        let bench = Bench(coders: ImageCodersManager(coders: [InterruptedCoder(interruption: interruption)]))
        let load = bench.load(source, [], with(transformer))
        interruption.set { MainActor.assumeIsolated { load.operation?.cancel() } }
        bench.settle()
        bench.transport.running[0].respond(bytes: Pictures.png(9, 9))
        bench.settle()
        #expect(load.words == ["cancelled"] && transformer.count.value == 0 && bench.isIdle)
    }

    // MARK: - The manager's transformer

    @Test func `the manager's transformer runs unless the request overrides it`() {
        let bench = Bench(coders: .shared, configure: { $0.transformer = FixedTransformer() })
        let own = bench.load(source)
        let other = bench.load(source, [], with(FixedTransformer("other", size: PixelSize(width: 1, height: 1))))
        let none = bench.run(source, [], .made { $0.ignoresManagerTransformer = true })
        bench.transport.running[0].respond(bytes: Pictures.png(50, 50))
        bench.settle()
        #expect([own, other, none].map { $0.image?.size.width } == [40, 1, 50])
    }
}
