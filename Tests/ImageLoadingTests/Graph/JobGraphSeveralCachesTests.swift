import ImageCoding
import Testing

@testable import ImageLoading

/// Loads of one picture that use different caches share what they can, and what happens in one cache is nothing to those
/// who use the other.
@Suite(.endsInTime) struct JobGraphSeveralCachesTests {
    private let driver = GraphDriver()
    private let other = ImageCache(storage: EmptyStorage())
    private let old = GraphDriver.payload("old", origin: .disk)
    private let new = GraphDriver.payload("new")
    private let french = FetchKey(source: "a", audience: .init(headers: ["fr"]))

    /// A load that uses the other cache.
    private func elsewhere(
        _ plan: GraphDriver.Plan = .cacheThenNetwork, width: Int, fetch key: FetchKey? = nil
    ) -> GraphDriver.Asked {
        var asked = GraphDriver.request("a", plan, width: width)
        (asked.request.cache, asked.request.originalCache) = (other, other)
        asked.request.ways = asked.request.ways.map { way in
            switch way {
            case .keptImage(let shelf): .keptImage(Shelf(cache: other, key: shelf.key))
            case .original(let shelf): .original(Shelf(cache: other, key: shelf.key))
            case .loader(let own): .loader(key ?? own)
            }
        }
        return asked
    }

    /// What a claim of a decode allows; the write that it begins is not ended.
    private func claim(_ index: Int = 0) throws -> Stores {
        let image = testImage(pixels: 1).with(revision: driver.decodes[index].bytes?.label())
        let claim = driver.graph.claimStores(driver.decodes[index].job, image)
        return try #require(claim)
    }

    /// Its image was shown, and neither it nor its bytes were kept.
    @Test func whatIsFetchedForOneCacheIsKeptThoughLaterBytesComeIntoAnother() throws {
        // given two fetches for two caches
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, elsewhere(.networkOnly, width: 2, fetch: french))
        driver.answerDownload(with: GraphDriver.payload("earlier"))
        driver.answerDownload(with: new)
        // when the later bytes are kept first
        driver.answerDecode(at: 1)
        driver.log = []
        // then the earlier ones are kept all the same, with what is made of them
        driver.answerDecode()
        try #require(driver.log == ["memory a", "store a"])
        driver.answerKeep()
        #expect(driver.log.count { $0.hasPrefix("keep ") } == 1 && driver.isIdle)
    }

    /// An image that waited to be encoded was forgotten, whichever cache it was for.
    @Test func anImageThatIsBeingEncodedForOneCacheIsWrittenThoughNewBytesComeIntoAnother() throws {
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(old)
        driver.answerDecode()
        driver.begin(2, elsewhere(.networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode()
        try #require(driver.keeps.count == 1)
        driver.answerKeep()
        #expect(driver.log.count { $0.hasPrefix("keep ") } == 1)
    }

    /// One encoding may be for both caches.
    @Test func anImageThatIsEncodedForTwoCachesIsWrittenIntoTheOneThatHasNoNewerBytes() throws {
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, elsewhere(.networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.answerDecode()
        let order = try #require(driver.keeps.first).order
        #expect(Set(order.images.map(\.cache)) == [driver.cache, other])
        driver.begin(3, elsewhere(.networkOnly, width: 2, fetch: french))
        driver.answerDownload(with: GraphDriver.payload("newest"))
        driver.answerDecode()
        let job = driver.keeps[0].job
        guard case .now(let entries) = driver.graph.claimWrite(job, order, order.images.map { ($0, []) }) else {
            return #expect(Bool(false), "nothing may be written")
        }
        #expect(entries.map(\.shelf.cache) == [driver.cache])
    }

    @Test func whatTwoCachesSharedIsKeptInTheOneThatHasNoNewerBytes() throws {
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, elsewhere(.networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.begin(3, elsewhere(.networkOnly, width: 2, fetch: french))
        driver.answerDownload(with: GraphDriver.payload("newest"))
        driver.answerDecode(at: 1)
        let stores = try claim()
        #expect(stores.memory.map(\.cache) == [driver.cache])
        #expect(stores.bytes.map(\.shelf.cache) == [driver.cache])
        #expect(stores.replaced.map(\.cache) == [driver.cache])
    }

    @Test func aReadOfOneCacheRunsAndIsNotRepeatedWhileNewBytesComeIntoAnother() throws {
        // given an image of new bytes that takes the place of all that the other cache has
        driver.begin(1, elsewhere(.networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.begin(2, GraphDriver.request("a", .cacheOnly, width: 2))
        let stores = try claim()
        #expect(stores.replaced.map(\.cache) == [other])
        // then what the first cache has is found, made and kept meanwhile
        try #require(driver.reads.count == 1)
        driver.answerRead(old)
        try #require(driver.reads.isEmpty && driver.decodes.count == 2)
        driver.begin(3, GraphDriver.request("a", .cacheOnly, width: 2))
        #expect(driver.joins == [3])
        driver.carryOut(stores, of: "a")
        driver.log = []
        driver.answerDecode(at: 1)
        #expect(driver.news[2] == ["image disk"] && driver.log == ["memory a"])
    }

    /// It was asked about again, the server said that it is right, and it stayed as stale as it was.
    @Test func theWordThatAnEntryIsRightRenewsItThoughNewBytesHaveComeIntoAnotherCache() {
        var asked = GraphDriver.request("a", width: 1)
        asked.request.refresh = .whenStale
        driver.begin(1, asked)
        driver.answerRead(GraphDriver.payload("old", tag: "1", origin: .disk), freshness: .stale)
        driver.begin(2, elsewhere(.networkOnly, width: 2))
        driver.answerDownload(with: new, at: 1)
        driver.answerDecode()
        driver.log = []
        driver.answerDownload(.success(.notModified([:])))
        driver.answerDecode()
        #expect(driver.news[1] == ["image disk"] && driver.log == ["renew a", "memory a"])
    }

    /// It went to the network, and would have failed with it.
    @Test func thatOneDiskHasNoSuchEntrySaysNothingAboutAnother() {
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(nil)
        #expect(driver.downloads.count == 1)
        driver.begin(2, elsewhere(width: 2))
        #expect(driver.reads.count == 1 && driver.joins == [])
        // But of its own disk that is known.
        driver.begin(3, GraphDriver.request(width: 3))
        #expect(driver.reads.count == 1 && driver.joins == [3])
    }

    /// What was left there of earlier bytes stayed beside the new ones, because nobody had written the miss down.
    @Test func whoMissesAPictureWhoseBytesHaveComeForAnotherCacheClearsWhatIsLeftInItsOwn() throws {
        driver.begin(1, elsewhere(.networkOnly, width: 1))
        driver.begin(2, GraphDriver.request(width: 1))
        driver.answerDownload(with: new)
        try #require(driver.reads.count == 1 && driver.decodes.count == 1)
        driver.answerRead(nil)
        #expect(driver.joins == [2] && driver.downloads.isEmpty)
        let stores = try claim()
        #expect(Set(stores.replaced.map(\.cache)) == [driver.cache, other])
    }
}
