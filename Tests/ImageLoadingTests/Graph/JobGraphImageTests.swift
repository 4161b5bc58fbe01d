import ImageCoding
import Testing

@testable import ImageLoading

/// Chains of transforms, and where their images are stored.
@Suite(.endsInTime) struct JobGraphImageTests {
    private func driver(_ steps: [String]...) -> GraphDriver {
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
