import EngineTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// The operations of an image cache on each of its tiers.
@Suite(.endsInTime) struct ImageCacheTests {
    private let directory = TemporaryDirectory()
    private let work = ManualExecutor()
    private let coder = TextCoder()
    private let cache: ImageCache
    private let manager: ImageManager
    private let key = ImageKey(source: "http://host/a")

    init() {
        let disk = DiskCache(directory: directory.path, executor: InlineExecutor())
        cache = ImageCache(memory: MemoryCache(budget: 10_000), storage: disk, executor: work)
        manager = Self.manager(work, ImageCodersManager(coders: [coder]))
    }

    /// Returns a manager whose work is done on an executor.
    private static func manager(
        _ work: any WorkExecutor, _ coders: ImageCodersManager = .shared, limits: DecodeLimits = DecodeLimits()
    ) -> ImageManager {
        var configuration = ImageManager.Configuration()
        (configuration.readExecutor, configuration.decodeExecutor) = (work, work)
        configuration.decodeLimits = limits
        return ImageManager(cache: ImageCache(), loader: HeldLoader(), coders: coders, configuration: configuration)
    }

    private var coders: ImageCodersManager { ImageCodersManager(coders: [coder]) }

    /// The results of a query, in order: the tier and whether there was an image.
    private final class Answers: Sendable {
        private let list = Lock<[CachedImage]>([])
        func add(_ answer: CachedImage) { list.withLock { $0.append(answer) } }
        var all: [CachedImage] { list.withLock { $0 } }
        var types: [CacheType] { all.map(\.type) }
    }

    private func bytes(_ text: String = "picture") -> [UInt8] { Array(text.utf8) }

    @discardableResult
    private func store(_ image: Image? = testImage(), _ bytes: [UInt8]? = nil, in type: CacheType = .all) -> Counter {
        let ended = Counter()
        cache.store(image, bytes: bytes ?? self.bytes(), for: key, in: type, coders: coders) { _ in ended.add() }
        work.runAll()
        return ended
    }

    private func query(
        from type: CacheType = .all, _ options: ImageCacheQueryOptions = [], storingIn kept: CacheType = .all,
        runs: Bool = true
    ) -> (answers: Answers, query: ImageCacheQuery) {
        let answers = Answers()
        let query = manager.query(key, in: cache, from: type, options: options, storingIn: kept) { answers.add($0) }
        if runs { work.runAll() }
        return (answers, query)
    }

    private var tiers: CacheType {
        cache.tier(of: key, in: .memory).union(cache.tier(of: key, in: .disk))
    }

    // MARK: - Storing and clearing

    /// Regression: a store was reported as done and dropped because too many writes were pending.
    @Test func `a store waits for room among the pending writes`() {
        var limits = DiskCache.Limits()
        limits.pendingBytes = 10
        let disk = DiskCache(directory: directory.path, limits: limits, executor: ManualExecutor())
        let cache = ImageCache(storage: disk, executor: work)
        disk.store(DiskCache.Entry(bytes: bytes("waits")), for: "other")
        cache.store(nil, bytes: bytes(), for: key, in: .disk) { _ in }
        work.runAll()
        #expect(disk.read(key.source)?.bytes == bytes() && disk.read("other")?.bytes == bytes("waits"))
    }

    @Test func `clearing the disk leaves the memory`() {  // C04
        store()
        cache.clear(.disk) {}
        work.runAll()
        #expect(tiers == .memory && cache.diskTotals() == (0, 0))
    }

    /// Regression: with a disk, loads that had read their bytes before a clear stored them again after it.
    @Test(arguments: [false, true]) func `what was read before a removal is not stored after it`(isOfOne: Bool) {
        store()
        let begun = cache.beginRead()
        if isOfOne { cache.removeImages(of: key.source) } else { cache.clear(.all) {} }
        #expect(tiers == .none, "before the disk is written")
        let registered = cache.register(
            Revision(digest: 1), of: key.source, by: .read(begunAt: begun, mayReplace: true), response: nil,
            clearsStorage: false)
        #expect(registered.outcome == .superseded)
        work.runAll()
        #expect(tiers == .none && cache.diskTotals() == (0, 0))
    }

    @Test func `clearing the memory leaves the disk`() {  // C05
        store()
        let ended = Counter()
        cache.clear(.memory) { ended.add() }
        #expect(ended.value == 1 && work.count == 0, "it waits for no disk")
        #expect(tiers == .disk)
    }

