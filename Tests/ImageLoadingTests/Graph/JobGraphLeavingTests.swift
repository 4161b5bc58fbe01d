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
        #expect(driver.leave(1))
        #expect(driver.graph.jobs.values.allSatisfy { $0.plan.source != "a" })
        #expect(driver.stopped.isEmpty == (stage != .runningDownload))
        if stage == .runningDecode { #expect(driver.decodes[0].token.isCancelled) }
        finish(driver)
        #expect(driver.news[1] == nil)
        #expect(driver.isIdle)
    }

    @Test(arguments: Stage.allCases) func `cancelling one of two loads leaves the other running`(_ stage: Stage) {
        let driver = driver(at: stage)
        driver.begin(2)
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

    @Test(arguments: Stage.allCases) func `cancelling twice changes nothing`(_ stage: Stage) {
        let driver = driver(at: stage)
        #expect(driver.leave(1))
        #expect(!driver.leave(1))
        finish(driver)
        #expect(driver.isIdle)
    }

    @Test func `a stopped download keeps its slot until it has ended`() {
        let driver = driver(at: .runningDownload)
        driver.begin(2, GraphDriver.request("b"))
        driver.answerRead(nil)
        driver.leave(1)
        #expect(driver.downloads.map(\.url) == ["a"])
        driver.answerDownload(.failure(.cancelled))
        #expect(driver.downloads.map(\.url) == ["b"])
    }

    @Test func `bytes of a stopped download are dropped`() {
        let driver = driver(at: .runningDownload)
        driver.leave(1)
        driver.answerDownload(with: GraphDriver.payload())
        #expect(driver.decodes.isEmpty && driver.log.isEmpty && driver.isIdle)
    }

    @Test func `failures and cancellations never use up the slots`() {
        let driver = GraphDriver(reads: 1, downloads: 6, decodes: 2)
        var id = 0
        for round in 0..<10 {
            for number in 0..<6 {
                id += 1
                driver.begin(id, GraphDriver.request("\(round).\(number)", .networkOnly))
                if number == 5 { driver.leave(id) }
            }
            while !driver.downloads.isEmpty {
                let isStopped = driver.stopped.contains(driver.downloads[0].job)
                driver.answerDownload(.failure(isStopped ? .cancelled : .invalidStatusCode(404)))
            }
        }
        #expect(driver.isIdle)
        driver.begin(1000, GraphDriver.request("good", .networkOnly))
        driver.answerDownload(with: GraphDriver.payload())
        driver.answerDecode()
        #expect(driver.news[1000] == ["image none"] && driver.isIdle)
    }

    @Test func `an ended load can be cancelled until its result is delivered`() {
        var graph = JobGraph(reads: 1, decodes: 1, decodeBytes: 1)
        let asked = GraphDriver.request("a", .networkOnly)
        graph.begin(1, asked.plan(), asked.sources)
        graph.didFetch(1, .failure(.invalidStatusCode(404)))
        #expect(graph.isAlive(1) && graph.activeLoadCount == 0)
        let wasAlive = graph.leave(1)
        let isClaimed = graph.claim(1) != nil
        #expect(wasAlive && !isClaimed)
    }
}
