import ImageCoding
import Testing

@testable import ImageLoading

/// Loads that end when the disk has the bytes, and not before.
@Suite(.endsInTime) struct JobGraphStoringTests {
    private let new = GraphDriver.payload("new")

    /// Regression: any number of images of any size waited for encoding outside the budget.
    @Test func `images that wait for encoding hold back decodes`() {
        let driver = GraphDriver(decodes: 1, decodeBytes: 12)
        driver.workingBytes = { _ in 10 }
        var asked = GraphDriver.request("a", .networkOnly, width: 1)
        asked.waitsForStore = true
        driver.begin(1, asked)
        driver.begin(2, GraphDriver.request("b", .networkOnly, width: 1))
        for _ in 0..<2 { driver.answerDownload(with: GraphDriver.payload()) }
        driver.answerDecode()
        #expect(driver.keeps.map(\.work.image.cost) == [4] && driver.graph.budget.used == 4 && driver.decodes.isEmpty)
        driver.answerKeep()
        #expect(driver.decodes.count == 1 && driver.graph.budget.used == 10)
        driver.answerDecode()
        #expect(driver.news[1] == ["image none"] && driver.news[2] == ["image none"])
    }

    /// An earlier load has had the bytes stored, and has checked their format.
    @Test func `a load that coalesces with stored bytes ends at once and completes when they are written`() {
        let driver = GraphDriver(decodes: 1)
        for width in [1, 2] { driver.begin(width, GraphDriver.request(width: width)) }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode()
        for id in [3, 4] {
            var asked = GraphDriver.request()
            (asked.endsWithBytes, asked.waitsForStore) = (true, id == 4)
            driver.begin(id, asked)
            driver.answerRead(nil)
            #expect(driver.news[id] == ["unchanged"])
        }
        #expect(driver.log == ["memory a", "store a"] && driver.downloads.isEmpty)
    }

    /// Regression: the bytes were fetched again forever.
    @Test func `a prefetch into a cache without a disk ends with the bytes`() {
        let driver = GraphDriver()
        var asked = GraphDriver.request("a", .networkOnly)
        asked.endsWithBytes = true
        let cache = ImageCache()
        asked.context.imageCache = cache
        driver.begin(1, asked)
        driver.answerDownload(with: new)
        #expect(driver.news[1] == ["unchanged"] && driver.isIdle)
    }

    /// Regression: only the serializer's output was to be stored, and not yet.
    @Test func `a prefetch that coalesces with a serialized image has the bytes stored`() {
        let driver = GraphDriver(decodes: 1)
        for width in [1, 2] {
            var asked = GraphDriver.request(width: width)
            asked.context.cacheSerializer = { _, _, _ in nil }
            driver.begin(width, asked)
        }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode()
        var asked = GraphDriver.request()
        asked.endsWithBytes = true
        driver.begin(3, asked)
        driver.answerRead(nil)
        #expect(driver.news[3] == ["unchanged"] && driver.log.filter { $0 == "store a" } == ["store a"])
    }

    /// Returns a prefetch that revalidates old bytes, which are removed because of new ones that are not stored.
    private func prefetchOfWhatHasGone(_ refresh: HTTPPolicy) -> GraphDriver {
        let driver = GraphDriver()
        var asked = GraphDriver.request()
        asked.endsWithBytes = true
        asked.context.httpPolicy = refresh
        driver.begin(1, asked)
        driver.answerRead(GraphDriver.payload("old", tag: "1", origin: .disk))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2, store: .memory))
        driver.answerDownload(with: new, at: 1)
        driver.answerDecode()
        driver.log = []
        return driver
    }

    /// Regression: the bytes were taken for outdated, read again and revalidated again, forever.
    @Test func `a prefetch of disk bytes newer than the current ones ends when they are confirmed`() throws {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.answerDownload(with: new)
        driver.answerDecode()
        var asked = GraphDriver.request()
        asked.endsWithBytes = true
        asked.context.httpPolicy = .always
        driver.begin(2, asked)
        driver.answerRead(GraphDriver.payload("newer", tag: "2", origin: .disk))
        try #require(driver.downloads.count == 1)
        driver.answerDownload(.success(.notModified([:])))
        #expect(driver.news[2] == ["unchanged"] && driver.reads.isEmpty && driver.log.last == "renew a")
    }

    /// Regression: the prefetch ended as if the disk had the bytes.
    @Test func `a prefetch whose confirmed bytes were removed meanwhile fetches them`() throws {
        let driver = prefetchOfWhatHasGone(.always)
        driver.answerDownload(.success(.notModified([:])))
        try #require(driver.news[1] == nil && driver.reads.count == 1)
        driver.answerRead(nil)
        driver.answerDownload(with: new)
        #expect(driver.news[1] == ["unchanged"] && driver.log == ["store a"])
    }

    /// Regression: the failure was not reported, because of bytes that the disk did not have any more.
    @Test func `a prefetch that fails when its bytes were removed meanwhile reports that`() {
        let driver = prefetchOfWhatHasGone(.staleWhileRevalidate)
        driver.answerDownload(.failure(.invalidStatusCode(500)))
        #expect(driver.news[1] == ["500 the server failed"])
    }
}