    @Test func `a stored image is in memory at once and on disk with the completion`() {  // C06, C07, C09
        let image = testImage()
        let ended = Counter()
        cache.store(image, bytes: bytes(), for: key, coders: coders) { _ in ended.add() }
        #expect(cache[key] === image && ended.value == 0)
        work.runAll()
        #expect(ended.value == 1 && tiers == .all)
        #expect(query().answers.all.first?.image === image)
    }

    @Test func `a store into memory alone touches no disk`() {  // C08, H18
        let ended = store(in: .memory)
        #expect(ended.value == 1 && tiers == .memory)
        cache.memory.removeAll()
        #expect(tiers == .none)
    }

    @Test func `a store onto disk alone leaves the memory as it is`() {  // C40, H18
        store(in: .disk)
        #expect(tiers == .disk && cache.entry(for: key.diskKey)?.bytes == bytes())
        store(in: .none)
        #expect(tiers == .disk)
    }

    @Test func `images in memory are read, replaced and removed by subscript`() {
        store()
        let image = testImage()
        cache[key] = image
        #expect(cache[key] === image && tiers == .all && work.count == 0)
        cache[key] = nil
        #expect(cache[key] == nil && tiers == .disk)
    }

    /// Returns a cache whose blocking work is done at once.
    private func inlineCache() -> ImageCache {
        let disk = DiskCache(directory: directory.path, executor: InlineExecutor())
        return ImageCache(memory: MemoryCache(budget: 10_000), storage: disk, executor: InlineExecutor())
    }

    // C10 to C12
    @Test(arguments: [(CacheType.all, CacheType.none), (.memory, .disk), (.disk, .memory), (.none, .all)])
    func `removal applies to the tiers of its argument`(removed: CacheType, left: CacheType) async throws {
        let cache = inlineCache()
        try await cache.store(testImage(), bytes: bytes(), for: key)
        if removed == .all { await cache.remove(for: key) } else { await cache.remove(for: key, from: removed) }
        #expect(cache.tier(of: key, in: .memory).union(cache.tier(of: key, in: .disk)) == left)
        for type in [CacheType.none, .memory, .disk, .all] {
            let found = left.intersection(type)
            #expect(await cache.contains(key, in: type) == (found == .all ? .memory : found))
        }
    }

