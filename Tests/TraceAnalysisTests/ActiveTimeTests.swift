import Testing

@testable import ImageLoading
@testable import TraceAnalysis

/// Waterfalls without idle time, and with the views of their loads.
@Suite(.endsInTime) struct ActiveTimeTests {
    private func loads(_ times: [(Double, Double)]) -> [TracedLoad] {
        TraceReaderTests.read(
            times.enumerated().map { recordedLoad($0.offset + 1, from: $0.element.0, to: $0.element.1) }.joined()
        ).loads
    }

    private func lines(_ text: String, columns: Int = 120) -> [String] {
        TraceReport(
            TraceReaderTests.read(text), columns: columns, isASCII: true, mostLoads: 100
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
