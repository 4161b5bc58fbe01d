import ImageCoding
import Testing

@testable import ImageLoading

/// Loads of one picture share every step they have in common.
@Suite(.endsInTime) struct JobGraphSharingTests {
    private var driver = GraphDriver()

    // MARK: - Coalescing

    @Test(arguments: 0..<6) mutating func `a load coalesces with another at every stage`(_ stage: Int) {
        // given a load that has reached `stage`
        let steps: [(GraphDriver) -> Void] = [
            { _ in }, { $0.answerRead(nil) }, { $0.answerDownload(with: GraphDriver.payload()) },
        ]
        if stage >= 3 { blockLanes(upTo: stage - 3) }
        driver.begin(1)
        for step in steps.prefix(stage % 3) { step(driver) }
        // when another load of the same picture begins
        driver.begin(2)
        // then it coalesces, and both get one image from one read, one download and one decode
        finishEverything()
        #expect(driver.joins.contains(2))
        #expect(driver.news[1] == ["image none"] && driver.news[2] == ["image none"])
        #expect(driver.images[1] === driver.images[2])
        #expect(driver.log.filter { $0 == "store a" }.count == 1)
        #expect(driver.isIdle)
    }

    /// Takes all slots for reads, downloads or decodes, so that the next load waits in the queue there.
    private mutating func blockLanes(upTo stage: Int) {
        driver = GraphDriver(reads: stage == 0 ? 1 : 2, downloads: stage == 1 ? 1 : 2, decodes: stage == 2 ? 1 : 2)
        driver.begin(9, GraphDriver.request("b"))
        if stage == 0 { return }
        driver.answerRead(nil)
        if stage == 1 { return }
        driver.answerDownload(with: GraphDriver.payload("v9"))
    }

    private mutating func finishEverything() {
        while true {
            if !driver.decodes.isEmpty {
                driver.answerDecode()
            } else if !driver.downloads.isEmpty {
                driver.answerDownload(with: GraphDriver.payload())
            } else if !driver.reads.isEmpty {
                driver.answerRead(nil)
            } else {
                return
            }
        }
    }

    // H06
    @Test mutating func `a request that arrives during the decode downloads nothing`() {
        driver.begin(1, GraphDriver.request(width: 10))
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        // when the same picture is requested in another size, while its bytes are being decoded
        driver.begin(2, GraphDriver.request(width: 20))
        // then there is a second decode, of the same bytes
        #expect(driver.downloads.isEmpty && driver.reads.isEmpty && driver.decodes.count == 2)
        driver.answerDecode()
        driver.answerDecode()
        #expect(driver.images[1]?.size.width == 10 && driver.images[2]?.size.width == 20)
        #expect(driver.isIdle)
    }

    @Test mutating func `ten sizes of one picture are one download and ten decodes`() {
        for id in 1...10 { driver.begin(id, GraphDriver.request(width: 489 + id)) }
        #expect(driver.reads.count == 1)
        driver.answerRead(nil)
        #expect(driver.downloads.count == 1)
        driver.answerDownload(with: GraphDriver.payload())
        var decodes = 0
        while !driver.decodes.isEmpty {
            #expect(driver.decodes.count <= 2)
            driver.answerDecode()
            decodes += 1
        }
        #expect(decodes == 10)
        for id in 1...10 { #expect(driver.images[id]?.size.width == 489 + id) }
        #expect(driver.log.filter { $0 == "store a" }.count == 1)
        #expect(driver.isIdle)
    }

    @Test mutating func `a load is recorded as coalesced once, however many stages it shares`() {
        for id in 1...3 { driver.begin(id, GraphDriver.request(width: 1 + id % 2)) }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        #expect(driver.joins == [2, 3])
    }

    @Test mutating func `different pictures share nothing`() {
        driver.begin(1, GraphDriver.request("a"))
        driver.begin(2, GraphDriver.request("b"))
        driver.answerRead(nil)
        driver.answerRead(nil)
        #expect(driver.downloads.map(\.url) == ["a", "b"] && driver.joins.isEmpty)
    }

    // MARK: - Storing

    @Test mutating func `a coalesced load may store what the first did not`() {
        driver.begin(1, GraphDriver.request(store: .none))
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.begin(2, GraphDriver.request(store: .all))
        driver.answerDecode()
        #expect(driver.log == ["memory a", "store a"])
    }

    @Test(arguments: [
        (CacheType.none, [String]()), (.memory, ["memory a"]), (.disk, ["store a"]), (.all, ["memory a", "store a"]),
    ]) mutating func `a load stores in the tiers that it names`(_ store: CacheType, _ log: [String]) {
        driver.begin(1, GraphDriver.request(store: store))
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode()
        #expect(driver.log == log)
    }

    @Test mutating func `a truncated picture is shown but not stored on disk`() {
        driver.begin(1)
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode(warning: .lessDetail)
        #expect(driver.news[1] == ["image none"] && driver.log == ["memory a"])
    }

    @Test mutating func `a result without a waiting load is not stored`() {
        driver.begin(1)
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.leave(1)
        driver.answerDecode()
        #expect(driver.log.isEmpty && driver.isIdle)
    }

    // MARK: - Failures

    @Test mutating func `a failure ends every load once, after its URL is blocked`() {
        for id in 1...11 { driver.begin(id, GraphDriver.request(width: 10 + id % 2)) }
        driver.answerRead(nil)
        driver.answerDownload(.failure(.invalidStatusCode(404)))
        for id in 1...11 { #expect(driver.news[id] == ["not found on the server (404)"]) }
        #expect(driver.log == ["failed a"])
        #expect(driver.isIdle)
    }

    @Test mutating func `an undecodable download ends every load once`() {
        for id in 1...11 { driver.begin(id) }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload(""))
        driver.answerDecode(.empty)
        for id in 1...11 { #expect(driver.news[id] == ["the picture is empty"]) }
        #expect(driver.log == ["failed a"] && driver.isIdle)
    }

    @Test mutating func `progress is reported to every load of the download`() {
        driver.begin(1, GraphDriver.request(width: 10))
        driver.begin(2, GraphDriver.request(width: 20))
        driver.answerRead(nil)
        driver.apply(driver.graph.didReceive(driver.downloads[0].job, received: 5, expected: 10))
        #expect(driver.news == [1: ["5 bytes"], 2: ["5 bytes"]])
    }

    @Test mutating func `a file is read once and not stored on disk`() {
        driver.begin(1, GraphDriver.request(path: "/a"))
        driver.begin(2, GraphDriver.request(path: "/a"))
        #expect(driver.files.count == 1 && driver.reads.isEmpty)
        driver.answerFile(.success(GraphDriver.payload(origin: .file)))
        driver.answerDecode()
        #expect(driver.news == [1: ["image none"], 2: ["image none"]])
        #expect(driver.log == ["memory a"] && driver.isIdle)
    }

    @Test mutating func `a file that is no picture may be retried at once`() {
        driver.begin(1, GraphDriver.request(path: "/a"))
        driver.answerFile(.success(GraphDriver.payload(origin: .file)))
        driver.answerDecode(.empty)
        #expect(driver.news[1] == ["the picture is empty"] && driver.log.isEmpty)
    }
}
