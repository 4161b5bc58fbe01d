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

    @Test func `an image has the metrics of its transfer, but not from memory`() throws {
        let load = bench.load()
        bench.reads.runAll()
        bench.time.advance(by: .milliseconds(30))
        bench.transport.running[0].respond("picture")
        bench.decodes.runAll()
        bench.settle()
        #expect(try #require(load.loaded?.metrics).bytes == 7)
        #expect(bench.load().loaded?.metrics == nil)
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
