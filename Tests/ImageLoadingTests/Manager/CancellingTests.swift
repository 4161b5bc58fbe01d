import Testing

@testable import ImageLoading

/// A cancelled load ends once, at once, and stops the work that no other load waits for.
@Suite(.endsInTime) @MainActor struct CancellingTests {
    private let bench = Bench()

    @Test func cancellingCompletesBeforeItReturns() {
        let load = bench.load()
        load.operation?.cancel()
        #expect(load.words == ["cancelled"])
        #expect(load.operation?.isCancelled == true && load.operation?.isFinished == true)
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.isIdle)
        #expect(bench.trace.summary.cancelled == 1)
    }

    @Test func cancellingBeforeTheReadSparesTheDiskAndTheNetwork() {
        let load = bench.load()
        load.operation?.cancel()
        bench.settle()
        #expect(bench.transport.transfers.isEmpty && bench.isIdle)
    }

    @Test func cancellingStopsTheTransfer() {
        let load = bench.load()
        bench.settle()
        load.operation?.cancel()
        #expect(bench.transport.transfers.map(\.isCancelled) == [true])
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.isIdle)
    }

    @Test func cancellingBeforeTheDecodeDecodesNothing() {
        let load = bench.load()
        bench.settle()
        bench.transport.running[0].respond("picture")
        load.operation?.cancel()
        bench.settle()
        #expect(bench.coder.texts.isEmpty && load.words == ["cancelled"] && bench.isIdle)
    }

    @Test func aResultThatArrivesAfterTheCancelIsDroppedAndCounted() {
        let load = bench.load()
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.decodes.runAll()
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.trace.summary.lateDropped == 1 && bench.isIdle)
    }

    @Test func cancellingAfterTheEndDoesNothing() {
        bench.fill()
        let load = bench.load()
        load.operation?.cancel()
        #expect(load.words == ["image memory"] && load.operation?.isCancelled == false)
    }

    // H02
    @Test func cancellingSomeLeavesTheOthersRunning() {
        let loads = (0..<6).map { _ in bench.load() }
        bench.settle()
        for index in [0, 2, 3] { loads[index].operation?.cancel() }
        #expect(bench.transport.transfers.map(\.isCancelled) == [false])
        bench.transport.running[0].respond("picture")
        bench.settle()
        for (index, load) in loads.enumerated() {
            #expect(load.words == ([0, 2, 3].contains(index) ? ["cancelled"] : ["image none"]))
        }
        #expect(bench.isIdle && bench.transport.transfers.count == 1)
    }

    @Test func requestingAgainRightAfterTheCancelSucceeds() {
        let first = bench.load()
        bench.settle()
        first.operation?.cancel()
        let second = bench.load()
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        #expect(first.words == ["cancelled"] && second.words == ["image none"] && bench.isIdle)
    }

    // H03
    @Test func cancellingAndRequestingInATightLoopEndsEachOnce() {
        let bench = Bench()
        var loads: [RecordedLoad] = []
        for round in 0..<500 {
            loads.append(bench.load())
            if round % 3 == 0 { bench.settle() }
            if round < 499 { loads[round].operation?.cancel() }
        }
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        #expect(loads.dropLast().allSatisfy { $0.words == ["cancelled"] })
        #expect(loads.last?.words == ["image none"] && bench.isIdle)
    }

    @Test func aTransferThatEndsFromInsideItsStartIsNoTrouble() {
        let bench = Bench(usesDisk: false, transport: FakeTransport { $0.finish(.failure(.cancelled)) })
        let load = bench.load()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.isIdle)
    }

    // MARK: - From inside completions

    @Test func aCompletionMayStartTheNextLoad() {
        var next: RecordedLoad?
        let first = bench.load("http://host/a") { _ in next = next ?? bench.load("http://host/b") }
        first.operation?.cancel()
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        #expect(first.words == ["cancelled"] && next?.words == ["image none"] && bench.isIdle)
    }

    @Test func aSynchronousCompletionMayStartTheSameLoadAgain() {
        bench.fill()
        var again: RecordedLoad?
        let first = bench.load { _ in again = again ?? bench.load() }
        #expect(first.words == ["image memory"] && again?.words == ["image memory"] && bench.isIdle)
    }

    @Test func aCompletionMayCancelOthersThatAreAboutToComplete() {
        var second: RecordedLoad?
        let first = bench.load("http://host/a") { _ in second?.operation?.cancel() }
        second = bench.load("http://host/b")
        bench.settle()
        for transfer in bench.transport.running { transfer.respond("picture") }
        bench.settle()
        #expect(first.words == ["image none"] && second?.words == ["cancelled"])
        #expect(bench.trace.summary.lateDropped == 1 && bench.isIdle)
    }

    @Test func aCompletionMayCancelItself() {
        var load: RecordedLoad?
        load = bench.load { _ in load?.operation?.cancel() }
        bench.settle()
        bench.transport.running[0].respond("picture")
        bench.settle()
        #expect(load?.words == ["image none"] && bench.trace.summary.cancelled == 0)
    }

    @Test func cancelAllEndsEveryLoadAndLeavesWhatTheirCompletionsStart() {
        var next: RecordedLoad?
        let loads = (0..<20).map { number in
            bench.load("http://host/\(number)") { _ in next = next ?? bench.load("http://host/next") }
        }
        bench.settle()
        bench.manager.cancelAll()
        bench.settle()
        #expect(loads.allSatisfy { $0.words == ["cancelled"] })
        #expect(next?.words == [] && bench.manager.activeLoadCount == 1 && bench.manager.isRunning)
        bench.manager.cancelAll()
        bench.settle()
        #expect(!bench.manager.isRunning && bench.isIdle)
    }
}
