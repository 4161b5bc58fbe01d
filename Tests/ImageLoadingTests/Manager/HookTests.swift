import HalftoneCore
import FoundationEssentials
import ImageCoding
import Testing

@testable import ImageLoading

/// The hooks of a load: options processor, key filter, serializer, delegate, loader and coder.
@Suite(.endsInTime) @MainActor struct HookTests {
    // MARK: - Options processor

    // M11
    @Test func `the processor changes options and context of the URLs that it chooses`() {
        let seen = Lock<[String]>([])
        let bench = Bench(configure: {
            $0.optionsProcessor = { url, options, context in
                seen.withLock { $0.append(url.lastPathComponent) }
                guard url.lastPathComponent == "a" else { return nil }
                return (options, .with(width: 3))
            }
        })
        let loads = ["a", "b"].map { bench.load("http://host/" + $0) }
        bench.settle()
        for transfer in bench.transport.running { transfer.respond("picture") }
        bench.settle()
        #expect(loads.map { $0.image?.size.width } == [3, 7] && seen.withLock { $0 } == ["a", "b"])
    }

    // H15: the failed list is queried with the processor's options
    @Test func `a retryFailed option that the processor adds counts`() {
        let bench = Bench(configure: { $0.optionsProcessor = { _, _, context in (.retryFailed, context) } })
        for _ in 0..<2 {
            bench.load()
            bench.answer(status: 404)
        }
        #expect(bench.transport.transfers.count == 2)
    }

    // MARK: - Key filter

