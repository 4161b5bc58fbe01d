import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// The waterfall's line of a load while it runs, and after its end.
@Suite(.endsInTime) @MainActor struct WaterfallTests {
    private let lab: LabEnvironment
    private let waterfall: WaterfallView
    private let window: Window
    private let time = ManualTime()
    private let trace: Trace

    init() throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        trace = Trace(time: time)
        lab = LabEnvironment(
            Engine.Settings(usesDiskCache: false), feed: .steady, server: server, trace: trace
        ) { _ in }
        waterfall = WaterfallView(lab: lab)
        window = Window(
            size: CellSize(columns: 100, rows: 12),
            environment: ScreenEnvironment(
                renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: lab.manager))
        window.addSubview(waterfall)
    }

    /// Records events, a tenth of a second apart.
    private func happen(_ events: TraceEvent...) {
        for event in events {
            trace.record(event)
            time.advance(by: .milliseconds(100))
        }
        lab.takeEvents()
        waterfall.setNeedsDisplay()
    }

    private func event(
        _ name: TraceEvent.Name, _ load: Int, tier: TraceEvent.Tier? = nil, error: String? = nil
    ) -> TraceEvent {
        TraceEvent(name, load: load, url: "http://lab/image/picture\(load).png", tier: tier, error: error)
    }

    private var lines: [String] {
        window.turn(at: time.now)
        let canvas = window.drawFrame()
        return (0..<canvas.size.rows).map { row in
            var line = String.UnicodeScalarView()
            for column in 0..<canvas.size.columns {
                if let sign = Unicode.Scalar(canvas[column, row].glyph) { line.append(sign) }
            }
            return String(line)
        }
    }

    /// The line of a load; empty if there is none.
    private func line(_ load: Int) -> String { lines.first { $0.contains("picture\(load).png") } ?? "" }

    @Test func `a load is shown from stage to stage while it runs`() {
        defer { lab.close() }
        #expect(lines.joined().contains("no load yet"))
        let stages: [(TraceEvent, String)] = [
            (event(.query, 1), "queued"), (event(.miss, 1), "disk"), (event(.miss, 1, tier: .disk), "waiting"),
            (event(.request, 1), "first byte"), (event(.response, 1), "bytes"), (event(.decode, 1), "decode"),
            (event(.transform, 1), "transform"), (event(.decoded, 1), "set"), (event(.complete, 1), "complete"),
        ]
        var last = -1
        for (event, words) in stages {
            happen(event)
            #expect(line(1).contains(" \(words) "), "\(lines)")
            // and its time advances
            let time = Int(line(1).split(separator: " ").dropFirst(2).first?.filter(\.isNumber) ?? "") ?? 0
            #expect(time > last || words == "complete", "\(lines)")
            last = time
        }
    }

    /// Regression: beside the numbers of rows there was no room for times.
    @Test func `the bars have their times in 80 columns too`() {
        defer { lab.close() }
        window.resize(to: CellSize(columns: 80, rows: 12))
        happen(event(.query, 1), event(.cancel, 1))
        #expect(
            lines[0].contains("─0 ─") && lines[0].split(separator: "─").count { $0.hasSuffix("s ") } >= 2, "\(lines)")
    }

    @Test func `a cancelled load is shown as cancelled`() {
        defer { lab.close() }
        happen(event(.query, 1), event(.miss, 1), event(.request, 1), event(.query, 2), event(.miss, 2))
        #expect(!line(1).contains("cancelled") && !line(2).contains("cancelled"))
        happen(event(.cancel, 1))
        #expect(line(1).contains("cancelled") && !line(2).contains("cancelled"), "\(lines)")
    }

    @Test func `a failed load is shown as failed`() {
        defer { lab.close() }
        happen(event(.query, 1), event(.miss, 1), event(.request, 1))
        #expect(!line(1).contains("failed"))
        happen(event(.fail, 1, error: "HTTP status 500"))
        #expect(line(1).contains("failed"), "\(lines)")
    }

    @Test func `a coalesced load is marked as such`() {
        defer { lab.close() }
        happen(event(.query, 1), event(.miss, 1), event(.request, 1), event(.query, 2), event(.join, 2))
        #expect(!line(2).contains("coalesced") && !line(2).isEmpty, "it has not ended yet: \(lines)")
        happen(event(.downloaded, 1), event(.decoded, 1), event(.complete, 1), event(.complete, 2))
        #expect(line(2).contains("coalesced") && !line(1).contains("coalesced"), "\(lines)")
    }

    @Test func `it follows the newest load until another is chosen`() {
        defer { lab.close() }
        for load in 1...30 { happen(event(.query, load), event(.cancel, load)) }
        #expect(!line(30).isEmpty && line(1).isEmpty)
        waterfall.move(.first)
        #expect(!line(1).isEmpty && line(30).isEmpty && lines[0].contains("at load 1"))
        happen(event(.query, 31))
        #expect(line(31).isEmpty)
        waterfall.move(.last)
        #expect(!line(31).isEmpty && !lines[0].contains("held"))
    }

    @Test func `a chosen load stays chosen when older ones are dropped`() throws {
        defer { lab.close() }
        let most = LabModel.maxLoads
        for load in 1...most { happen(event(.query, load), event(.cancel, load)) }
        _ = lines
        for _ in 0..<20 { waterfall.move(.up) }
        #expect(waterfall.chosen?.number == most - 20)
        let row = try #require(lines.firstIndex { $0.contains("picture\(most - 20).png") })
        happen(event(.query, most + 1))
        #expect(lab.model.recording.loads.count < most)
        #expect(waterfall.chosen?.number == most - 20)
        #expect(lines[row].contains("picture\(most - 20).png"), "it stays in its line: \(lines)")
        waterfall.move(.up)
        #expect(waterfall.chosen?.number == most - 21)
        // the oldest one takes the place of a load that was dropped
        waterfall.move(.first)
        for load in (most + 2)...(2 * most) { happen(event(.query, load), event(.cancel, load)) }
        #expect(waterfall.chosen?.number == lab.model.recording.loads.first?.number)
        #expect(lines[0].contains("at load 1"))
    }
}
