import ImageCoding
import Testing

@testable import ImageLoading

/// Reads of the disk beside changes of it.
@Suite(.endsInTime) struct JobGraphReadingTests {
    private let old = GraphDriver.payload("old", origin: .disk)
    private let new = GraphDriver.payload("new")

    /// What ran and what waited was flagged alike, though the latter could only find the new bytes.
    @Test func aReadThatWaitsWhileNewBytesComeIsNotTakenForAnOldOne() throws {
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

    /// What a read finds that ran when new bytes took the place of the old may be either.
    @Test func aReadThatRunsWhenNewBytesComeIsMadeAgain() throws {
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

    /// It would have fetched them once more.
    @Test func aReadThatFindsNothingIsMadeAgainIfBytesWereStoredMeanwhile() throws {
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
