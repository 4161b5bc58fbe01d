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

    private func lines(
        _ text: String, columns: Int = 100, isASCII: Bool = false, mostLoads: Int = 100
    ) -> [String] {
        TraceReport(
            TraceReaderTests.read(text), columns: columns, isASCII: isASCII, mostLoads: mostLoads, fit: fit
        ).lines()
    }

    @Test func `the statistics of the summary are reported`() {
        let text = lines(
            TraceReaderTests.load
                + "{\"event\":\"summary\",\"loads\":7,\"memoryHits\":2,\"diskHits\":3,\"joins\":4,\"requests\":5,"
                + "\"bytesReceived\":6000,\"cancelled\":8,\"failed\":9,\"lateDropped\":10,\"stalePaints\":11,"
                + "\"framesPresented\":12,\"framesDropped\":13,\"cellsElided\":14,\"encodeMicroseconds\":15000,"
                + "\"writeMicroseconds\":16000}\n"
        ).joined(separator: "\n")
        for part in [
            "loads 7: 2 from memory, 3 from disk, 4 coalesced, 8 cancelled, 9 failed", "requests 5: 6.0 KB received",
            "10 late deliveries dropped, 11 stale paints", "frames 12: 13 dropped",
            "screen: 14 cells not sent, 15",
        ] { #expect(text.contains(part), "\(part)") }
        #expect(!text.contains("no summary"))
        #expect(lines(TraceReaderTests.load).joined().contains("no summary at the end"))
    }

    @Test func `a bar has the position and the length of its time`() {
        let bar = WaterfallBar(from: 0, to: 20, columns: 20, isASCII: true)
        let load = TraceReaderTests.read(TraceReaderTests.load).loads[0]
        #expect(bar.text(of: load) == " .-ffbbb-DD=TT===")
        let blocks = WaterfallBar(from: 0, to: 20, columns: 20, isASCII: false)
        #expect(blocks.text(of: load) == " ·─░░▒▒▒─▓▓█▞▞███")
    }

    @Test func `parts of a cell are eighth blocks`() {
        let bar = WaterfallBar(from: 0, to: 8, columns: 8, isASCII: false)
        let loads = TraceReaderTests.read(recordedLoad(1, from: 0, to: 0.125) + recordedLoad(2, from: 3, to: 3.5)).loads
        #expect(loads.map(bar.text) == ["▏", "   ▌"])
        let plain = WaterfallBar(from: 0, to: 8, columns: 8, isASCII: true)
        #expect(loads.map(plain.text) == ["|", "   |"])
        let end = TraceReaderTests.read(recordedLoad(3, from: 8, to: 8)).loads
        #expect(end.map(bar.text) == ["       ▏"], "nothing is drawn beyond the edge")
    }

    @Test(arguments: [1, 20, 33, 40, 80, 200])
    func `no line is wider than the terminal`(columns: Int) {
        let text =
            TraceReaderTests.load + (2...30).map { recordedLoad($0, from: Double($0), to: Double($0) * 1.5) }.joined()
        let lines = lines(text, columns: columns)
        #expect(lines.count > 30)
        for line in lines { #expect(line.count <= max(20, columns), "\(line)") }
    }

    @Test func `without UTF-8 everything is ASCII`() {
        let lines = lines(TraceReaderTests.load, isASCII: true)
        #expect(lines.count > 5)
        for line in lines {
            #expect(line.unicodeScalars.allSatisfy { $0.isASCII && $0.value >= 32 }, "\(line)")
        }
    }

    @Test func `omitted loads are reported`() {
        let text = (1...5).map { recordedLoad($0, from: Double($0), to: Double($0) + 1) }.joined()
        #expect(lines(text, mostLoads: 2).contains("and 3 loads more: --loads 5"))
        #expect(!lines(text).joined().contains("more"))
    }

    @Test(arguments: [
        (0.0, "0.0 ms"), (0.0042, "4.2 ms"), (0.0121, "12 ms"), (0.812, "812 ms"), (0.9996, "1.0 s"), (12.44, "12.4 s"),
    ])
    func `times have the unit that suits them`(seconds: Double, text: String) {
        #expect(TraceReport.time(seconds) == text)
    }
}
