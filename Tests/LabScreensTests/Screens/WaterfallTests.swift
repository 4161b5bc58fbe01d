import ImageLoading
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens

/// The waterfall's line of a load while it runs, and after its end.
@Suite(.endsInTime) @MainActor struct WaterfallTests {
    private let stage: LabStage
    private let waterfall: WaterfallView
    private let window: Window

    /// A waterfall without the other panels, whose Lab is not shown and loads nothing by itself.
    init() throws {
        stage = try LabStage()
        waterfall = WaterfallView(lab: stage.lab)
        window = Window(size: CellSize(columns: 100, rows: 12), environment: stage.window.environment)
        window.addSubview(waterfall)
    }

    private var lines: [String] {
        waterfall.setNeedsDisplay()
        window.turn(at: stage.time.now)
        return window.drawFrame().textLines
    }

    /// The line of a load; empty if there is none.
    private func line(_ load: Int) -> String { lines.first { $0.contains("picture\(load).png") } ?? "" }

    @Test func `a load is shown from stage to stage while it runs`() {
        defer { stage.lab.close() }
        #expect(lines.joined().contains("no load yet"))
        let stages: [(TraceEvent.Name, TraceEvent.Tier?, String)] = [
            (.query, nil, "queued"), (.miss, nil, "disk"), (.miss, .disk, "waiting"), (.request, nil, "first byte"),
            (.response, nil, "bytes"), (.decode, nil, "decode"), (.transform, nil, "transform"), (.decoded, nil, "set"),
            (.complete, nil, "complete"),
        ]
        var last = -1
        for (name, tier, words) in stages {
            stage.happen(1, name, tier: tier)
            #expect(line(1).contains(" \(words) "), "\(lines)")
            // and its time advances
            let time = Int(line(1).split(separator: " ").dropFirst(2).first?.filter(\.isNumber) ?? "") ?? 0
            #expect(time > last || words == "complete", "\(lines)")
            last = time
        }
    }

    /// Regression: beside the numbers of rows there was no room for times.
    @Test func `the bars have their times in 80 columns too`() {
        defer { stage.lab.close() }
        window.resize(to: CellSize(columns: 80, rows: 12))
        stage.happen(1, .query, .cancel)
        #expect(
            lines[0].contains("─0 ─") && lines[0].split(separator: "─").count { $0.hasSuffix("s ") } >= 2, "\(lines)")
    }

    @Test(arguments: [
        ([TraceEvent.Name.cancel], "cancelled"), ([.fail], "failed"),
        ([.downloaded, .decoded, .complete], "complete"),
    ])
    func `the end of a load is shown, and not that of another one`(events: [TraceEvent.Name], end: String) {
        defer { stage.lab.close() }
        stage.happen(1, .query, .miss, .request)
        stage.happen(2, .query, .miss)
        #expect(!line(1).contains(end) && !line(2).contains(end))
        for name in events { stage.happen(1, name) }
        #expect(line(1).contains(" \(end) ") && !line(2).contains(end), "\(lines)")
    }

    @Test func `a coalesced load is marked as such`() {
        defer { stage.lab.close() }
        stage.happen(1, .query, .miss, .request)
        stage.happen(2, .query, .join)
        #expect(!line(2).contains("coalesced") && !line(2).isEmpty, "it has not ended yet: \(lines)")
        stage.happen(1, .downloaded, .decoded, .complete)
        stage.happen(2, .complete)
        #expect(line(2).contains("coalesced") && !line(1).contains("coalesced"), "\(lines)")
    }

    @Test func `it follows the newest load until another is chosen`() {
        defer { stage.lab.close() }
        for load in 1...30 { stage.happen(load, .query, .cancel) }
        #expect(!line(30).isEmpty && line(1).isEmpty)
        waterfall.move(.first)
        #expect(!line(1).isEmpty && line(30).isEmpty && lines[0].contains("at load 1"))
        stage.happen(31, .query)
        #expect(line(31).isEmpty)
        waterfall.move(.last)
        #expect(!line(31).isEmpty && !lines[0].contains("held"))
    }

    @Test func `a chosen load stays chosen when older ones are dropped`() throws {
        defer { stage.lab.close() }
        let most = LabModel.maxLoads
        for load in 1...most { stage.happen(load, .query, .cancel) }
        _ = lines
        for _ in 0..<20 { waterfall.move(.up) }
        #expect(waterfall.chosen?.number == most - 20)
        let row = try #require(lines.firstIndex { $0.contains("picture\(most - 20).png") })
        stage.happen(most + 1, .query)
        #expect(stage.lab.model.recording.loads.count < most)
        #expect(waterfall.chosen?.number == most - 20)
        #expect(lines[row].contains("picture\(most - 20).png"), "it stays in its line: \(lines)")
        waterfall.move(.up)
        #expect(waterfall.chosen?.number == most - 21)
        // the oldest one takes the place of a load that was dropped
        waterfall.move(.first)
        for load in (most + 2)...(2 * most) { stage.happen(load, .query, .cancel) }
        #expect(waterfall.chosen?.number == stage.lab.model.recording.loads.first?.number)
        #expect(lines[0].contains("at load 1"))
    }
}