    // M09
    @Test func `the key filter names the picture in the caches`() {
        let bench = Bench(cacheKeyFilter: { _ in "name" })
        let load = bench.load("http://host/a", [], .with(store: .memory))
        bench.answer("picture")
        #expect(load.words == ["image none"] && bench.manager.memoryCache.contains(ImageKey(source: "name")))
        // and a request may bring another filter
        #expect(
            bench.load("http://host/a", .fromCacheOnly, .made { $0.cacheKeyFilter = { _ in "other" } }).image == nil)
    }

    @Test func `a cache key names the picture whatever the filters return`() {
        let bench = Bench(cacheKeyFilter: { _ in "name" })
        let context = ImageContext.made { ($0.cacheKey, $0.cacheKeyFilter) = ("key", { _ in "other" }) }
        bench.load("http://host/a", [], context)
        bench.answer("picture")
        #expect(bench.manager.imageCache[ImageKey(source: "key")] != nil)
        #expect(bench.load("http://host/b", [], .made { $0.cacheKey = "key" }).words == ["image memory"])
    }

    // MARK: - Serializer

    // M10
    @Test(arguments: [true, false]) func `the serializer's bytes are stored on disk`(isManagers: Bool) {
        let serializer: ImageManager.CacheSerializer = { image, data, url in
            Array("picture of \(image.size.width), \(data?.count ?? -1), \(url.lastPathComponent)".utf8)
        }
        let bench = Bench(configure: { if isManagers { $0.cacheSerializer = serializer } })
        let load = bench.load(
            "http://host/a", .waitStoreCache, .made { if !isManagers { $0.cacheSerializer = serializer } })
        bench.answer("picture")
        #expect(load.words == ["image none"])
        #expect(bench.manager.diskCache?.read("http://host/a")?.bytes == Array("picture of 7, 7, a".utf8))
    }

    @Test func `a serializer that returns nil stores the original bytes`() {
        let bench = Bench()
        bench.load("http://host/a", .waitStoreCache, .made { $0.cacheSerializer = { _, _, _ in nil } })
        bench.answer("picture")
        #expect(bench.manager.diskCache?.read("http://host/a")?.bytes == Array("picture".utf8))
    }

    // MARK: - Delegate

    private final class Delegate: ImageManagerDelegate {
        let mayDownload: Bool
        let blocks: Bool?
        let asked = Lock<[ImageError]>([])

        init(mayDownload: Bool = true, blocks: Bool? = nil) {
            self.mayDownload = mayDownload
            self.blocks = blocks
        }

        func imageManager(_ manager: ImageManager, shouldDownloadImageFor url: URL) -> Bool { mayDownload }
        func imageManager(_ manager: ImageManager, shouldBlockFailedURL url: URL, with error: ImageError) -> Bool? {
            asked.withLock { $0.append(error) }
            return blocks
        }
    }

    @Test func `the delegate may refuse a download`() {
        let bench = Bench()
        let delegate = Delegate(mayDownload: false)
        bench.manager.delegate = delegate
        let load = bench.run()
        #expect(load.words == ["not in the cache"] && bench.transport.transfers.isEmpty)
    }

    @Test func `the delegate's decision applies to network errors too`() {
        let bench = Bench()
        let delegate = Delegate(blocks: true)
        bench.manager.delegate = delegate
        bench.run()
        bench.transport.running[0].finish(.failure(.timedOut(.connecting)))
        bench.settle()
        #expect(bench.load().words == ["timed out: no connection (not tried again yet)"])
        bench.time.advance(by: .seconds(60))
        #expect(bench.load().words.isEmpty)
    }

    @Test func `the delegate is not called for a cancelled load`() {
        let bench = Bench()
        let delegate = Delegate(blocks: true)
        bench.manager.delegate = delegate
        let load = bench.run()
        load.operation?.cancel()
        bench.settle()
        #expect(delegate.asked.withLock { $0 }.isEmpty && bench.load().words.isEmpty)
    }

    @Test func `the delegate decides which URLs are blocked`() {
        for blocks in [true, false, nil] as [Bool?] {
            let bench = Bench()
            let delegate = Delegate(blocks: blocks)
            bench.manager.delegate = delegate
            bench.load()
            bench.answer(status: 404)
            #expect(delegate.asked.withLock { $0 } == [.invalidStatusCode(404)])
            let again = bench.load()
            #expect(again.words.isEmpty == (blocks == false))
        }
    }

    @Test func `the delegate is held weakly`() {
        let bench = Bench()
        bench.manager.delegate = Delegate(mayDownload: false)
        #expect(bench.manager.delegate == nil)
    }

    // MARK: - Loader and coder

    // M14
    @Test func `a request may have its own loader`() {
        let (bench, loader) = (Bench(), HeldLoader())
        let context = ImageContext.made { $0.imageLoader = loader }
        let loads = [bench.load("some:thing", [], context), bench.load("some:thing", [], context)]
        bench.settle()
        #expect(loader.open.count == 1)
        loader.open[0].respond("picture")
        bench.settle()
        #expect(loads.allSatisfy { $0.words == ["image none"] } && bench.transport.transfers.isEmpty)
    }

    @Test func `the loader receives options and priorities`() {
        let loader = HeldLoader()
        let bench = Bench(usesDisk: false, loader: loader)
        let options: ImageOptions = [.handleCookies, .continueInBackground, .allowInvalidSSLCertificates, .lowPriority]
        let load = bench.load("http://host/a", options)
        #expect(loader.open[0].request.options == options && loader.open[0].request.priority == .low)
        load.operation?.setPriority(.high)
        bench.load("http://host/a", [.handleCookies, .continueInBackground, .allowInvalidSSLCertificates])
        load.operation?.setPriority(.low)
        #expect(loader.open.map { $0.priorities.withLock { $0 } } == [[.high, .normal]])
    }

    @Test func `a load without cookies shares no transfer with one that has them`() {
        let loader = HeldLoader()
        let bench = Bench(usesDisk: false, loader: loader)
        bench.load("http://host/a", .handleCookies)
        bench.load("http://host/a")
        #expect(loader.open.count == 2)
    }

    @Test func `a request may have its own coder`() {
        let bench = Bench(coders: ImageCodersManager(coders: []))
        let load = bench.load("http://host/a", [], .made { $0.imageCoder = bench.coder })
        bench.answer("picture")
        #expect(load.words == ["image none"])
    }

    /// Regression: the second load was given the image of the first, whichever coder it named.
    @Test func `an image of a request's own coder is found in memory only by requests with that coder`() {
        let bench = Bench()
        bench.fill()
        let context = ImageContext.made { $0.imageCoder = TextCoder() }
        let loads = [context, context, ImageContext()].map { bench.run("http://host/a", [], $0) }
        #expect(loads.map(\.words) == [["image disk"], ["image memory"], ["image memory"]])
        #expect(loads[0].image === loads[1].image && loads[0].image !== loads[2].image)
    }
}
