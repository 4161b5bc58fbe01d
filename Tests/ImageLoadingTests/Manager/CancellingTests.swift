import EngineTestSupport
import Testing

@testable import ImageLoading

/// A cancelled load ends once, at once, and stops the work that no other load waits for.
@Suite(.endsInTime) @MainActor struct CancellingTests {
    private let bench = Bench()

    @Test func `cancelling completes before it returns`() {
        let load = bench.load()
        load.operation?.cancel()
        #expect(load.words == ["cancelled"])
        #expect(load.operation?.isCancelled == true && load.operation?.isFinished == true)
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.isIdle)
        #expect(bench.trace.summary.cancelled == 1 && bench.transport.transfers.isEmpty)
    }

    @Test func `cancelling stops the transfer`() {
        let load = bench.run()
        load.operation?.cancel()
        #expect(bench.transport.transfers.map(\.isCancelled) == [true])
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.isIdle)
    }

    @Test func `cancelling before the decode decodes nothing`() {
        let load = bench.run()
        bench.transport.running[0].respond("picture")
        load.operation?.cancel()
        bench.settle()
        #expect(bench.coder.texts.isEmpty && load.words == ["cancelled"] && bench.isIdle)
    }

    @Test func `a result that arrives after the cancel is dropped and counted`() {
        let load = bench.run()
        bench.transport.running[0].respond("picture")
        bench.decodes.runAll()
        load.operation?.cancel()
        bench.settle()
        #expect(load.words == ["cancelled"] && bench.trace.summary.lateDropped == 1 && bench.isIdle)
    }

    @Test func `cancelling after the end does nothing`() {
        bench.fill()
        let load = bench.load()
        load.operation?.cancel()
        #expect(load.words == ["image memory"] && load.operation?.isCancelled == false)
    }

    // H03
    @Test func `cancelling and requesting in a tight loop ends each load once`() {
        let bench = Bench()
        var loads: [RecordedLoad] = []
        for round in 0..<500 {
            loads.append(bench.load())
            if round % 3 == 0 { bench.settle() }
            if round < 499 { loads[round].operation?.cancel() }
        }
        bench.answer("picture")
        #expect(loads.dropLast().allSatisfy { $0.words == ["cancelled"] })
        #expect(loads.last?.words == ["image none"] && bench.isIdle)
    }

    @Test func `a transfer that ends inside its start is handled`() {
        let bench = Bench(usesDisk: false, transport: FakeTransport { $0.finish(.failure(.cancelled)) })
        let load = bench.run()
        #expect(load.words == ["cancelled"] && bench.isIdle)
    }

    // MARK: - From inside completions

    @Test func `a completion may start the next load`() {
        var next: RecordedLoad?
        let first = bench.load("http://host/a") { _ in next = next ?? bench.load("http://host/b") }
        first.operation?.cancel()
        bench.answer("picture")
        #expect(first.words == ["cancelled"] && next?.words == ["image none"] && bench.isIdle)
    }

    @Test func `a synchronous completion may start the same load again`() {
        bench.fill()
        var again: RecordedLoad?
        let first = bench.load { _ in again = again ?? bench.load() }
        #expect(first.words == ["image memory"] && again?.words == ["image memory"] && bench.isIdle)
    }

    @Test func `a completion may cancel others that are about to complete`() {
        var second: RecordedLoad?
        let first = bench.load("http://host/a") { _ in second?.operation?.cancel() }
        second = bench.load("http://host/b")
        bench.settle()
        for transfer in bench.transport.running { transfer.respond("picture") }
        bench.settle()
        #expect(first.words == ["image none"] && second?.words == ["cancelled"])
        #expect(bench.trace.summary.lateDropped == 1 && bench.isIdle)
    }

    @Test func `a completion may cancel itself`() {
        var load: RecordedLoad?
        load = bench.load { _ in load?.operation?.cancel() }
        bench.answer("picture")
        #expect(load?.words == ["image none"] && bench.trace.summary.cancelled == 0)
    }

    @Test func `cancelAll ends every load and keeps loads that their completions start`() {
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
