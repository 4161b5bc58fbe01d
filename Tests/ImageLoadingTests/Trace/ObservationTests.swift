import HalftoneCore
import FoundationEssentials
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// Observing loads from inside the program.
@Suite(.endsInTime) @MainActor struct ObservationTests {
    private let bench = Bench()

    // MARK: - Events

    @Test func `a subscription gets the events of a load`() {
        let subscription = bench.trace.makeSubscription()
        bench.fill("http://user:secret@host/a")
        bench.load("http://user:secret@host/a")
        let events = subscription.take()
        #expect(
            events.map(\.event.rawValue) == [
                "query", "miss", "miss", "request", "response", "progress", "downloaded", "decode", "decoded", "store",
                "store", "complete", "query", "hit", "complete",
            ])
        #expect(!events.contains { $0.url?.text.contains("secret") == true })
    }

    @Test func `without a subscription events are only counted`() {
        #expect(!bench.trace.isObserved)
        bench.trace.record(TraceEvent(.query))
        let subscription = bench.trace.makeSubscription()
        #expect(bench.trace.isObserved && bench.trace.summary.loads == 1 && subscription.take().isEmpty)
    }

    // MARK: - Timing

    @Test func `a load has the times of its stages`() throws {
        let load = bench.load()
        bench.reads.runAll()
        bench.time.advance(by: .milliseconds(30))
        bench.transport.running[0].respond("picture")
        bench.time.advance(by: .milliseconds(2))
        bench.decodes.runAll()
        bench.time.advance(by: .milliseconds(5))
        bench.settle()
        let metrics = try #require(load.loaded?.metrics)
        #expect(metrics.stages.map(\.kind) == [.disk, .fetch, .decode])
        #expect(metrics.total == .milliseconds(37) && metrics.delivery == .milliseconds(5))
        #expect(load.operation?.metrics == metrics)
    }

    @Test func `a coalesced load has its stages marked as shared`() {
        let loads = [bench.load(), bench.load()]
        bench.answer("picture")
        #expect(loads.map { $0.loaded?.metrics?.stages.contains { $0.isShared } } == [false, true])
    }

    @Test func `a memory hit has no metrics`() {
        bench.fill()
        #expect(bench.load().loaded?.metrics == nil)
    }

    @Test func `the description of the job tree is readable`() {
        var transfer = TransferMetrics()
        transfer.nameLookup = .milliseconds(3)
        transfer.connect = .milliseconds(10)
        transfer.firstByte = .milliseconds(40)
        transfer.total = .microseconds(71_040)
        func stage(
            _ kind: LoadStage.Kind, _ queued: Int, _ started: Int, _ ended: Int, isShared: Bool = false,
            transfer: TransferMetrics? = nil
        ) -> LoadStage {
            LoadStage(
                kind: kind, isShared: isShared, queued: .milliseconds(queued), started: .milliseconds(started),
                ended: .milliseconds(ended), transfer: transfer)
        }
        let metrics = LoadMetrics(
            load: 12, url: "http://user:secret@host/a\u{1b}", begun: .zero, ended: .milliseconds(100),
            stages: [
                stage(.disk, 0, 0, 1), stage(.fetch, 1, 13, 90, transfer: transfer),
                stage(.decode, 90, 90, 95, isShared: true),
            ])
        #expect(
            metrics.description == """
                load 12  100.0 ms  http://host/a
                ├ disk  1.0 ms
                ├ fetch  77.0 ms  after 12.0 ms in the queue
                │ ├ name lookup  3.0 ms
                │ ├ connect  10.0 ms
                │ ├ first byte  27.0 ms
                │ └ transfer  31.0 ms
                ├ decode  5.0 ms  shared
                └ deliver  5.0 ms
                """)
    }

    // MARK: - The trace

    @Test func `transforms and stores are traced`() {
        let subscription = bench.trace.makeSubscription()
        bench.load("http://host/a", .waitStoreCache, .made { $0.transformer = FixedTransformer() })
        bench.answer("picture")
        let names = subscription.take().map { $0.event.rawValue + ($0.tier.map { " " + $0.rawValue } ?? "") }
        #expect(names.suffix(5) == ["decoded", "store disk", "transform", "store memory", "complete"])
    }
}
