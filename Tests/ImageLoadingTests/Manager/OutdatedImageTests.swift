import EngineTestSupport
import FoundationEssentials
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Images of superseded bytes are removed when new bytes arrive.
@Suite(.endsInTime) @MainActor struct OutdatedImageTests {
    private let source = "http://host/a"

    /// Returns a cache, and a bench that uses it for contexts that name it.
    private func slowBench(_ coders: ImageCodersManager? = nil) -> (
        Bench, SlowStorage, ImageContext, TemporaryDirectory
    ) {
        let bench = Bench(usesDisk: false, coders: coders)
        let directory = TemporaryDirectory()
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        let storage = SlowStorage(disk)
        let cache = ImageCache(storage: storage, executor: bench.reads)
        return (bench, storage, .made { $0.imageCache = cache }, directory)
    }

    @Test func `an image of old bytes does not take the place of a new one in memory`() {
        let bench = Bench(usesDisk: false)
        let directory = TemporaryDirectory()
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        let storage = SlowStorage(disk)
        let cache = ImageCache(storage: storage, executor: bench.reads)
        let context = ImageContext.made { $0.imageCache = cache }
        bench.load("http://host/a", [], context)
        bench.answer("picture")
        cache.removeAll(from: .memory)

        let old = bench.load("http://host/a", [], context)
        bench.reads.runAll()
        let new = bench.load("http://host/a", .fromLoaderOnly, context)
        bench.transport.running[0].respond("picture two")
        #expect(bench.decodes.count == 2)
        // The new image is decoded and stored before the old one.
        bench.decodes.runOne(at: 1)
        bench.settle()
        #expect(old.image?.sourceBytes == 7 && new.image?.sourceBytes == 11)
        let next = bench.run("http://host/a", [], context)
        #expect(next.image?.sourceBytes == 11)
    }

    @Test func `a synchronously read image does not outlive the arrival of new bytes`() {
        let bench = Bench(usesDisk: false)
        let directory = TemporaryDirectory()
        let disk = DiskCache(directory: directory.path, time: bench.time, executor: InlineExecutor())
        let storage = SlowStorage(disk)
        let cache = ImageCache(storage: storage, executor: bench.reads)
        let context = ImageContext.made { $0.imageCache = cache }
        bench.load("http://host/a", [], context)
        bench.answer("picture")
        cache.removeAll(from: .memory)

        // given new bytes that have arrived and wait to be decoded
        let new = bench.load("http://host/a", .fromLoaderOnly, context)
        bench.transport.running[0].respond("picture two")
        // when they are decoded and stored after the old ones have been read
        storage.before(.reading) { [decodes = bench.decodes] in decodes.runOne() }
        let old = bench.run("http://host/a", .queryDiskDataSync, context)
        // then the old image was shown, and is not stored
        #expect(old.image?.sourceBytes == 7 && new.image?.sourceBytes == 11)
        let next = bench.run("http://host/a", [], context)
        #expect(next.image?.sourceBytes == 11)
    }

    // MARK: - On disk

    private func shades(_ bench: Bench, _ context: ImageContext) -> [UInt8?] {
        bench.manager.memoryCache.removeAll()
        context.imageCache?.removeAll(from: .memory)
        let load = bench.run(source, [], context)
        #expect(load.words == ["image disk"])
        return [load.image?.bitmap.bytes.first]
    }

    private func thumbnail(_ side: Int, _ context: ImageContext = ImageContext()) -> ImageContext {
        var context = context
        context.variant.box = PixelSize(width: side, height: side)
        return context
    }

    /// Regression: an encoded image of old bytes was stored beside new ones, and shown forever.
    @Test func `an image of old bytes is not written beside new ones`() {
        let (bench, storage, context, directory) = slowBench(.shared)
        storage.store(.init(bytes: Pictures.png(500, 500, shade: 10)), for: DiskKey(source: source))
        // given an image of the old bytes that is being written to disk
        bench.load(source, [], thumbnail(100, context))
        bench.reads.runAll()
        bench.decodes.runOne()
        bench.load(source, .fromLoaderOnly, thumbnail(90, context))
        bench.transport.running[0].respond(bytes: Pictures.png(500, 500, shade: 200))
        // when new bytes are decoded and stored meanwhile
        storage.before(.entry) { [decodes = bench.decodes] in decodes.runAll() }
        bench.settle()
        // then the next image is made of the new bytes
        withExtendedLifetime(directory) { #expect(shades(bench, thumbnail(100, context)) == [200]) }
    }

    /// Regression: the original was evicted from the disk, and its thumbnails stayed when new bytes arrived.
    @Test func `images of evicted bytes are removed when new bytes arrive`() {
        let bench = Bench(coders: .shared)
        func load(_ side: Int, shade: UInt8) {
            bench.run(source, [], thumbnail(side))
            bench.transport.running.first?.respond(bytes: Pictures.png(500, 500, shade: shade))
            bench.settle()
        }
        load(100, shade: 10)
        let small = bench.manager.key(for: URL(string: source) ?? URL(filePath: "/"), context: thumbnail(100))
        #expect(bench.manager.diskCache?.contains(small.diskKey) == true)
        bench.manager.diskCache?.remove(source)
        load(90, shade: 200)
        #expect(bench.transport.transfers.count == 2 && shades(bench, thumbnail(100)) == [200])
        #expect(bench.transport.transfers.count == 2)
    }
}
