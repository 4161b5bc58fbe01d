import EngineTestSupport
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// Loads of one picture that use different caches share their work, and a change in one cache does not affect loads
/// that use the other.
@Suite(.endsInTime) struct JobGraphSeveralCachesTests {
    private let driver = GraphDriver()
    private let storage = EmptyStorage()
    private let other: ImageCache
    private let old = GraphDriver.payload("old", origin: .disk)
    private let new = GraphDriver.payload("new")
    private let french = FetchKey(source: "a", vary: .init(headers: ["fr"]))

    init() { other = ImageCache(storage: storage, executor: InlineExecutor()) }

    /// Returns a load that uses the other cache.
    private func elsewhere(
        _ plan: GraphDriver.Course = .cacheThenNetwork, width: Int, fetch key: FetchKey? = nil
    ) -> GraphDriver.Asked {
        var asked = GraphDriver.request("a", plan, width: width)
        asked.context.imageCache = other
        asked.sources = asked.sources.map { way in
            switch way {
            case .disk(let shelf): .disk(DiskEntryID(cache: other, key: shelf.key))
            case .loader(let own): .loader(key ?? own)
            }
        }
        return asked
    }

    /// Regression: the image was shown, and neither it nor its bytes were stored.
    @Test func `bytes for one cache are stored though later bytes arrive in another`() throws {
        // given two fetches for two caches
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, elsewhere(.networkOnly, width: 2, fetch: french))
        driver.answerDownload(with: GraphDriver.payload("earlier"))
        driver.answerDownload(with: new)
        // when the later bytes are stored first
        driver.answerDecode(at: 1)
        driver.log = []
        // then the earlier ones are stored too, with the image made of them
        driver.answerDecode()
        try #require(driver.log == ["memory a", "store a"])
        driver.answerKeep()
        #expect(driver.log.count { $0.hasPrefix("keep ") } == 1 && driver.isIdle)
    }

    /// Regression: an image that waited to be encoded was dropped, whichever cache it was for.
    @Test func `an image that is encoded for one cache is written though new bytes arrive in another`() throws {
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

    /// One encode may be for both caches.
    @Test func `an image that is encoded for two caches is written into the one without newer bytes`() throws {
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, elsewhere(.networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.answerDecode()
        let work = try #require(driver.keeps.first).work
        #expect(Set(work.images.map(\.cache)) == [driver.cache, other])
        driver.begin(3, elsewhere(.networkOnly, width: 2, fetch: french))
        driver.answerDownload(with: GraphDriver.payload("newest"))
        driver.answerDecode()
        (driver.log, storage.stored) = ([], [])
        driver.answerKeep()
        #expect(driver.log.count { $0.hasPrefix("keep ") } == 1 && storage.stored == [])
    }

    @Test func `bytes shared by two caches are stored in the one without newer bytes`() throws {
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, elsewhere(.networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.begin(3, elsewhere(.networkOnly, width: 2, fetch: french))
        driver.answerDownload(with: GraphDriver.payload("newest"))
        driver.answerDecode(at: 1)
        (driver.log, storage.stored) = ([], [])
        driver.answerDecode()
        #expect(driver.log == ["memory a", "store a"] && storage.stored == [])
        let key = GraphDriver.request(width: 1).image
        #expect(driver.cache[key] != nil && other[key] == nil)
    }

    @Test func `a read of one cache is not repeated though new bytes arrive in another`() throws {
        driver.begin(2, GraphDriver.request("a", .cacheOnly, width: 2))
        driver.begin(1, elsewhere(.networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.answerDecode()
        try #require(driver.reads.count == 1)
        driver.answerRead(old)
        try #require(driver.reads.isEmpty && driver.decodes.count == 1)
        driver.begin(3, GraphDriver.request("a", .cacheOnly, width: 2))
        #expect(driver.joins == [3])
        driver.log = []
        driver.answerDecode()
        #expect(driver.news[2] == ["image disk"] && driver.log == ["memory a"])
    }

    /// Regression: the entry was revalidated, the server confirmed it, and it stayed stale.
    @Test func `a confirmation freshens an entry though new bytes arrived in another cache`() {
        var asked = GraphDriver.request("a", width: 1)
        asked.context.httpPolicy = .http
        driver.begin(1, asked)
        driver.answerRead(GraphDriver.payload("old", tag: "1", origin: .disk))
        driver.begin(2, elsewhere(.networkOnly, width: 2))
        driver.answerDownload(with: new, at: 1)
        driver.answerDecode()
        driver.log = []
        driver.answerDownload(.success(.notModified([:])))
        driver.answerDecode()
        #expect(driver.news[1] == ["image disk"] && driver.log == ["renew a", "memory a"])
    }

    /// Regression: the load skipped its disk cache, went to the network, and would have failed with it.
    @Test func `a missing entry on one disk does not affect another`() {
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(nil)
        #expect(driver.downloads.count == 1)
        driver.begin(2, elsewhere(width: 2))
        #expect(driver.reads.count == 1 && driver.joins == [])
    }

    /// Regression: earlier thumbnails in that cache stayed beside the new bytes, because the miss was not recorded.
    @Test
    func `a miss of a picture whose bytes arrived for another cache clears earlier images in its own cache`() throws {
        driver.begin(1, elsewhere(.networkOnly, width: 1))
        driver.begin(2, GraphDriver.request(width: 1))
        driver.answerDownload(with: new)
        try #require(driver.reads.count == 1 && driver.decodes.count == 1)
        driver.answerRead(nil)
        #expect(driver.joins == [2] && driver.downloads.isEmpty)
        let digest = GraphDriver.payload("new").body.digest
        driver.answerDecode()
        for cache in [driver.cache, other] {
            #expect(cache.mayStore(Revision(digest: digest), of: "a"))
        }
    }
}
