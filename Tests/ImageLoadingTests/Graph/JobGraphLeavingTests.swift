import Testing

@testable import ImageLoading

/// Cancelling the last load of a job stops the job and frees its slot exactly once.
@Suite(.endsInTime) struct JobGraphLeavingTests {
    /// The stage of the load when it is cancelled.
    enum Stage: CaseIterable {
        case queuedRead, runningRead, queuedDownload, runningDownload, queuedDecode, runningDecode
    }

    /// Returns a driver in which load 1 has reached a stage; where it is queued, load 9 of another picture has the only
    /// slot.
    private func driver(at stage: Stage) -> GraphDriver {
        let driver = GraphDriver(reads: 1, downloads: 1, decodes: 1)
        func pass(_ steps: Int) {
            if steps > 0 { driver.answerRead(nil) }
            if steps > 1 { driver.answerDownload(with: GraphDriver.payload()) }
        }
        switch stage {
        case .queuedRead, .queuedDownload, .queuedDecode:
            let steps = stage == .queuedRead ? 0 : stage == .queuedDownload ? 1 : 2
            driver.begin(9, GraphDriver.request("b"))
            pass(steps)
            driver.begin(1)
            pass(steps)
        case .runningRead: driver.begin(1)
        case .runningDownload:
            driver.begin(1)
            pass(1)
        case .runningDecode:
            driver.begin(1)
            pass(2)
        }
        return driver
    }

    private func finish(_ driver: GraphDriver) {
        while true {
            if !driver.decodes.isEmpty {
                driver.answerDecode()
            } else if let index = driver.downloads.indices.first {
                let isStopped = driver.stopped.contains(driver.downloads[index].job)
                driver.answerDownload(isStopped ? .failure(.cancelled) : .success(.fresh(GraphDriver.payload())))
            } else if !driver.reads.isEmpty {
                driver.answerRead(nil)
            } else {
                return
            }
        }
    }

    @Test(arguments: Stage.allCases) func `cancelling the last load stops the work and leaves nothing`(_ stage: Stage) {
        let driver = driver(at: stage)
        #expect(driver.leave(1) && !driver.leave(1))
        #expect(driver.graph.jobs.values.allSatisfy { $0.plan.source != "a" })
        #expect(driver.stopped.isEmpty == (stage != .runningDownload))
        if stage == .runningDecode { #expect(driver.decodes[0].token.isCancelled) }
        finish(driver)
        #expect(driver.news[1] == nil)
        #expect(driver.isIdle)
    }

    // H02
    @Test(arguments: Stage.allCases) func `cancelling one of two loads leaves the other running`(_ stage: Stage) {
        let driver = driver(at: stage)
        driver.begin(2)
        if stage != .queuedRead, stage != .runningRead { driver.answerRead(nil) }
        #expect(driver.leave(1))
        #expect(driver.stopped.isEmpty)
        finish(driver)
        #expect(driver.news[1] == nil && driver.news[2] == ["image none"])
        #expect(driver.isIdle)
    }

    @Test(arguments: Stage.allCases) func `no load coalesces with a stopping job`(_ stage: Stage) {
        let driver = driver(at: stage)
        driver.leave(1)
        driver.begin(2)
        #expect(!driver.joins.contains(2))
        finish(driver)
        #expect(driver.news[2] == ["image none"])
        #expect(driver.isIdle)
    }

    @Test func `bytes of a stopped download are dropped`() {
        let driver = driver(at: .runningDownload)
        driver.leave(1)
        driver.answerDownload(with: GraphDriver.payload())
        #expect(driver.decodes.isEmpty && driver.log.isEmpty && driver.isIdle)
    }
}
