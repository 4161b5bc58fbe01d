import ImageCoding
import Testing

@testable import ImageLoading

/// Chains of transforms, where their images are stored, and the memory of decodes.
@Suite(.endsInTime) struct JobGraphImageTests {
    private func driver(_ steps: [String]..., priority: ImagePriority = .normal) -> GraphDriver {
        let driver = GraphDriver(decodes: 1)
        for (index, steps) in steps.enumerated() { driver.begin(index + 1, GraphDriver.request(steps: steps)) }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        return driver
    }

    private func work(_ driver: GraphDriver) -> [String] {
        var names: [String] = []
        while let next = driver.decodes.first {
            names.append(next.key.transformer ?? "decode")
            driver.answerDecode()
        }
        return names
    }

    // MARK: - Sharing

    @Test func `every step is done once`() {
        let driver = driver(["x"], ["x", "y"], ["x", "z"], ["x", "y"])
        #expect(work(driver) == ["decode", "x", "x-y", "x-z"])
        #expect(driver.images[2] === driver.images[4])
        for id in 1...4 { #expect(driver.news[id] == ["image none"]) }
        while !driver.keeps.isEmpty { driver.answerKeep() }
        #expect(driver.isIdle)
    }

    @Test func `a load coalesces with a chain that is half done`() {
        let driver = driver(["x", "y"])
        driver.answerDecode()
        driver.begin(2, GraphDriver.request(steps: ["x", "y"]))
        #expect(driver.joins == [2] && driver.downloads.isEmpty)
        #expect(work(driver) == ["x", "x-y"])
        #expect(driver.images[1] === driver.images[2])
    }

    @Test func `a load without transformers receives the decoded image before the steps are done`() {
        let driver = driver(["x"], [])
        driver.answerDecode()
        #expect(driver.news == [2: ["image none"]])
    }

    @Test func `cancelling the last load stops the whole chain`() {
        let driver = driver(["x", "y"], ["x", "z"])
        driver.leave(1)
        #expect(driver.graph.jobs.values.contains { $0.image?.transformer == "x" })
        driver.leave(2)
        #expect(driver.graph.jobs.isEmpty)
        #expect(driver.decodes.allSatisfy { $0.token.isCancelled })
        driver.answerDecode(.cancelled)
        #expect(driver.isIdle)
    }

    @Test func `a failed decode ends the whole tree`() {
        let driver = driver(["x", "y"], ["x"], [])
        driver.answerDecode(.empty)
        for id in 1...3 { #expect(driver.news[id] == ["the picture is empty"]) }
        #expect(driver.log == ["failed a"] && driver.isIdle)
    }

    @Test func `the decode is as urgent as the most urgent step`() {
        let driver = driver(["x", "y"])
        let decode = driver.decodes[0].job
        driver.apply(driver.graph.setPriority(.high, of: 1))
        #expect(driver.graph.jobs[decode]?.priority == .high)
        driver.begin(2, GraphDriver.request(priority: .low, steps: ["x"]))
        driver.leave(1)
        #expect(driver.graph.jobs[decode]?.priority == .low)
    }

    // MARK: - Storing

    @Test func `steps are stored in memory, and the last one on disk as well`() {
        let driver = driver(["x", "y"])
        _ = work(driver)
        // the original is stored on disk
        #expect(driver.log == ["store a", "memory a", "memory a"])
        let plan = GraphDriver.request(steps: ["x", "y"]).plan()
        let keys = (0...plan.lastStep).map(plan.image(at:))
        #expect(keys.map { driver.cache.contains($0) } == [false, true, true])
        driver.answerKeep()
        #expect(driver.log.last == "keep full;x-y" && driver.isIdle)
    }

    @Test func `an incomplete picture is not stored on disk`() {
        let driver = driver(["x"])
        driver.answerDecode(warning: .lessDetail)
        driver.answerDecode(warning: .lessDetail)
        #expect(driver.keeps.isEmpty && driver.log == ["memory a"] && driver.isIdle)
    }

    @Test func `a read that overtook the store is repeated`() {
        // given a load that skips the disk, and one that has read it before anything was stored
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request("a", .networkOnly))
        driver.answerDownload(with: GraphDriver.payload())
        driver.begin(2)
        let read = driver.reads[0]
        driver.answerDecode()
        // when the read finds nothing
        driver.answerRead(nil)
        // then it reads again instead of fetching the stored bytes
        #expect(driver.reads == [read] && driver.downloads.isEmpty)
        driver.answerRead(GraphDriver.payload(origin: .disk))
        driver.answerDecode()
        #expect(driver.news[2] == ["image disk"] && driver.isIdle)
    }

    @Test func `an image of old bytes is shown but not stored once new ones have arrived`() {
        // given two sizes made of the bytes on disk
        let driver = GraphDriver()
        driver.begin(1, GraphDriver.request(width: 10))
        driver.answerRead(GraphDriver.payload("old", origin: .disk))
        // when new bytes are fetched and decoded before those are decoded
        driver.begin(2, GraphDriver.request("a", .networkOnly, width: 20))
        driver.answerDownload(with: GraphDriver.payload("new"))
        driver.answerDecode(at: 1)
        #expect(driver.log == ["memory a", "store a"])
        driver.answerDecode()
        // then the old image is delivered, and stored nowhere
        #expect(driver.news[1] == ["image disk"] && driver.log.count == 2)
    }

    // MARK: - The memory of decodes

    private func crowd(_ widths: [Int], budget: Int) -> GraphDriver {
        let driver = GraphDriver(decodes: 8, decodeBytes: budget)
        driver.workingBytes = { $0 }
        for (index, width) in widths.enumerated() { driver.begin(index + 1, GraphDriver.request(width: width)) }
        driver.answerRead(nil)
        driver.answerDownload(with: GraphDriver.payload())
        return driver
    }

    @Test func `decodes run concurrently only within the memory budget`() {
        let driver = crowd([6, 4, 3, 2], budget: 10)
        #expect(driver.decodes.map { $0.key.variant.box?.width } == [6, 4])
        driver.answerDecode()
        #expect(driver.decodes.map { $0.key.variant.box?.width } == [4, 3, 2])
        while !driver.decodes.isEmpty { driver.answerDecode() }
        while !driver.keeps.isEmpty { driver.answerKeep() }
        #expect(driver.isIdle)
    }

    @Test func `a decode larger than the budget runs alone`() {
        let driver = crowd([3, 50, 2], budget: 10)
        #expect(driver.decodes.count == 1)
        driver.answerDecode()
        #expect(driver.decodes.map { $0.key.variant.box?.width } == [50])
        driver.answerDecode()
        #expect(driver.decodes.map { $0.key.variant.box?.width } == [2])
    }

    @Test func `a load that is cancelled while it waits for memory is removed`() {
        let driver = crowd([10, 9], budget: 10)
        driver.leave(2)
        driver.answerDecode()
        while !driver.keeps.isEmpty { driver.answerKeep() }
        #expect(driver.decodes.isEmpty && driver.isIdle)
    }

    @Test func `a stopping decode holds its memory until it has stopped`() {
        let driver = crowd([10, 9], budget: 10)
        driver.leave(1)
        #expect(driver.decodes.count == 1)
        driver.answerDecode(.cancelled)
        #expect(driver.decodes.count == 1 && driver.decodes[0].token.isCancelled == false)
    }

    // MARK: - Timing

    @Test func `a load measures the stages that it waited for`() {
        let driver = GraphDriver(downloads: 1)
        func pass(_ seconds: Int) { driver.graph.time.now += .seconds(seconds) }
        driver.begin(1, GraphDriver.request(steps: ["x"]))
        pass(1)
        driver.answerRead(nil)
        pass(2)
        driver.answerDownload(with: GraphDriver.payload())
        pass(4)
        driver.answerDecode()
        pass(8)
        let step = driver.decodes[0]
        driver.graph.didMake(step.job, .success(testImage()))
        let claimed = driver.graph.claim(1)
        #expect(claimed?.begun == .zero)
        #expect(claimed?.stages.map(\.kind) == [.disk, .fetch, .decode, .transform])
        #expect(claimed?.stages.map { $0.ended - $0.started } == [1, 2, 4, 8].map { .seconds($0) })
        #expect(claimed?.stages.allSatisfy { !$0.isShared } == true)
    }
}
