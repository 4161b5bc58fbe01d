import Testing

@testable import ImageLoading

/// The priority of a job is the highest of its loads.
@Suite(.endsInTime) struct JobGraphPriorityTests {
    private var driver = GraphDriver(reads: 1, downloads: 1, decodes: 1)

    /// Begins loads that skip the disk, the first of which has the only slot.
    private mutating func begin(_ priorities: [ImagePriority]) {
        driver.begin(0, GraphDriver.request("first", .networkOnly))
        for (index, priority) in priorities.enumerated() {
            driver.begin(index + 1, GraphDriver.request("\(index + 1)", .networkOnly, priority: priority))
        }
    }

    private mutating func downloadOrder() -> [String] {
        var order: [String] = []
        while !driver.downloads.isEmpty {
            order.append(driver.downloads[0].url)
            driver.answerDownload(.failure(.cancelled))
        }
        return order
    }

    /// The second load requests the same image, or another size of it.
    @Test(arguments: [nil, 9]) mutating func `a job takes the priority of a load that shares it`(width: Int?) {
        begin([.low, .normal])
        driver.begin(9, GraphDriver.request("1", .networkOnly, width: width, priority: .high))
        #expect(downloadOrder() == ["first", "1", "2"])
    }

    @Test mutating func `a job returns to its priority when the urgent load is cancelled`() {
        begin([.low, .normal])
        driver.begin(9, GraphDriver.request("1", .networkOnly, priority: .high))
        driver.leave(9)
        #expect(downloadOrder() == ["first", "2", "1"])
    }

    @Test mutating func `a priority applies to the next stage`() {
        driver.begin(0, GraphDriver.request("first"))
        driver.begin(1, GraphDriver.request("1", priority: .low))
        driver.begin(2, GraphDriver.request("2", priority: .high))
        driver.answerRead(nil)  // the first one downloads now, and has the only slot
        driver.answerRead(nil)
        driver.answerRead(nil)
        #expect(downloadOrder() == ["first", "2", "1"])
    }

    @Test mutating func `decodes are ordered too`() {
        driver = GraphDriver(reads: 1, downloads: 3, decodes: 1)
        begin([.low, .high])
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDownload(with: GraphDriver.payload())
        var order: [String] = []
        while !driver.decodes.isEmpty {
            order.append(driver.decodes[0].key.source)
            driver.answerDecode()
        }
        #expect(order == ["first", "2", "1"])
    }

    @Test mutating func `a priority can change while the image is yet to be written`() throws {
        driver = GraphDriver(reads: 1, downloads: 3, decodes: 1)
        var patient = GraphDriver.request("first", .networkOnly, width: 1)
        patient.waitsForStore = true
        driver.begin(0, patient)
        driver.begin(1, GraphDriver.request("1", .networkOnly))
        driver.begin(2, GraphDriver.request("2", .networkOnly))
        for _ in 0..<3 { driver.answerDownload(with: GraphDriver.payload()) }
        driver.answerDecode()  // of the first, which is written after the decodes of the others
        #expect(driver.decodes.map(\.key.source) == ["1"])
        driver.apply(driver.graph.setPriority(.high, of: 0))
        driver.answerDecode()
        try #require(driver.keeps.count == 1 && driver.decodes.isEmpty)
        driver.answerKeep()
        driver.answerDecode()
        #expect(driver.isIdle)
    }

    @Test mutating func `a load that has ended has no priority to change`() {
        begin([])
        driver.answerDownload(.failure(.cancelled))
        driver.apply(driver.graph.setPriority(.high, of: 0))
        #expect(driver.isIdle)
    }
}
