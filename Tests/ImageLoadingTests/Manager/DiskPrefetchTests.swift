import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Prefetching to the disk: bytes are stored as they arrive, and not decoded.
@Suite(.endsInTime) @MainActor struct DiskPrefetchTests {
    private let coder = CountingCoder()
    private let bench: Bench
    private let prefetcher: ImagePrefetcher
    private let urls = ["a", "b"].compactMap { URL(string: "http://host/" + $0) }
    private let ends = Lock<[String]>([])

    init() { self.init(writes: InlineExecutor()) }

    private init(writes: any WorkExecutor) {
        bench = Bench(diskWrites: writes, coders: ImageCodersManager(coders: [coder]))
        prefetcher = ImagePrefetcher(manager: bench.manager)
        prefetcher.destination = .disk
    }

    private func prefetch(_ urls: [URL], _ options: ImageOptions = [], _ context: ImageContext = ImageContext()) {
        prefetcher.prefetch(
            urls, options: options, context: context,
            completion: { [ends] finished, skipped in
                ends.withLock { $0.append("\(finished) ended, \(skipped) skipped") }
            })
        bench.settle()
    }

    private func entry(_ source: String = "http://host/a") -> String? {
        bench.manager.diskCache?.read(DiskKey(source: source)).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func respond(_ body: String, status: Int = 200, tag: String? = nil) {
        bench.transport.running.first?.respond(body, status: status, tag: tag)
        bench.settle()
    }

    /// Returns a cache with room for ten bytes of pending writes.
    private func narrowCache(in directory: TemporaryDirectory, _ writes: ManualExecutor) -> ImageCache {
        var limits = DiskCache.Limits()
        limits.pendingBytes = 10
        return ImageCache(storage: DiskCache(directory: directory.path, limits: limits, executor: writes))
    }

    @Test func `a prefetch for the disk decodes nothing`() {
        prefetch([urls[0]])
        bench.transport.running[0].respond("picture")
        #expect(bench.decodes.count == 0)  // not even a slot for a decode is requested
        bench.settle()
        #expect(ends.withLock { $0 } == ["1 ended, 0 skipped"] && entry() == "picture" && bench.isIdle)
        #expect(coder.work == 0 && bench.manager.memoryCache.totals.count == 0)
    }

    @Test func `a prefetch for the disk continues with another URL`() {
        prefetch([urls[0]], [], .made { $0.onFailure = [urls[1]] })
        respond("", status: 404)
        respond("picture")
        #expect(ends.withLock { $0 } == ["1 ended, 0 skipped"] && entry("http://host/b") == "picture" && bench.isIdle)
        #expect(entry() == nil && coder.work == 0)
    }

    @Test(arguments: ["picture", "<html>"])
    func `bytes that must not be stored are skipped and do not block their URL`(body: String) {
        prefetch([urls[0]])
        let transfer = bench.transport.running[0]
        transfer.begin(status: 200, headers: ["Cache-Control": "no-store"], expectedBytes: body.utf8.count)
        transfer.finish(Array(body.utf8))
        bench.settle()
        #expect(ends.withLock { $0 } == ["1 ended, 1 skipped"] && entry() == nil && bench.isIdle)
        #expect(bench.manager.state.withLock { $0.failed.count } == 0)
    }

    /// Without a decode, the hint alone decides whether bytes without a signature are stored.
    @Test func `prefetches with different hints share no download`() {
        prefetch([urls[0]])
        prefetch([urls[0]], [], .made { $0.decodeHint = "count" })
        #expect(bench.transport.running.count == 2)
        respond("picture")
        respond("picture")
        #expect(bench.isIdle)
    }

    /// Regression: bytes were reported as stored although the disk was so slow that they were dropped.
    @Test func `a picture without room on the disk is skipped`() throws {
        let (writes, directory) = (ManualExecutor(), TemporaryDirectory())
        let cache = narrowCache(in: directory, writes)
        cache.store(DiskCache.Entry(bytes: [1, 2, 3, 4]), for: DiskKey(source: "other"))
        var context = ImageContext()
        context.imageCache = cache
        prefetch([urls[0]], [], context)
        respond("picture")
        #expect(ends.withLock { $0 } == ["1 ended, 1 skipped"])
        writes.runAll()
        prefetch([urls[0]], [], context)
        respond("picture")
        writes.runAll()
        #expect(ends.withLock { $0.last } == "1 ended, 0 skipped" && cache.disk?.read("http://host/a") != nil)
    }

    /// The entry is removed when its new metadata finds no room, so the prefetch has not stored anything.
    @Test func `unchanged bytes without room for their metadata are skipped`() throws {
        let (writes, directory) = (ManualExecutor(), TemporaryDirectory())
        let cache = narrowCache(in: directory, writes)
        var context = ImageContext()
        context.imageCache = cache
        prefetch([urls[0]], [], context)
        respond("picture")
        writes.runAll()
        cache.store(DiskCache.Entry(bytes: [1, 2, 3, 4]), for: DiskKey(source: "other"))
        prefetch([urls[0]], [.refreshCached], context)
        respond("picture", tag: "new")
        writes.runAll()
        #expect(ends.withLock { $0 } == ["1 ended, 0 skipped", "1 ended, 1 skipped"])
        #expect(cache.disk?.read("http://host/a") == nil && bench.isIdle)
    }

    @Test func `a picture on disk is not fetched again`() {
        bench.fill()
        let work = coder.work
        prefetch([urls[0]], [], .with(width: 3))
        #expect(ends.withLock { $0 } == ["1 ended, 0 skipped"] && bench.transport.transfers.count == 1)
        #expect(coder.work == work && bench.isIdle)
    }

    @Test func `a load of the image shares the prefetch's transfer and decodes alone`() {
        prefetch([urls[0]])
        let load = bench.run()
        respond("picture")
        #expect(load.words == ["image none"] && coder.decodes == 1 && bench.transport.transfers.count == 1)
        #expect(ends.withLock { $0 } == ["1 ended, 0 skipped"] && entry() == "picture" && bench.isIdle)
    }

    @Test func `a prefetch that coalesces with a decode ends as soon as the bytes are stored`() {
        let load = bench.run()
        bench.transport.running[0].respond("picture")
        prefetcher.prefetch([urls[0]], completion: { [ends] _, _ in ends.withLock { $0.append("ended") } })
        bench.reads.runAll()
        bench.manager.deliveries.deliver()
        #expect(ends.withLock { $0 } == ["ended"] && load.words.isEmpty && entry() == "picture")
        bench.settle()
        #expect(load.words == ["image none"] && bench.isIdle)
    }

    @Test(arguments: [("<html>sign in first</html>", 200, "not an image (looks like HTML)"), ("", 410, "410 gone")])
    func `a failure or bytes that are no image are skipped, and block their URL`(
        body: String, status: Int, error: String
    ) {
        prefetch([urls[0]])
        respond(body, status: status)
        #expect(ends.withLock { $0 } == ["1 ended, 1 skipped"] && entry() == nil && bench.isIdle)
        #expect(bench.load().words == [error + " (not tried again yet)"])
    }

    @Test func `a refresh with another picture replaces everything made of the old one`() {
        bench.fill("http://host/a", "picture", tag: "\"1\"")
        prefetch([urls[0]], .refreshCached)
        #expect(bench.transport.running[0].header("If-None-Match") == "\"1\"")
        respond("picture two", tag: "\"2\"")
        #expect(entry() == "picture two" && bench.manager.memoryCache.totals.count == 0)
        prefetch([urls[0]], .refreshCached)
        respond("", status: 304)
        prefetch([urls[0]], .refreshCached)
        respond("", status: 500)
        #expect(entry() == "picture two" && bench.isIdle)
        #expect(
            ends.withLock { $0 } == ["1 ended, 0 skipped", "1 ended, 0 skipped", "1 ended, 1 skipped"])
    }

