import FoundationEssentials
import Testing

@testable import ImageLoading
@testable import TraceAnalysis

/// The text report of a trace.
@Suite(.endsInTime) struct TraceReportTests {
    private func fit(_ text: String, _ columns: Int) -> String {
        let cut = String(text.prefix(columns))
        return cut + String(repeating: " ", count: columns - cut.count)
    }

    private func lines(_ text: String, columns: Int = 100) -> [String] {
        TraceReport(TraceReaderTests.read(text), columns: columns, fit: fit).lines()
    }

    @Test func `the totals of the events are reported, and whether the trace has an end`() {
        let text = lines(TraceReaderTests.load).joined(separator: "\n")
        for part in [
            "13 events in 17.0 s, without an end",
            "loads 1: 0 from memory, 0 from disk, 0 coalesced, 0 cancelled, 0 failed",
            "requests 1: 90 B received, 0 retried", "0 late deliveries dropped, 0 stale paints",
        ] { #expect(text.contains(part), "\(part) in \(text)") }
        #expect(lines(TraceReaderTests.load + "{\"event\":\"summary\"}\n").first == "13 events in 17.0 s")
    }

    @Test func `each burst of loads has its own time axis`() {
        let lines = lines(
            recordedLoad(1, from: 1, to: 2) + recordedLoad(2, from: 1.5, to: 3) + recordedLoad(3, from: 62, to: 63))
        #expect(
            lines.filter { $0.hasPrefix("waterfall of ") } == [
                "waterfall of 1.0 s to 3.0 s", "waterfall of 62.0 s to 63.0 s",
            ])
        #expect(lines.last?.hasPrefix("     3    1.0 s complete    p3.png?x") == true, "\(lines)")
    }

    @Test func `a bar has the position and the length of its time`() {
        let bar = WaterfallBar(from: 0, to: 20, columns: 20)
        let load = TraceReaderTests.read(TraceReaderTests.load).loads[0]
        #expect(bar.text(of: load) == " ·─░░▒▒▒─▓▓█▞▞█")
    }

    @Test func `a load shorter than a cell has one, within the edges`() {
        let bar = WaterfallBar(from: 0, to: 8, columns: 8)
        let loads = TraceReaderTests.read(
            recordedLoad(1, from: 0, to: 0.125) + recordedLoad(2, from: 3, to: 3.5) + recordedLoad(3, from: 8, to: 8)
        ).loads
        #expect(loads.map(bar.text) == ["·", "   ·", "       ·"])
    }

    @Test(arguments: [1, 20, 33, 40, 80, 200])
    func `no line is wider than the terminal`(columns: Int) {
        let text =
            TraceReaderTests.load + (2...30).map { recordedLoad($0, from: Double($0), to: Double($0) * 1.5) }.joined()
        let lines = lines(text, columns: columns)
        #expect(lines.count > 30)
        for line in lines { #expect(line.count <= columns, "\(line)") }
    }

    @Test func `omitted loads are counted`() {
        let text = (1...103).map { recordedLoad($0, from: Double($0), to: Double($0) + 1) }.joined()
        #expect(lines(text).last == "and 3 loads more, which --chrome exports")
        #expect(!lines(recordedLoad(1, from: 1, to: 2)).joined().contains("more"))
    }

    @Test(arguments: [
        (0.0, "0.0 ms"), (0.0042, "4.2 ms"), (0.0121, "12 ms"), (0.812, "812 ms"), (0.9996, "1.0 s"), (12.44, "12.4 s"),
    ])
    func `times have the unit that suits them`(seconds: Double, text: String) {
        #expect(TraceReport.time(seconds) == text)
    }
}
