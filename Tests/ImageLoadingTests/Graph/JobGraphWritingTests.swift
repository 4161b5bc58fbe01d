import Basis
import ImageCoding
import Testing

@testable import ImageLoading

/// What happens while the caches of a picture are being changed.
@Suite(.endsInTime) struct JobGraphWritingTests {
    private let old = GraphDriver.payload("old", origin: .disk)
    private let new = GraphDriver.payload("new")

    /// An image of old bytes that is being encoded, and an image of new ones that is being made.
    private func driver() -> GraphDriver {
        let driver = GraphDriver(decodes: 2)
        driver.begin(1, GraphDriver.request(width: 1))
        driver.answerRead(old)
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.answerDownload(with: new)
        driver.answerDecode()
        return driver
    }

    @Test func newBytesWaitUntilSomethingOldIsWrittenAndThenRemoveIt() throws {
        // given an image of old bytes that is being written
        let driver = self.driver()
        let (job, order) = try #require(driver.keeps.first)
        let entries = order.images.map { ($0, StoredBytes([])) }
        guard case .now = driver.graph.claimWrite(job, order, entries) else { return #expect(Bool(false)) }
        driver.log = []
        // when an image of new bytes is made
        driver.answerDecode()
        // then nothing is removed or kept before the old is there
        #expect(driver.log == [] && driver.news[2] == nil)
        driver.apply(driver.graph.endWrite(of: "a"))
        #expect(driver.log == ["outdated a", "memory a", "store a"] && driver.news[2] == ["image none"])
    }

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

    @Test func noReadBeginsWhileSomethingIsBeingRemoved() throws {
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.answerDownload(with: new)
        let claim = driver.graph.claimStores(driver.decodes[0].job, testImage(pixels: 1))
        let stores = try #require(claim)
        driver.begin(2, GraphDriver.request("a", .cacheOnly, width: 2))
        #expect(driver.reads.isEmpty)
        driver.carryOut(stores, of: "a")
        #expect(driver.reads.count == 1)
    }

    /// The same of one that is made: it waited for a slow cache with a place that nobody used.
    @Test func anImageThatWaitsUntilItMayBeKeptLeavesItsPlaceToOthers() throws {
        let driver = GraphDriver(reads: 2, decodes: 2)
        func sources() -> [String] { driver.decodes.map(\.key.source) }
        // given two images of one picture, of which one is being kept, and another picture
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 2))
        driver.begin(3, GraphDriver.request("b", .networkOnly, width: 3))
        driver.answerDownload(with: new)
        driver.answerDownload(with: new)
        let claim = driver.graph.claimStores(driver.decodes[0].job, testImage(pixels: 1))
        let stores = try #require(claim)
        try #require(sources() == ["a", "a"])
        // when the second is made
        driver.answerDecode(at: 1)
        // then the other picture is decoded, and the second image is kept when there is a place again
        #expect(sources() == ["a", "b"] && driver.news[2] == nil)
        driver.carryOut(stores, of: "a")
        #expect(driver.news[2] == nil && driver.graph.processors.waitingCount == 1)
        driver.answerDecode(at: 1)
        #expect(driver.news[2] == ["image none"])
        driver.answerDecode()
        while !driver.keeps.isEmpty { driver.answerKeep() }
        #expect(driver.isIdle)
    }

    @Test func anImageThatWaitsUntilItMayBeKeptAndIsNotWantedAnyMoreLeavesNothing() throws {
        let driver = GraphDriver(decodes: 2)
        for id in 1...2 { driver.begin(id, GraphDriver.request("a", .networkOnly, width: id)) }
        driver.answerDownload(with: new)
        let claim = driver.graph.claimStores(driver.decodes[0].job, testImage(pixels: 1))
        let stores = try #require(claim)
        driver.answerDecode(at: 1)
        driver.leave(2)
        driver.carryOut(stores, of: "a")
        driver.answerDecode()
        while !driver.keeps.isEmpty { driver.answerKeep() }
        #expect(driver.news[2] == nil && driver.isIdle)
    }

    @Test func whatIsEncodedAndWaitsUntilItMayBeWrittenLeavesItsPlaceToOthers() throws {
        let driver = GraphDriver(decodes: 1)
        var asked = GraphDriver.request(width: 1)
        asked.request.waitsForStore = true
        driver.begin(1, asked)
        driver.answerRead(old)
        driver.answerDecode()
        driver.begin(2, GraphDriver.request("b", .cacheOnly, width: 3))
        driver.answerRead(old)
        try #require(driver.keeps.count == 1 && driver.decodes.isEmpty)
        // when it is encoded while the caches of the picture are being changed
        driver.log = []
        driver.graph.beginWrite(of: "a")
        driver.answerKeep()
        // then another picture is decoded, and it is written when there is a place again
        #expect(driver.decodes.map(\.key.source) == ["b"] && driver.log == [])
        driver.apply(driver.graph.endWrite(of: "a"))
        #expect(driver.news[1] == nil)
        driver.answerDecode()
        #expect(driver.log.contains { $0.hasPrefix("keep ") } && driver.news[1] == ["image disk"])
    }

    /// It kept its place, and others waited for a disk at which nobody was.
    @Test func aReadThatWaitsUntilSomethingIsRemovedLeavesItsPlaceToOthers() throws {
        // given a disk with one place, and a picture whose caches are being cleared
        let driver = GraphDriver(reads: 1)
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.answerDownload(with: new)
        let claim = driver.graph.claimStores(driver.decodes[0].job, testImage(pixels: 1))
        let stores = try #require(claim)
        // when that picture is to be read, and then another
        driver.begin(2, GraphDriver.request("a", .cacheOnly, width: 2))
        driver.begin(3, GraphDriver.request("b", .cacheOnly, width: 2))
        // then the other is read meanwhile
        try #require(driver.reads.compactMap { driver.graph.byteJobs[$0]?.request.source } == ["b"])
        driver.carryOut(stores, of: "a")
        #expect(driver.reads.count == 1)
        driver.answerRead(old)
        try #require(driver.reads.compactMap { driver.graph.byteJobs[$0]?.request.source } == ["a"])
        driver.answerRead(old)
        for _ in 0..<3 { driver.answerDecode() }
        #expect(driver.news[2] == ["image disk"] && driver.news[3] == ["image disk"])
    }

    @Test func aReadThatWaitsUntilSomethingIsRemovedAndIsNotWantedAnyMoreDoesNotBegin() throws {
        let driver = GraphDriver(reads: 1)
        driver.begin(1, GraphDriver.request("a", .networkOnly, width: 1))
        driver.answerDownload(with: new)
        let claim = driver.graph.claimStores(driver.decodes[0].job, testImage(pixels: 1))
        let stores = try #require(claim)
        driver.begin(2, GraphDriver.request("a", .cacheOnly, width: 2))
        driver.leave(2)
        driver.carryOut(stores, of: "a")
        driver.answerDecode()
        while !driver.keeps.isEmpty { driver.answerKeep() }
        #expect(driver.reads.isEmpty && driver.isIdle)
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
}