    /// Regression: an image of good bytes was outdated by a response that was not even stored.
    @Test func `a refused response supersedes nothing`() {
        bench.fill("http://host/a", "picture", tag: "\"1\"")
        bench.manager.memoryCache.removeAll()
        // given an image of the good bytes that is about to be decoded
        let load = bench.load()
        bench.reads.runAll()
        #expect(bench.decodes.count == 1)
        // when a refresh to the disk is answered with something that is no image
        prefetcher.prefetch(
            [urls[0]], options: .refreshCached,
            completion: { [ends] finished, skipped in
                ends.withLock { $0.append("\(finished) ended, \(skipped) skipped") }
            })
        bench.reads.runAll()
        bench.transport.running.first?.respond("<html>sign in first</html>")
        bench.settle()
        // then the image is stored as usual
        #expect(ends.withLock { $0 } == ["1 ended, 1 skipped"] && load.words == ["image disk"])
        #expect(entry() == "picture" && bench.manager.memoryCache.totals.count == 1 && bench.isIdle)
    }

    /// Regression: of two caches only that of the bytes was cleared.
    @Test func `images in another cache than the bytes are removed when a prefetch brings new bytes`() {
        let memory = MemoryCache()
        let context = ImageContext.made {
            $0.imageCache = ImageCache(memory: memory, storage: nil)
            $0.originalImageCache = bench.manager.imageCache
            $0.variant.box = PixelSize(width: 3, height: 3)
        }
        let load = bench.run("http://host/a", [], context)
        respond("picture", tag: "\"1\"")
        #expect(load.words == ["image none"] && memory.totals.count == 1 && entry() == "picture")
        prefetch([urls[0]], .refreshCached, context)
        respond("picture two", tag: "\"2\"")
        #expect(ends.withLock { $0 } == ["1 ended, 0 skipped"] && entry() == "picture two")
        #expect(memory.totals.count == 0 && bench.isIdle)
    }

