import EngineTestSupport
import Glibc
import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Custom coders, callback threads and caches.
@Suite(.endsInTime) struct OwnPartsTests {
    private let key = ImageKey(source: "http://host/a")

    /// Encodes everything to one word, and decodes that word to one image.
    private final class WordCoder: ImageCoder, ImageEncoder {
        static let word = Array("TestEncode".utf8)
        let image = testImage(pixels: 5)
        var format: ImageFormat { .jpeg }

        func canDecode(_ bytes: [UInt8]) -> Bool { bytes == Self.word }
        func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
            ImageHeader(format: format, pixelSize: image.size)
        }
        func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image { image }
        func encode(
            _ frames: [ImageFrame], loopCount: Int, options: EncodeOptions
        ) throws(ImageCodingError) -> [UInt8] { Self.word }
    }

    /// Returns a manager that works on the caller's thread.
    private func manager(_ coders: ImageCodersManager) -> ImageManager {
        var configuration = ImageManager.Configuration()
        (configuration.readExecutor, configuration.decodeExecutor) = (InlineExecutor(), InlineExecutor())
        return ImageManager(cache: ImageCache(), loader: HeldLoader(), coders: coders, configuration: configuration)
    }

    @Test func `the coder that was added last encodes and decodes entries of the disk`() {  // C41a
        let (directory, coder) = (TemporaryDirectory(), WordCoder())
        let coders = ImageCodersManager(coders: [PNGCoder(), JPEGCoder()])
        coders.add(coder)
        let disk = DiskCache(directory: directory.path, executor: InlineExecutor())
        let cache = ImageCache(memory: MemoryCache(budget: 1000), storage: disk, executor: InlineExecutor())
        let answers = Lock<[Image?]>([])
        cache.store(testImage(), for: key, coders: coders) { _ in }
        cache[key] = nil
        let manager = manager(coders)
        manager.query(key, in: cache) { answer in answers.withLock { $0.append(answer.image) } }
        #expect(disk.read(key.source)?.bytes == WordCoder.word)
        #expect(answers.withLock { $0.map { $0?.bitmap } } == [coder.image.bitmap])
    }

    @Test @MainActor func `the coder that was added last decodes downloads`() {  // D22
        let coder = WordCoder()
        let coders = ImageCodersManager(coders: [TextCoder()])
        coders.add(coder)
        let bench = Bench(coders: coders)
        let load = bench.load()
        bench.settle()
        bench.transport.running[0].respond(bytes: WordCoder.word)
        bench.settle()
        #expect(load.words == ["image none"] && load.image?.bitmap == coder.image.bitmap)
    }

    // Only the disk is queried: an image that the first result still holds would be found in memory, and returned at
    // once.
    @Test func `completions of a cache come from its own threads`() async {  // C48
        let directory = TemporaryDirectory()
        let threads = WorkerPool(threads: 2)
        let disk = DiskCache(directory: directory.path, executor: InlineExecutor())
        disk.store(.init(bytes: Array("picture".utf8)), for: key.source)
        let cache = ImageCache(memory: MemoryCache(budget: 0), storage: disk, executor: threads)
        let manager = manager(ImageCodersManager(coders: [TextCoder()]))
        let answers = Lock<[(thread: pthread_t, type: CacheType)]>([])
        let caller = pthread_self()
        for _ in 0..<20 {
            manager.query(key, in: cache, from: .disk) { answer in
                answers.withLock { $0.append((pthread_self(), answer.type)) }
            }
        }
        await until { answers.withLock { $0.count } >= 20 }
        #expect(answers.withLock { $0.count { $0.type == .disk && $0.thread != caller } } == 20)
    }

    @Test @MainActor func `a load finds and stores images in a cache of the program`() {  // C42b, C43
        let bench = Bench()
        let drawer = ScheduleStorage(Interruption()).makeCache(bench.reads)
        let context = ImageContext.made { $0.imageCache = drawer }
        let first = bench.load("http://host/a", .waitStoreCache, context)
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        #expect(first.words == ["image none"] && drawer[key] === first.image)
        #expect(drawer.entry(for: key.diskKey)?.bytes == Array("picture".utf8))
        #expect(bench.manager.memoryCache.totals.count == 0 && bench.manager.diskCache?.read(key.source) == nil)
        #expect(bench.load("http://host/a", [], context).words == ["image memory"])
        drawer.removeAll(from: .memory)
        let again = bench.load("http://host/a", [], context)
        bench.settle()
        #expect(again.words == ["image disk"] && bench.transport.transfers.count == 1)
    }
}
