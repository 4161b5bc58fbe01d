import ImageCoding
import Testing

@testable import ImageLoading

/// Work with superseded bytes when new bytes arrive.
@Suite(.endsInTime) struct JobGraphOutdatingTests {
    private let old = GraphDriver.payload("old", origin: .disk)
    private let new = GraphDriver.payload("new")

    private func kept(_ driver: GraphDriver) -> [String] { driver.log.filter { $0.hasPrefix("keep ") } }

    /// Returns a driver with an image of old bytes that waits to be encoded, and new bytes that wait to be decoded.
    private func driver(decodes: Int) -> GraphDriver {
        let driver = GraphDriver(decodes: decodes)
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(old)
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode()
        return driver
    }

    /// With one slot it waits for it, with two it is being encoded when new bytes arrive.
    @Test(arguments: [1, 2]) func `an image of old bytes that is to be encoded is not written`(slots: Int) {
        let driver = driver(decodes: slots)
        #expect(driver.keeps.count == slots - 1 && driver.graph.encodingCount == 1)
        driver.answerDecode()
        driver.answerKeep()
        #expect(driver.isIdle && kept(driver) == [])
    }

    @Test func `a load that waits for the store of a superseded image still ends`() {
        let driver = GraphDriver(decodes: 1)
        var asked = GraphDriver.request(width: 1)
        asked.waitsForStore = true
        driver.begin(1, asked)
        driver.answerRead(old)
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2, priority: .high))
        driver.answerDownload(with: new)
        driver.answerDecode()
        driver.answerDecode()
        #expect(driver.news[1] == nil)
        driver.answerKeep()
        #expect(driver.news[1] == ["image disk"] && driver.isIdle && kept(driver) == [])
    }

    @Test func `an image of old bytes that is made after new ones have arrived is not encoded`() {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(old)
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode(at: 1)
        driver.answerDecode()
        #expect(driver.news[1] == ["image disk"] && driver.isIdle && kept(driver) == [])
    }

    @Test func `the first image of new bytes is stored though the second clears another cache`() throws {
        let driver = GraphDriver(decodes: 1)
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        var other = GraphDriver.request("a", .networkOnly, width: 2)
        let cache = ImageCache(storage: EmptyStorage())
        other.context.imageCache = cache
        driver.begin(2, other)
        driver.answerDownload(with: new)
        driver.answerDecode()
        driver.answerDecode()
        try #require(driver.keeps.count == 1)
        driver.answerKeep()
        #expect(kept(driver).count == 1 && driver.isIdle)
    }

    /// Regression: only the cache of the bytes was cleared of images made of earlier ones.
    @Test func `images in another cache than the bytes are superseded too`() throws {
        let driver = GraphDriver()
        var asked = GraphDriver.request("a", .networkOnly, width: 1)
        let other = ImageCache(storage: EmptyStorage())
        asked.context.originalImageCache = other
        driver.begin(1, asked)
        driver.answerDownload(with: new)
        driver.answerDecode()
        let digest = new.body.digest
        for cache in [driver.cache, other] {
            #expect(cache.mayStore(Revision(digest: digest), of: "a"))
        }
        #expect(driver.cache[asked.image] != nil)
        #expect(other[asked.image] == nil)
        #expect(driver.log == ["memory a", "store a"])
    }

    // MARK: - Loads that begin later

    /// Regression: a load that began after new bytes had arrived coalesced with a decode of the old ones.
    @Test func `a load after new bytes does not coalesce with a decode of old ones`() {
        let driver = GraphDriver(decodes: 2)
        driver.begin(1, GraphDriver.request("a", .cacheOnly, width: 1))
        driver.answerRead(old)
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode(at: 1)
        driver.begin(3, GraphDriver.request("a", .cacheOnly, width: 1))
        #expect(driver.reads.count == 1 && driver.joins.isEmpty)
        driver.answerRead(GraphDriver.payload("newer", origin: .disk))
        for _ in 0..<2 { driver.answerDecode() }
        #expect(driver.images[1]?.sourceBytes == 3 && driver.images[3]?.sourceBytes == 5 && driver.joins.isEmpty)
    }

    /// Regression: bytes that a load had read before its request were stored beside newer ones when the request
    /// failed.
    @Test func `bytes that a load had read are not stored once new bytes have arrived`() {
        let driver = GraphDriver()
        var asked = GraphDriver.request("a", .cacheThenNetwork, width: 1)
        asked.context.httpPolicy = .http
        asked.context.staleIfError = true
        driver.begin(1, asked)
        driver.answerRead(GraphDriver.payload("old", tag: "1", origin: .disk))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new, at: 1)
        driver.answerDecode()
        driver.log = []
        driver.answerDownload(.failure(.invalidStatusCode(500)))
        driver.answerDecode()
        #expect(driver.news[1] == ["image disk"] && driver.log == [])
    }

    /// With a picture that varies by language nothing is outdated, but the entry is another one.
    @Test func `new bytes are not removed for an error in those of another response`() {
        let headers = [(name: "Accept-Language", value: "fr")]
        let metadata = ResponseMetadata(
            headers: ["Vary": "Accept-Language"], requestHeaders: headers, receivedAt: 0)
        let driver = GraphDriver()
        var french = GraphDriver.request("a", .cacheOnly, width: 1)
        french.context.headers = headers
        driver.begin(1, french)
        let receipt = PictureIndex.Receipt.read(begunAt: PictureIndex.nextTime(), mayReplace: true)
        driver.apply(
            driver.graph.didRead(
                driver.reads.removeFirst(), EncodedData(payload: old, metadata: metadata, receipt: receipt)))
        driver.begin(2, GraphDriver.request(width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode(at: 1)
        driver.answerDecode(.empty)
        #expect(driver.log == ["memory a", "store a"])
    }

    /// Regression: an entry that is no picture was removed after a good one had replaced it.
    @Test func `new bytes are not removed for an error in old ones`() {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request("a", .cacheOnly, width: 1))
        driver.answerRead(old)
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode(at: 1)
        driver.answerDecode(.empty)
        #expect(!driver.log.contains("evict a") && driver.log.contains("store a"))
    }

    /// Returns a driver with two fetches of one picture, whose bytes arrived one after the other.
    private func twoFetches() -> GraphDriver {
        let driver = GraphDriver()
        var french = GraphDriver.request("a", .networkOnly, width: 2)
        french.sources = [.loader(FetchKey(source: "a", vary: .init(headers: ["fr"])))]
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, french)
        driver.answerDownload(with: GraphDriver.payload("earlier"))
        driver.answerDownload(with: new)
        return driver
    }

    @Test func `earlier bytes are not stored beside later ones, however late they are decoded`() {
        let driver = twoFetches()
        driver.answerDecode(at: 1)
        driver.answerDecode()
        #expect(driver.log == ["memory a", "store a"])
        #expect(driver.news[1] == ["image none"] && driver.isIdle)
    }

    @Test func `later bytes replace earlier ones`() {
        let driver = twoFetches()
        driver.answerDecode()
        driver.answerDecode()
        #expect(driver.log == ["memory a", "store a", "outdated a", "memory a", "store a"])
        #expect(kept(driver) == [])
    }

    /// The headers of the 304 response say nothing about the bytes that have replaced the ones in question.
    @Test func `a confirmation of old bytes does not freshen new ones`() {
        let driver = GraphDriver()
        var asked = GraphDriver.request("a", width: 1)
        asked.context.httpPolicy = .http
        driver.begin(1, asked)
        driver.answerRead(GraphDriver.payload("old", tag: "1", origin: .disk))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new, at: 1)
        driver.answerDecode()
        driver.log = []
        driver.answerDownload(.success(.notModified([:])))
        driver.answerDecode()
        #expect(driver.news[1] == ["image disk"] && driver.log == [])
    }

    /// Regression: the fetch was taken for one after a miss, and other loads did not read the disk any more.
    @Test func `a fetch for a load that skipped the disk does not affect the disk`() {
        let driver = GraphDriver()
        var asked = GraphDriver.request("a", width: 1)
        asked.sources[0] = .disk(DiskEntryID(cache: GraphDriver.anyCache, key: asked.image.diskKey))
        driver.begin(1, asked)
        driver.answerRead(nil)
        #expect(driver.downloads.count == 1)
        driver.begin(2, GraphDriver.request("a", width: 2))
        #expect(driver.reads.count == 1)
    }

    /// Regression: the prefetch ended as if its bytes were stored.
    @Test func `a prefetch whose bytes are superseded by bytes that are not stored fetches them again`() throws {
        let driver = GraphDriver()
        // given bytes that have arrived and are not stored yet when newer ones remove everything
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.answerDownload(with: GraphDriver.payload("older"))
        var french = GraphDriver.request("a", .networkOnly, width: 2, store: .memory)
        french.sources = [.loader(FetchKey(source: "a", vary: .init(headers: ["fr"])))]
        driver.begin(2, french)
        driver.answerDownload(with: new)
        driver.answerDecode(at: 1)
        driver.log = []
        // when a prefetch begins
        var asked = GraphDriver.request("a", .networkOnly)
        asked.endsWithBytes = true
        driver.begin(3, asked)
        // then it ends when the disk has the bytes
        try #require(driver.news[3] == nil && driver.downloads.count == 1 && driver.log == [])
        driver.answerDownload(with: new)
        #expect(driver.news[3] == ["unchanged"] && driver.log == ["store a"])
    }

    /// Regression: the response to a request with other headers, which the disk had by then, was shown instead.
    @Test func `a load from disk shows the response to its own headers, though the disk has another by then`() throws {
        func answer(_ text: String, to language: String) -> EncodedData {
            let headers = [(name: "Accept-Language", value: language)]
            return EncodedData(
                payload: GraphDriver.payload(text, tag: text, origin: .disk),
                metadata: ResponseMetadata(
                    headers: ["Vary": "Accept-Language"], requestHeaders: headers, receivedAt: 0),
                receipt: .read(begunAt: PictureIndex.nextTime(), mayReplace: true))
        }
        let driver = GraphDriver()
        // given a load that revalidates an entry, and a variant for other headers that is read meanwhile
        var german = GraphDriver.request(width: 1)
        german.context.headers = [("Accept-Language", "de")]
        german.context.httpPolicy = .http
        german.context.staleIfError = true
        driver.begin(1, german)
        driver.apply(driver.graph.didRead(driver.reads.removeFirst(), answer("german", to: "de")))
        var french = GraphDriver.request("a", .cacheOnly, width: 2)
        french.context.headers = [("Accept-Language", "fr")]
        driver.begin(2, french)
        driver.apply(driver.graph.didRead(driver.reads.removeFirst(), answer("french", to: "fr")))
        try #require(driver.decodes.count == 1 && driver.downloads.count == 1)
        // when the server fails
        driver.answerDownload(.failure(.invalidStatusCode(500)))
        // then each load is shown its own variant
        #expect(driver.decodes.map { $0.payload.bytes } == [Array("french".utf8), Array("german".utf8)])
    }

    // MARK: - After a miss

    /// Thumbnails of earlier bytes may be left on a disk that does not have the original, even if the new bytes are not
    /// stored there.
    @Test(arguments: [CacheType.all, .memory, .none])
    func `new bytes of a picture that is not on disk remove images of earlier ones`(store: CacheType) {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request(width: 1, store: store))
        driver.answerRead(nil)
        driver.answerDownload(with: new)
        let size = DiskKey(source: "a", variant: "earlier")
        driver.cache.store(DiskCache.Entry(bytes: [1], fetchedDigest: 1), for: size)
        driver.answerDecode()
        #expect(driver.storage.removed == ["a"])
    }

    @Test func `equal bytes remove nothing`() throws {
        let driver = GraphDriver()
        for width in [1, 2] {
            driver.begin(width, GraphDriver.request("a", .networkOnly, width: width))
            driver.answerDownload(with: new)
            driver.log = []
            driver.answerDecode()
        }
        #expect(driver.log == ["memory a", "store a"])
    }
}