    @Test func `what an awaited operation has changed is on disk when it returns`() async throws {  // C20, C21
        let cache = inlineCache()
        try await cache.store(testImage(), bytes: bytes(), for: key)
        #expect(await cache.calculateSize() == (1, 7))
        await cache.deleteOldEntries()
        #expect(await cache.contains(key, in: .disk) == .disk, "it has not expired")
        await cache.clear(.disk)
        #expect(cache[key] != nil && cache.disk?.totals().count == 0)
        await cache.clear()
        #expect(cache[key] == nil)
        await #expect(throws: ImageCodingError.self) {
            try await cache.store(testImage(), for: key, coders: ImageCodersManager(coders: []))
        }
    }

    @Test func `memory answers an awaited query while the disk is busy`() async {
        store()
        #expect(await cache.contains(key) == .memory && work.count == 0)
    }

    @Test func `every completion runs once, without a key too`() {
        let ended = Counter()
        cache.store(testImage(), for: nil) { _ in ended.add() }
        manager.query(nil, in: cache) {
            #expect($0.type == .none && $0.image == nil); ended.add()
        }
        cache.store(nil, for: key) { _ in ended.add() }
        #expect(ended.value == 3 && work.count == 0)
        for type in [CacheType.none, .memory, .disk, .all] { cache.clear(type) { ended.add() } }
        cache.calculateSize { count, bytes in
            #expect(count == 0 && bytes == 0); ended.add()
        }
        work.runAll()
        #expect(ended.value == 8)
    }

    @Test func `without a disk no completion waits`() {
        let cache = ImageCache(memory: MemoryCache(budget: 1000))
        let ended = Counter()
        cache.store(testImage(), for: key) { _ in ended.add() }
        #expect(cache.tier(of: key, in: .all) == .memory)
        cache.clear(.all) { ended.add() }
        manager.query(key, in: cache) {
            #expect($0.type == .none); ended.add()
        }
        cache.calculateSize { count, _ in
            #expect(count == 0); ended.add()
        }
        #expect(ended.value == 4 && cache.tiers == .memory && cache.diskTotals() == (0, 0))
    }

    // MARK: - Encoding

    @Test func `a picture without bytes is encoded by its transparency`() {  // C42
        let solid = Image(bitmap: Bitmap(size: PixelSize(width: 4, height: 4), filledWith: RGBA(9, 9, 9, 255)))
        let clear = Image(bitmap: Bitmap(size: PixelSize(width: 4, height: 4), filledWith: RGBA(9, 9, 9, 100)))
        for (image, format) in [(solid, ImageFormat.jpeg), (clear, .png)] {
            let error = Lock<ImageCodingError?>(nil)
            cache.store(image, for: key) { failure in error.withLock { $0 = failure } }
            work.runAll()
            let bytes = cache.entry(for: key.diskKey)?.bytes ?? []
            #expect(error.withLock { $0 } == nil && ImageFormat.detect(bytes) == format)
            cache[key] = nil
            let answers = Answers()
            let manager = Self.manager(work)
            manager.query(key, in: cache) { answers.add($0) }
            work.runAll()
            #expect(answers.types == [.disk] && answers.all.first?.image?.size == image.size)
        }
    }

    @Test func `an image that cannot be encoded is reported and not stored`() {
        let error = Lock<ImageCodingError?>(nil)
        cache.store(testImage(), for: key, coders: ImageCodersManager(coders: [])) { failure in
            error.withLock { $0 = failure }
        }
        work.runAll()
        #expect(error.withLock { $0 } != nil && tiers == .memory)
    }

    // MARK: - Queries

    @Test func `a memory hit is returned at once`() {  // C48
        store()
        let answers = query(runs: false).answers
        #expect(answers.types == [.memory] && answers.all.first?.bytes == nil && work.count == 0)
    }

    @Test func `bytes can be requested too`() {
        store()
        let answers = query(.memoryData).answers
        #expect(answers.types == [.memory] && answers.all.first?.bytes == bytes())
        #expect(coder.texts.isEmpty, "it is not decoded again")
        cache.remove(key.diskKey)
        #expect(query(.memoryData).answers.all.first?.image != nil)
    }

    @Test(arguments: [CacheType.all, .memory, .disk, .none], [ImageCacheQueryOptions(), .waits])
    func `the context decides which tiers keep an image from disk`(  // C49b, H18
        kept: CacheType, options: ImageCacheQueryOptions
    ) {
        store(in: .disk)
        let answers = query(options, storingIn: kept).answers
        #expect(answers.types == [.disk] && answers.all.first?.image != nil)
        #expect(tiers == (kept.contains(.memory) ? .all : .disk))
    }

    /// Regression: one that waits never ended in the trace.
    @Test(arguments: [ImageCacheQueryOptions(), .waits])
    func `a query of the disk begins and ends in the trace`(options: ImageCacheQueryOptions) {
        store(in: .disk)
        let trace = manager.trace.makeSubscription()
        for _ in 0..<2 {
            _ = query(from: .disk, options)
            let events = trace.take().map(\.event)
            #expect(events.first == .query && events.last == (tiers == .none ? .fail : .complete))
            cache.removeAll(from: .all)
        }
    }

    @Test func `a query of the disk never returns an image from memory`() {  // H07
        let image = testImage()
        store(image)
        let answers = query(from: .disk).answers
        #expect(answers.types == [.disk] && answers.all.first?.image !== image)
    }

    @Test func `many queries for one image decode it once`() {  // H07
        store(in: .disk)
        let answers = (0..<10).map { _ in query(runs: false).answers }
        work.runAll()
        #expect(coder.texts.count == 1)
        #expect(answers.map(\.types) == Array(repeating: [.disk], count: 10))
    }

    /// Regression: the image came into memory after the lookup, and was read and decoded again.
    @Test func `an image that comes into memory while a query begins is not decoded again`() {
        store(in: .disk)
        let interruption = Interruption()
        var configuration = ImageManager.Configuration()
        configuration.time = ScheduleTime(time: ManualTime(), interruption: interruption)
        (configuration.readExecutor, configuration.decodeExecutor) = (work, work)
        let manager = ImageManager(
            cache: ImageCache(), loader: HeldLoader(), coders: coders, configuration: configuration)
        let answers = Answers()
        manager.query(key, in: cache) { answers.add($0) }
        interruption.set { [work] in
            interruption.set(nil)
            work.runAll()
        }
        manager.query(key, in: cache) { answers.add($0) }
        work.runAll()
        #expect(answers.types == [.disk, .memory] && coder.texts.count == 1)
    }

    @Test @MainActor func `a query and a load of one image share its decode`() throws {
        store(in: .disk)
        var context = ImageContext()
        context.imageCache = cache
        let load = manager.loadImage(URL(string: key.source), context: context) { _ in }
        let answers = query().answers
        #expect(answers.types == [.disk] && coder.texts.count == 1)
        load.cancel()
    }

    /// Regression: it was a miss, because a query has no request headers.
    @Test(arguments: [ImageCacheQueryOptions(), .waits])
    func `a query finds an image that request headers have selected`(options: ImageCacheQueryOptions) {
        let response = ResponseMetadata(
            headers: ["Vary": "Accept-Language"], requestHeaders: [("Accept-Language", "de")], receivedAt: 0)
        cache.store(DiskCache.Entry(bytes: bytes(), response: response), for: key.diskKey)
        let answers = query(options).answers
        #expect(answers.types == [.disk] && answers.all.first?.image != nil)
    }

    @Test func `a query obeys the limits of the manager`() {
        let image = Image(bitmap: Bitmap(size: PixelSize(width: 4, height: 4), filledWith: RGBA(9, 9, 9, 255)))
        cache.store(image, for: key, in: .disk) { _ in }
        work.runAll()
        var limits = DecodeLimits()
        limits.pixels = 1
        let manager = Self.manager(work, limits: limits)
        let answers = Answers()
        manager.query(key, in: cache) { answers.add($0) }
        work.runAll()
        #expect(answers.types == [.none] && tiers == .disk)
    }

    @Test func `a size is made from the original and stored under its own key`() {  // H19
        store(in: .disk)
        let small = ImageKey(source: key.source, variant: ImageVariant(box: PixelSize(width: 2, height: 2)))
        let answers = Answers()
        manager.query(small, in: cache) { answers.add($0) }
        work.runAll()
        #expect(answers.all.first?.image?.size.width == 2)
        #expect(cache.memory.contains(small) && !cache.memory.contains(key))
        // the bytes of the thumbnail are preferred to those of the original, and not reduced again
        cache.memory.removeAll()
        cache.store(DiskCache.Entry(bytes: bytes("picture of its own")), for: small.diskKey)
        manager.query(small, in: cache) { answers.add($0) }
        work.runAll()
        #expect(coder.texts.last == "picture of its own" && answers.all.last?.image?.size.width == 18)
        #expect(cache.entry(for: key.diskKey)?.bytes == bytes(), "the original is as it was")
    }

    @Test func `a transformed image is not made from the original`() {
        store(in: .disk)
        let answers = Answers()
        manager.query(ImageKey(source: key.source, transformer: "tint"), in: cache) { answers.add($0) }
        work.runAll()
        #expect(answers.types == [.none] && coder.texts.isEmpty)
    }

    @Test func `bytes that are no picture are no hit and are removed`() {
        store(nil, bytes("nonsense"), in: .disk)
        let answers = query().answers
        #expect(answers.types == [.none] && answers.all.first?.image == nil)
        #expect(answers.all.first?.bytes == nil)
        #expect(tiers == .none, "it is removed, as it is when a load finds it")
    }

    @Test func `a synchronous query completes before it returns, whatever the disk has`() {
        #expect(query(.waits, runs: false).answers.types == [.none])
        store(in: .disk)
        #expect(query(.waits, storingIn: .none, runs: false).answers.types == [.disk])
        store(nil, bytes("nonsense"), in: .disk)
        #expect(query(.waits, runs: false).answers.types == [.none] && work.count == 0)
    }

    @Test func `the key of a file is looked up in the cache only`() {
        for source in ["file:///a.png", "data:,x", ""] {
            let key = ImageKey(source: source)
            let answers = Answers()
            manager.query(key, in: cache) { answers.add($0) }
            work.runAll()
            cache.store(testImage(), bytes: bytes(), for: key, in: .disk) { _ in }
            work.runAll()
            manager.query(key, in: cache) { answers.add($0) }
            work.runAll()
            #expect(answers.types == [.none, .disk], "\(source)")
        }
    }

    @Test func `bytes of an image in memory are read from disk, with their metadata`() {
        cache.store(testImage(), bytes: bytes(), extended: [1, 2], for: key) { _ in }
        work.runAll()
        #expect(query(from: .memory, .memoryData, runs: false).answers.types == [.memory])
        let answer = query(.memoryData).answers.all.first
        #expect(answer?.bytes == bytes() && answer?.extended == [1, 2])
        // also if the program encoded them itself
        let image = testImage().with(revision: Revision(digest: 7))
        cache.store(image, bytes: bytes("encoded"), extended: [3], for: key) { _ in }
        work.runAll()
        let encoded = query(.memoryData).answers.all.first
        #expect(encoded?.bytes == bytes("encoded") && encoded?.extended == [3])
        // but not those of another image, which another process has stored
        cache[key] = image
        let other = query(.memoryData).answers.all.first
        #expect(other?.image != nil && other?.bytes == nil && other?.extended == nil)
    }

    @Test @MainActor func `a query that shares a decode does not change the load's encoding`() throws {
        let size = PixelSize(width: 40, height: 40)
        cache.store(Image(bitmap: Bitmap(size: size, filledWith: RGBA(9, 9, 9, 255))), for: key, in: .disk) { _ in }
        work.runAll()
        let manager = Self.manager(work)
        let small = ImageKey(source: key.source, variant: ImageVariant(box: PixelSize(width: 4, height: 4)))
        let answers = Answers()
        manager.query(small, in: cache) { answers.add($0) }
        var context = ImageContext()
        (context.imageCache, context.variant) = (cache, small.variant)
        context.originalImageCache = cache
        context.cacheSerializer = { _, _, _ in Array("made by the serializer".utf8) }
        let url = URL(string: key.source)
        let load = manager.loadImage(url, options: .fromCacheOnly, context: context) { _ in }
        work.runAll()
        #expect(answers.types == [.disk])
        #expect(cache.entry(for: small.diskKey)?.bytes == bytes("made by the serializer"))
        load.cancel()
    }

    @Test func `extended data comes with the image`() {  // C47
        cache.store(testImage(), bytes: bytes(), extended: [1, 2], for: key, in: .disk) { _ in }
        work.runAll()
        #expect(query().answers.all.first?.extended == [1, 2])
    }

    // MARK: - Animations

    @Test func `the first frame of an animation is a picture of its own`() throws {  // C14
        let image = try testAnimation(pixels: 2)
        cache[key] = image
        #expect(query(runs: false).answers.all.first?.image === image)
        let first = query(.firstFrameOnly, runs: false).answers.all.first
        #expect(first?.type == .memory && first?.image !== image && first?.image?.animation == nil)
        #expect(first?.image?.bitmap == image.bitmap && cache[key] === image)
    }

    @Test func `a request for an animation does not return a still`() throws {  // C41c
        cache[key] = testImage()
        #expect(query(from: .memory, .animatedOnly).answers.types == [.none])
        #expect(query(from: .memory).answers.types == [.memory])
        let image = try testAnimation(pixels: 2)
        cache[key] = image
        #expect(query(from: .memory, .animatedOnly).answers.all.first?.image === image)
    }

    @Test func `an animation is stored with its original bytes`() throws {  // C42
        let image = try testAnimation(pixels: 2)
        cache.store(image, for: key, coders: coders) { _ in }
        work.runAll()
        #expect(cache.entry(for: key.diskKey)?.bytes == image.animation?.bytes)
    }

    // MARK: - Cancelling

    @Test func `a cancelled query completes inside cancel, and only once`() {  // C15, H08
        store(in: .disk)
        let (answers, query) = query(runs: false)
        #expect(answers.all.isEmpty && !query.isFinished)
        query.cancel()
        #expect(answers.types == [.none] && query.isFinished)
        work.runAll()
        query.cancel()
        #expect(answers.all.count == 1 && coder.texts.isEmpty)
    }

    @Test func `cancelling at any moment completes once`() async {  // H08
        let disk = DiskCache(directory: directory.path, executor: InlineExecutor())
        let manager = ImageManager(
            cache: ImageCache(memory: MemoryCache(budget: 0), storage: disk), loader: HeldLoader(), coders: coders)
        disk.store(.init(bytes: bytes()), for: key.diskKey)
        let answers = Counter()
        for round in 0..<400 {
            let query = manager.query(key) { _ in answers.add() }
            for _ in 0..<(round % 50) where query.isFinished { break }
            query.cancel()
        }
        await until { answers.value >= 400 }
        #expect(answers.value == 400)
    }
}
