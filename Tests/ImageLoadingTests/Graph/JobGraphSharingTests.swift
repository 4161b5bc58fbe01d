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
            if !driver.reads.isEmpty {
                driver.answerRead(nil)
            } else if !driver.downloads.isEmpty {
                driver.answerDownload(with: GraphDriver.payload())
            } else if !driver.decodes.isEmpty {
                driver.answerDecode()
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
        driver.answerRead(nil)
        // then there is a second decode, of the same bytes
        #expect(driver.downloads.isEmpty && driver.reads.isEmpty && driver.decodes.count == 2)
        driver.answerDecode()
        driver.answerDecode()
        #expect(driver.images[1]?.size.width == 10 && driver.images[2]?.size.width == 20)
        #expect(driver.isIdle)
    }

    // MARK: - Storing

    @Test mutating func `a coalesced load may store what the first did not`() {
        driver.begin(1, GraphDriver.request(store: .none))
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.begin(2, GraphDriver.request(store: .all))
        driver.answerRead(nil)
        driver.answerDecode()
        #expect(driver.log == ["memory a", "store a"])
    }

    @Test mutating func `a result without a waiting load is not stored`() {
        driver.begin(1)
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        driver.leave(1)
        driver.answerDecode()
        #expect(driver.log.isEmpty && driver.isIdle)
    }
}
