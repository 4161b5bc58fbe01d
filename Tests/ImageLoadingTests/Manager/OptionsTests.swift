import Testing

@testable import ImageLoading

/// Which tiers are queried, which ones store the result, and which loads go first.
@Suite(.endsInTime) @MainActor struct OptionsTests {
    private let bench = Bench()
    private let key = ImageKey(source: "http://host/a")

    // MARK: - Querying

    @Test func `fromCacheOnly never uses the network`() {
        let load = bench.run("http://host/a", .fromCacheOnly)
        #expect(load.words == ["not in the cache"] && bench.transport.transfers.isEmpty && bench.isIdle)
        bench.load()
        bench.finish()
        #expect(bench.load("http://host/a", .fromCacheOnly).words == ["image memory"])
    }

    @Test func `fromCacheOnly with refreshCached sends no request`() {
        bench.fill(tag: "1")
        let load = bench.run("http://host/a", [.fromCacheOnly, .refreshCached])
        #expect(load.words == ["image memory"] && bench.transport.transfers.count == 1 && bench.isIdle)
    }

    @Test func `fromCacheOnly does not query a tier that the context excludes`() {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        #expect(bench.load("http://host/a", .fromCacheOnly, .with(query: .memory)).words == ["not in the cache"])
        #expect(bench.reads.count == 0)
    }

    @Test func `fromCacheOnly with fromLoaderOnly fails at once`() {
        bench.fill()
        #expect(bench.load("http://host/a", [.fromCacheOnly, .fromLoaderOnly]).words == ["not in the cache"])
    }

    @Test func `fromLoaderOnly queries no cache and stores the result`() {
        bench.fill()
        let load = bench.load("http://host/a", .fromLoaderOnly)
        #expect(load.words.isEmpty && bench.reads.count == 0)
        bench.finish()
        #expect(load.words == ["image none"] && bench.transport.transfers.count == 2)
        #expect(bench.load().image === load.image)
    }

    @Test func `a query of the disk alone never returns the object in memory`() {
        bench.fill()
        let inMemory = bench.manager.memoryCache.image(for: key)
        let load = bench.run("http://host/a", [], .with(query: .disk))
        #expect(load.words == ["image disk"] && load.image !== inMemory)
    }

    @Test func `a query of memory alone goes to the network on a miss`() {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        let load = bench.load("http://host/a", [], .with(query: .memory))
        bench.finish()
        #expect(load.words == ["image none"] && bench.transport.transfers.count == 2)
    }

    // MARK: - Storing

    @Test(arguments: [CacheType.none, .memory, .disk, .all])
    func `the tiers that the context names store the result`(store: CacheType) {
        bench.load("http://host/a", [], .with(store: store))
        bench.finish()
        #expect(bench.manager.memoryCache.contains(key) == store.contains(.memory))
        #expect((bench.manager.diskCache?.read(key.source) != nil) == store.contains(.disk))
    }

    @Test(arguments: [CacheType.none, .memory, .disk, .all])
    func `an image from disk is stored in memory only if the context says so`(store: CacheType) {
        bench.fill()
        bench.manager.memoryCache.removeAll()
        let load = bench.run("http://host/a", [], .with(store: store))
        #expect(load.words == ["image disk"])
        #expect(bench.manager.memoryCache.contains(key) == store.contains(.memory))
    }

    @Test func `the stored bytes are the received bytes`() {
        bench.fill("http://host/a", "picture of 1", tag: "tag")
        let entry = bench.manager.diskCache?.read(key.source)
        #expect(entry?.bytes == Array("picture of 1".utf8) && entry?.validators.entityTag == "tag")
    }

    @Test func `a size from disk does not change the entry`() {
        bench.fill("http://host/a", "picture of 1", tag: "tag")
        let before = bench.manager.diskCache?.read(key.source)
        let small = bench.run("http://host/a", [], .with(width: 3))
        #expect(small.words == ["image disk"] && small.image?.size.width == 3)
        #expect(bench.manager.diskCache?.read(key.source) == before)
        #expect(bench.manager.memoryCache.image(for: key)?.size.width == 12)
    }

    @Test(arguments: [404, 500, 302, 304]) func `an error never removes a good entry`(status: Int) {
        bench.fill()
        let before = bench.manager.diskCache?.read(key.source)
        let load = bench.load("http://host/a", .fromLoaderOnly)
        bench.answer("picture of an error", status: status)
        #expect(load.results.count == 1 && load.image == nil)
        #expect(bench.manager.diskCache?.read(key.source) == before && bench.isIdle)
    }

    @Test(arguments: ["", "<html>", "picture, damaged", "picture, truncated"])
    func `an incomplete picture is not stored on disk`(body: String) {
        bench.load()
        bench.answer(body)
        #expect(bench.manager.diskCache?.read(key.source) == nil && bench.isIdle)
    }

    @Test func `a broken entry is replaced by the server's picture`() {
        bench.manager.diskCache?.store(.init(bytes: Array("picture, damaged".utf8)), for: key.source)
        let load = bench.load()
        bench.finish()
        #expect(load.words == ["image none"] && bench.trace.summary.requests == 1)
        #expect(bench.manager.diskCache?.read(key.source)?.bytes == Array("picture".utf8))
    }

    /// Nothing is fetched twice, though the server's picture is broken too.
    @Test(arguments: [[], .fromCacheOnly] as [ImageOptions])
    func `a broken entry is removed, and what cannot replace it is an error`(options: ImageOptions) {
        bench.manager.diskCache?.store(.init(bytes: Array("picture, damaged".utf8)), for: key.source)
        let load = bench.run("http://host/a", options)
        bench.transport.running.first?.respond("picture, damaged")
        bench.settle()
        #expect(load.results.count == 1 && load.image == nil && bench.isIdle)
        #expect(bench.manager.diskCache?.read(key.source) == nil)
        #expect(bench.transport.transfers.count == (options == .fromCacheOnly ? 0 : 1))
    }
}
