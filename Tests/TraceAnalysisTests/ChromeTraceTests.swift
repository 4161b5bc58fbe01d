import TestSupport
import Testing

@testable import ImageLoading
@testable import TraceAnalysis

/// Exports for Chrome and Perfetto, checked against the rules of the format.
@Suite(.endsInTime) struct ChromeTraceTests {
    /// Returns the events of the export of a trace, which follow the rules of the format.
    private func events(_ trace: String, _ note: String = "") throws -> [ChromeEvents.Event] {
        var bytes: [UInt8] = []
        #expect(
            ChromeTrace(TraceReaderTests.read(trace)).write {
                bytes += $0
                return true
            })
        return try ChromeEvents.read(bytes, note)
    }

    @Test func `loads are slices with their stages inside`() throws {
        let events = try events(
            TraceReaderTests.load + recordedLoad(2, from: 3, to: 4) + recordedLoad(3, from: 30, to: 31))
        #expect(events.first?.name == "process_name" && events.first?.args?.name == "halftone")
        let loads = events.filter { $0.cat == "load" }
        #expect(loads.map(\.name).sorted() == ["load 1", "load 2", "load 3"])
        #expect(loads.first { $0.name == "load 2" }?.ts == 3_000_000)
        #expect(loads.first { $0.name == "load 2" }?.dur == 1_000_000)
        #expect(events.first { $0.name == "decode" }?.ts == 9_000_000)
        #expect(events.first { $0.name == "first byte" }?.cat == "stage")
    }

    @Test func `concurrent loads are on lines of their own, and later ones on the first free line`() throws {
        let events = try events(
            recordedLoad(1, from: 0, to: 5) + recordedLoad(2, from: 1, to: 3) + recordedLoad(3, from: 3, to: 4)
                + recordedLoad(4, from: 3.5, to: 9)
                + recordedLoad(5, from: 5, to: 6))
        #expect(events.filter { $0.cat == "load" }.map(\.tid) == [1, 2, 2, 3, 1])
        #expect(
            events.filter { $0.name == "thread_name" }.map(\.tid) == [1, 2, 3]
                && events.filter { $0.name == "thread_name" }.compactMap(\.args?.name) == [
                    "loads 1", "loads 2", "loads 3",
                ])
    }

    @Test func `the end of a load is among its details`() throws {
        let events = try events(
            "{\"t\":1,\"event\":\"query\",\"load\":1,\"url\":\"http://h/1\"}\n"
                + "{\"t\":2,\"event\":\"fail\",\"load\":1,\"error\":\"gone\"}\n"
                + "{\"t\":2,\"event\":\"query\",\"load\":2,\"url\":\"http://h/2\"}\n"
                + "{\"t\":3,\"event\":\"cancel\",\"load\":2}\n"
                + "{\"t\":3,\"event\":\"query\",\"load\":3,\"url\":\"http://h/3\"}\n")
        let details = events.filter { $0.cat == "load" }.compactMap(\.args)
        #expect(details.map(\.outcome) == ["failed", "cancelled", "unfinished"])
        #expect(details.map(\.load) == [1, 2, 3] && details[0].error == "gone")
    }

    @Test func `random traces follow the rules of the format`() throws {
        for seed in 1...60 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let names = TraceEvent.Name.allCases.map(\.rawValue)
            var time = 0.0
            var lines = ""
            for _ in 0..<Int.random(in: 1...150, using: &random) {
                // times as threads record them: sometimes slightly out of order, and finer than a microsecond
                time += Double.random(in: -0.000_3...0.001, using: &random)
                let name =
                    Bool.random(using: &random) ? "query" : names[Int.random(in: 0..<names.count, using: &random)]
                let number = Int.random(in: 1...8, using: &random)
                lines += "{\"t\":\(max(0, time)),\"event\":\"\(name)\",\"load\":\(number),\"row\":\(number % 3),"
                lines += "\"url\":\"http://h/\(number % 3)\"}\n"
            }
            _ = try events(lines, "seed \(seed)")
        }
    }

    @Test func `an empty trace is exported as an empty one`() throws {
        #expect(try events("").map(\.name) == ["process_name"])
    }

    @Test func `a trace for Chrome ends with the writer`() {
        var pieces = 0
        let isWritten = ChromeTrace(TraceReaderTests.read(TraceReaderTests.load)).write { _ in
            pieces += 1
            return pieces < 2
        }
        #expect(!isWritten && pieces == 2)
    }
}
