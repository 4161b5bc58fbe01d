import ImageCoding
import Testing

@testable import ImageLoading

/// Disk reads that overlap with changes of the disk cache.
@Suite(.endsInTime) struct JobGraphReadingTests {
    private let old = GraphDriver.payload("old", origin: .disk)
    private let new = GraphDriver.payload("new")

    /// Regression: running and waiting reads were both marked outdated, though a waiting one can only find the new
    /// bytes.
    @Test func `a read that waits while new bytes arrive is not taken for an old one`() throws {
        let driver = GraphDriver(reads: 1)
        driver.begin(1, GraphDriver.request("b", width: 1))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.begin(3, GraphDriver.request("a", .cacheOnly, width: 3))
        driver.answerDownload(with: new)
        driver.answerDecode()
        driver.log = []
        driver.answerRead(old)
        driver.answerRead(GraphDriver.payload("new", origin: .disk))
        try #require(driver.decodes.count == 2 && driver.reads.isEmpty)
        for _ in 0..<2 { driver.answerDecode() }
        #expect(driver.news[3] == ["image disk"] && driver.log == ["memory b", "memory a"])
    }

    /// A read that was running when new bytes replaced the old may have found either.
    @Test func `a read that runs when new bytes arrive is repeated`() throws {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request("a", .cacheOnly, width: 1))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode()
        driver.log = []
        driver.answerRead(old)
        try #require(driver.reads.count == 1 && driver.news[1] == nil)
        driver.answerRead(GraphDriver.payload("new", origin: .disk))
        driver.answerDecode()
        #expect(driver.news[1] == ["image disk"] && driver.log == ["memory a"])
    }

    /// Regression: the bytes were fetched once more.
    @Test func `a read without a result is repeated if bytes were stored meanwhile`() throws {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request("a", .cacheOnly, width: 1))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode()
        driver.answerRead(nil)
        try #require(driver.reads.count == 1 && driver.news[1] == nil)
        driver.answerRead(nil)
        #expect(driver.reads.isEmpty && driver.news[1] == ["not in the cache"])
    }
}
