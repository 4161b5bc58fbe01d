import Testing

@testable import ImageLoading
@testable import TraceAnalysis

/// Waterfalls without idle time, in a range of seconds, and with the views of their loads.
@Suite(.endsInTime) struct ActiveTimeTests {
    private func loads(_ times: [(Double, Double)]) -> [TracedLoad] {
        TraceReaderTests.read(
            times.enumerated().map { recordedLoad($0.offset + 1, from: $0.element.0, to: $0.element.1) }.joined()
        ).loads
    }

    private func lines(_ text: String, columns: Int = 120, _ seconds: ClosedRange<Double> = 0...1000) -> [String] {
        TraceReport(
            TraceReaderTests.read(text).limited(to: seconds), columns: columns, isASCII: true, mostLoads: 100
        ) { text, columns in
            String(text.prefix(columns)) + String(repeating: " ", count: max(0, columns - text.count))
        }.lines()
    }

    @Test func `idle time between groups is left out, and the loads follow each other`() {
        let groups = ActiveTime(loads([(1, 2), (1.5, 3), (60, 61), (61.5, 62)])).groups
        #expect(groups.map(\.idle) == [0, 57])
        #expect(groups.map { $0.loads.map(\.begun) } == [[1, 1.5], [3, 4.5]])
        #expect(groups[1].loads.map(\.ended) == [4, 5] && groups[1].loads.allSatisfy { $0.seconds <= 1 })
        let starts = groups[1].loads.flatMap(\.spans).map(\.start)
        #expect(!starts.isEmpty && starts.allSatisfy { (3.0...5.0).contains($0) })
    }

    @Test func `a load that runs all the time leaves no idle time`() {
        let groups = ActiveTime(loads([(1, 100), (2, 3), (60, 61)])).groups
        #expect(groups.count == 1 && groups[0].loads.map(\.begun) == [1, 2, 60])
        #expect(ActiveTime([]).groups.isEmpty)
    }

    @Test func `the report has the idle times and their positions`() {
        let text = recordedLoad(1, from: 1, to: 2) + recordedLoad(2, from: 62, to: 63)
        let lines = lines(text)
        #expect(lines.contains("waterfall of 1.0 s to 63.0 s, without 60.0 s in which nothing happened"), "\(lines)")
        #expect(lines.contains("       (60.0 s in which nothing happened)"))
    }

    @Test func `only the loads of a range are reported`() {
        let text = (1...5).map { recordedLoad($0, from: Double($0) * 10, to: Double($0) * 10 + 1) }.joined()
        let lines = lines(text, 20.5...40)
        #expect(lines.contains { $0.contains("p2.png") } && lines.contains { $0.contains("p4.png") })
        #expect(!lines.contains { $0.contains("p1.png") || $0.contains("p5.png") }, "\(lines)")
        #expect(TraceReaderTests.read(text).limited(to: 0...5).loads.isEmpty)
    }

    @Test func `a range without loads is reported, and sums are said to be of the whole trace`() {
        let text = recordedLoad(1, from: 1, to: 2)
        for (range, line) in [
            (900...(.infinity), "no load from 900.0 s on"), (0...0.5, "no load from 0.0 ms to 500 ms"),
            (3...4.5, "no load from 3.0 s to 4.5 s"), (1e300...1e301, "no load from 1000000000.0 s to 1000000000.0 s"),
        ] as [(ClosedRange<Double>, String)] {
            let lines = lines(text, range)
            #expect(lines.contains(line), "\(lines)")
            #expect(lines[0].hasPrefix("the whole trace: ") && lines[0].hasSuffix(" in 2.0 s"))
        }
        #expect(!lines(text, 1...2).joined().contains("no load"))
        let recording = TraceReaderTests.read(text)
        let whole = TraceReport(recording, columns: 80, isASCII: true, mostLoads: 0) { line, _ in line }
        #expect(!whole.lines().joined().contains("no load") && !whole.lines().joined().contains("the whole trace"))
    }

    private static func event(_ name: String, _ fields: String, at time: Double) -> String {
        "{\"t\":\(time),\"event\":\"\(name)\",\(fields)}\n"
    }

    private static let bound =
        event("bind", "\"view\":7,\"row\":3,\"url\":\"http://h/a\"", at: 1)
        + event("query", "\"load\":1,\"row\":3,\"url\":\"http://h/a\"", at: 1)
        + event("query", "\"load\":2,\"url\":\"http://h/a\"", at: 1.1)
        + event("bind", "\"view\":8,\"row\":4,\"url\":\"http://h/b\"", at: 1.2)
        + event("query", "\"load\":3,\"row\":9,\"url\":\"http://h/c\"", at: 1.3)

    @Test func `a load belongs to the view that was bound for it, and one for no view to none`() {
        #expect(TraceReaderTests.read(Self.bound).loads.map(\.view) == [7, nil, nil])
    }

    @Test func `the waterfall names the view and the row of a load`() throws {
        let lines = lines(Self.bound)
        #expect(lines.contains { $0.contains("?  view 7  row 4 ") }, "\(lines)")
        #expect(lines.contains { $0.contains("?  ahead ") })
        let narrow = self.lines(Self.bound, columns: 80)
        #expect(narrow.contains { $0.contains("?  view 7 ") } && !narrow.contains { $0.contains("row 4") })
        #expect(!self.lines(recordedLoad(1, from: 1, to: 2)).joined().contains("ahead"))
    }
}
