import ImageCoding
import Testing

@testable import ImageLoading

/// Loads answered by the disk cache, revalidation of its entries, and broken entries.
@Suite(.endsInTime) struct JobGraphCacheTests {
    private let driver = GraphDriver()
    private let disk = GraphDriver.payload("old", tag: "1", origin: .disk)

    @Test func `a miss serves each load by its own plan`() {
        driver.begin(1, GraphDriver.request("a", .cacheOnly))
        driver.begin(2)
        driver.answerRead(nil)
        #expect(driver.news[1] == ["not in the cache"] && driver.downloads.count == 1)
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode()
        #expect(driver.news[2] == ["image none"] && driver.isIdle)
    }

    @Test func `a load that skips the disk does not remove its entry`() {
        // given a download of a load that skips the disk, and an ordinary load of the same picture
        driver.begin(1, GraphDriver.request("a", .networkOnly))
        driver.begin(2)
        // when the network fails and the disk has the picture
        driver.answerDownload(.failure(.transfer(.couldNotConnect(host: "a"))))
        driver.answerRead(disk)
        driver.answerDecode()
        // then only the first fails
        #expect(driver.news[1] == ["could not connect to a"] && driver.news[2] == ["image disk"])
    }

    // MARK: - Refreshing

    private func beginRefresh(fromMemory: Bool) {
        driver.begin(1, GraphDriver.request("a", fromMemory ? .refresh : .cacheThenRefresh))
        driver.answerRead(disk)
        if !fromMemory { driver.answerDecode() }
    }

    /// Regression: unchanged bytes were no arrival, and older ones that were decoded after them became current.
    @Test func `bytes that arrived before unchanged ones are not stored`() {
        driver.begin(1, GraphDriver.request("a", .refresh))
        driver.answerRead(disk)
        driver.begin(2, GraphDriver.request("a", .networkOnly))
        driver.answerDownload(with: GraphDriver.payload("of a stale mirror", tag: "0"), at: 1)
        driver.answerDownload(with: GraphDriver.payload("old", tag: "1"))
        driver.answerDecode()
        #expect(driver.news[1] == ["unchanged"] && driver.news[2] == ["image none"])
        #expect(driver.log == ["store a"] && driver.isIdle)
    }

    @Test func `equal bytes with new validators are stored with them`() {
        beginRefresh(fromMemory: true)
        driver.answerDownload(with: GraphDriver.payload("old", tag: "2"))
        #expect(driver.news[1] == ["unchanged"] && driver.log == ["store a"] && driver.isIdle)
    }

    @Test func `a load without an image receives bytes that are unchanged for a refresh`() {
        // given a refresh of an entry without validators, with whose download another load coalesces
        driver.begin(1, GraphDriver.request("a", .refresh))
        driver.answerRead(GraphDriver.payload("old", origin: .disk))
        driver.begin(2, GraphDriver.request("a", .networkOnly))
        driver.answerDownload(with: GraphDriver.payload("old"))
        driver.answerDecode()
        #expect(driver.news[1] == ["unchanged"] && driver.news[2] == ["image none"] && driver.isIdle)
    }

    @Test func `a refresh that brings no picture keeps the old one`() {
        beginRefresh(fromMemory: true)
        driver.answerDownload(with: GraphDriver.payload("garbage"))
        driver.answerDecode(.unknownFormat(looksLike: "HTML"))
        #expect(driver.news[1] == ["not an image (looks like HTML)"] && driver.log.isEmpty && driver.isIdle)
    }

    // MARK: - Broken entries

    @Test func `a slow decode of a broken entry does not evict its replacement`() {
        // given two sizes of a broken entry, the first of which has been fetched anew and stored
        driver.begin(1, GraphDriver.request(width: 10))
        driver.begin(2, GraphDriver.request(width: 20))
        driver.answerRead(disk)
        driver.answerDecode(.empty)
        driver.answerDownload(with: GraphDriver.payload("good"))
        driver.answerDecode(at: 1)
        #expect(driver.log == ["evict a", "memory a", "store a"])
        // when the second decode finds that its bytes are broken
        driver.answerDecode(.empty)
        // then nothing is evicted again
        #expect(driver.log == ["evict a", "memory a", "store a"])
    }

    @Test(arguments: [
        ImageCodingError.tooLarge(.init(width: 9, height: 9), limit: "8 pixels"), .tooSlow(seconds: 8),
        .decoderUnavailable(.png, "no memory"),
    ]) func `an entry that is only over the limit or lacks its decoder stays`(error: ImageCodingError) {
        driver.begin(1)
        driver.answerRead(disk)
        driver.answerDecode(error)
        #expect(driver.news[1] == [error.description])
        #expect(driver.log.isEmpty && driver.downloads.isEmpty && driver.isIdle)
    }
}