    @Test func `without a disk nothing is fetched`() {
        let bench = Bench(usesDisk: false)
        let prefetcher = ImagePrefetcher(manager: bench.manager)
        prefetcher.destination = .disk
        prefetcher.prefetch(
            urls, completion: { [ends] finished, skipped in ends.withLock { $0.append("\(finished) \(skipped)") } })
        #expect(ends.withLock { $0 } == ["2 2"] && bench.transport.transfers.isEmpty && bench.isIdle)
    }

    /// A suite whose disk writes when the test lets it.
    private static func held() -> (DiskPrefetchTests, ManualExecutor) {
        let writes = ManualExecutor()
        return (DiskPrefetchTests(writes: writes), writes)
    }

    @Test func `a prefetch that waits for the store ends when the disk has written`() {
        let (suite, writes) = Self.held()
        suite.prefetch([urls[0]], .waitStoreCache)
        suite.respond("picture")
        #expect(suite.ends.withLock { $0 } == [])
        writes.runAll()
        suite.bench.settle()
        #expect(
            suite.ends.withLock { $0 } == ["1 ended, 0 skipped"] && suite.entry() == "picture" && suite.bench.isIdle)
    }

    /// Regression: of two loads that share a transfer, the second waits until the disk has written, but ended with the
    /// first.
    @Test func `a coalesced prefetch that waits for the store ends when the disk has written`() {
        let (suite, writes) = Self.held()
        suite.prefetch([urls[0]])
        suite.prefetch([urls[0]], .waitStoreCache)
        suite.respond("picture")
        #expect(suite.ends.withLock { $0 }.count == 1)
        writes.runAll()
        suite.bench.settle()
        #expect(suite.ends.withLock { $0 }.count == 2 && suite.bench.transport.transfers.count == 1)
        #expect(suite.bench.isIdle)
    }

    /// Regression: the bytes of a decoded image were still being written, and the load ended at once.
    @Test func `a prefetch that coalesces with an image and waits for the store ends when the disk has written`() {
        let (suite, writes) = Self.held()
        let bench = suite.bench
        for width in [3, 4] { bench.load("http://host/a", [], .with(width: width)) }
        bench.reads.runAll()
        bench.transport.running[0].respond("picture")
        bench.decodes.runOne()
        suite.prefetcher.prefetch(
            [urls[0]], options: .waitStoreCache, completion: { [ends] _, _ in ends.withLock { $0.append("ended") } })
        bench.settle()
        #expect(ends.withLock { $0 } == [])
        writes.runAll()
        bench.settle()
        #expect(ends.withLock { $0 } == ["ended"] && bench.transport.transfers.count == 1 && bench.isIdle)
    }

    @Test func `cancelling stops the transfer`() {
        let token = prefetcher.prefetch(urls)
        bench.settle()
        token?.cancel()
        bench.settle()
        #expect(bench.transport.running.isEmpty && bench.isIdle && entry() == nil)
    }

    @Test func `a serializer still receives the image`() {
        var context = ImageContext()
        context.cacheSerializer = { _, _, _ in Array("picture serialized".utf8) }
        prefetch([urls[0]], [], context)
        respond("picture")
        #expect(entry() == "picture serialized" && coder.decodes == 1 && ends.withLock { $0 } == ["1 ended, 0 skipped"])
    }
}

/// Counts every operation beyond format detection.
private final class CountingCoder: ImageCoder {
    private let coder = TextCoder()
    private let count = Lock((headers: 0, decodes: 0))

    var decodes: Int { count.withLock { $0.decodes } }
    var work: Int { count.withLock { $0.headers + $0.decodes } }
    let format = ImageFormat.png

    func canDecode(_ bytes: [UInt8]) -> Bool { coder.canDecode(bytes) }
    func header(of bytes: [UInt8], limits: DecodeLimits) -> ImageHeader {
        count.withLock { $0.headers += 1 }
        return coder.header(of: bytes, limits: limits)
    }
    func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        count.withLock { $0.decodes += 1 }
        return try coder.decode(bytes, options: options)
    }
}
