import HalftoneCore
import FoundationEssentials
import TestSupport
import TraceAnalysis
import Testing
import Transfer

@testable import ImageLoading

/// A trace that is read while it is recorded, with the model that recorded traces are read into.
@Suite(.endsInTime) @MainActor struct LiveTraceTests {
    @Test func `live events and the written trace have equal loads`() throws {
        let folder = TemporaryDirectory()
        let time = ManualTime()
        let trace = try Trace(writingTo: folder.path + "/trace", time: time)
        let subscription = trace.makeSubscription()
        let bench = Bench(trace: trace)
        for (index, name) in ["a", "b", "a", "c"].enumerated() {
            bench.load("http://host/\(name)").operation?.setPriority(.high)
            time.advance(by: .milliseconds(10 * index))
        }
        bench.settle()
        time.advance(by: .milliseconds(70))
        bench.transport.running.first?.respond("picture")
        bench.settle()
        bench.manager.cancelAll()
        trace.finish()

        var live = TraceRecording()
        for event in subscription.take() { live.add(event) }
        var reader = TraceReader()
        reader.read([UInt8](try #require(FileManager.default.contents(atPath: folder.path + "/trace"))))
        let recorded = reader.finish()
        #expect(recorded.loads.count == 4 && recorded.isComplete)
        #expect(live.loads.map { $0.asOf(live.duration) } == recorded.loads)
        #expect(subscription.take().isEmpty)
    }

    @Test func `a subscription receives every event of concurrent threads`() async {
        let trace = Trace()
        let subscription = trace.makeSubscription()
        #expect(trace.isObserved)
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for number in 0..<500 { trace.record(TraceEvent(.query, load: 500 * thread + number)) }
                }
            }
        }
        let events = subscription.take()
        #expect(Set(events.compactMap(\.load)).count == 4000 && events.count == 4000)
    }

    // MARK: - Deliveries one by one

    @Test func `deliveries are made one at a time, in their order`() {
        let bench = Bench()
        for name in ["a", "b", "c"] { bench.fill("http://host/\(name)") }
        bench.manager.memoryCache.removeAll()
        let loads = ["a", "b", "c"].map { bench.load("http://host/\($0)") }
        while bench.reads.runAll() + bench.decodes.runAll() > 0 {}
        let queue = bench.manager.deliveries
        #expect(queue.count == 3 && loads.allSatisfy { $0.results.isEmpty })
        queue.deliver(atMost: 1)
        #expect(loads.map(\.results.count) == [1, 0, 0] && queue.count == 2)
        queue.deliver(atMost: 0)
        #expect(queue.count == 2)
        queue.deliver(atMost: 9)
        #expect(loads.map(\.results.count) == [1, 1, 1] && queue.count == 0)
    }

    @Test func `a held delivery is replaced by a newer one of its load`() {
        let bench = Bench()
        let done = bench.run("http://host/done")
        bench.transport.running.last?.respond("picture")
        while bench.reads.runAll() + bench.decodes.runAll() > 0 {}
        let load = bench.load("http://host/a")
        bench.reads.runAll()
        let transfer = bench.transport.running.last
        transfer?.send(.response(TransferResponse(url: "http://host/a", status: 200, expectedBytes: 100)))
        transfer?.send(.bytes(Array(repeating: 1, count: 10)))
        let queue = bench.manager.deliveries
        let waiting = queue.count
        #expect(waiting >= 2 && done.results.isEmpty)
        queue.deliver(atMost: waiting - 1)
        bench.time.advance(by: .milliseconds(100))
        transfer?.send(.bytes(Array(repeating: 2, count: 20)))
        #expect(queue.count == 1)
        queue.deliver()
        #expect(load.progress == [0, 30])
    }

    @Test func `a new delivery wakes the main loop again once all held ones are delivered`() {
        let bench = Bench()
        for name in ["a", "b", "c"] { bench.fill("http://host/\(name)") }
        bench.manager.memoryCache.removeAll()
        for name in ["a", "b"] { bench.load("http://host/\(name)") }
        while bench.reads.runAll() + bench.decodes.runAll() > 0 {}
        bench.wakes.withLock { $0 = 0 }
        bench.manager.deliveries.deliver(atMost: 1)
        bench.load("http://host/c")
        while bench.reads.runAll() + bench.decodes.runAll() > 0 {}
        #expect(bench.wakes.withLock(\.self) == 0)
        bench.manager.deliveries.deliver(atMost: 2)
        #expect(bench.manager.deliveries.count == 0)
        bench.load("http://host/b")
        while bench.reads.runAll() + bench.decodes.runAll() > 0 {}
        bench.manager.memoryCache.removeAll()
        bench.load("http://host/a")
        while bench.reads.runAll() + bench.decodes.runAll() > 0 {}
        #expect(bench.wakes.withLock(\.self) == 1)
    }
}
