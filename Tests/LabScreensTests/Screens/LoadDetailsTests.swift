import ImageLoading
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens

/// The details of one load of the waterfall, while it runs and afterwards.
@MainActor @Suite(.endsInTime) struct LoadDetailsTests {
    /// Returns a Lab that loads nothing by itself, and whose clock the test controls.
    private func stage(columns: Int = 160, rows: Int = 50) throws -> LabStage {
        let stage = try LabStage(columns: columns, rows: rows)
        try stage.lab.set("downloads", to: "off")
        return stage
    }

    /// Shows the details of a load that has just begun.
    private func open(_ stage: LabStage) throws {
        stage.happen(700, .query, .miss, .request)
        let load = try #require(stage.lab.model.recording.loads.last)
        #expect(load.number == 700)
        stage.screen.openDetails(of: load.asOf(stage.trace.seconds))
    }

    /// The lines of the details, without the panels beside them.
    private func details(_ stage: LabStage) -> [Substring] {
        stage.lines().compactMap { line in
            guard let first = line.firstIndex(of: "│"), let last = line.lastIndex(of: "│") else { return nil }
            return line[first...last]
        }
    }

    /// The load's running time, as its details show it.
    private func time(_ stage: LabStage) -> Substring? {
        let line = stage.lines(after: .zero).first { $0.contains("under way  after ") }
        return line.flatMap { line in
            line.firstRange(of: "under way  after ").map { line[$0.upperBound...].prefix { $0 != "│" } }
        }
    }

    /// The time until the details need the next turn.
    private func wish(_ stage: LabStage) -> Duration? {
        let now = stage.time.now
        return stage.screen.details.advance(to: now).map { $0 - now }
    }

    @Test func `the details follow a load while it runs`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        try open(stage)
        #expect(stage.shows("load 700") && stage.shows("under way") && stage.shows("first byte"))
        #expect(!stage.shows("│ bytes  "))
        // the running time advances without events, and is drawn soon enough
        let before = try #require(time(stage))
        #expect(wish(stage).map { $0 <= .milliseconds(100) } == true)
        _ = stage.lines(after: .seconds(2))
        #expect(try #require(time(stage)) != before)
        // an event is shown at once
        stage.happen(700, .response)
        #expect(stage.shows("bytes  ") && stage.shows("under way"))
        stage.happen(700, .downloaded, .decoded, .complete)
        #expect(!stage.shows("under way") && stage.shows("complete  after") && stage.shows("set  "))
        // and then the details stay as they are, and need no turn
        #expect(wish(stage) == nil)
        let end = details(stage)
        _ = stage.lines(after: .seconds(60))
        #expect(details(stage) == end)
    }

    @Test func `the details of a dropped load stay as they were`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        try open(stage)
        #expect(stage.shows("load 700"))
        for load in 1001...(1001 + LabModel.maxLoads) { stage.happen(load, .query, .cancel) }
        #expect(!stage.lab.model.recording.loads.contains { $0.number == 700 })
        #expect(stage.shows("load 700") && stage.shows("first byte"))
    }

    @Test func `keys and the wheel scroll the details of a low window`() throws {
        let stage = try stage(columns: 80, rows: 8)
        defer { stage.lab.close() }
        try open(stage)
        stage.happen(700, .response, .downloaded, .decode, .transform, .decoded, .complete)
        #expect(stage.shows("load 700") && stage.shows("↓ more") && !stage.shows("transform  "))
        let top = details(stage)
        stage.press(.down)
        #expect(!stage.shows("load 700"))
        stage.press(.character("G"))
        #expect(stage.shows("set  ") && !stage.shows("↓ more"))
        stage.press(.home)
        #expect(details(stage) == top)
        stage.mouse(.wheelDown, 40, 3)
        #expect(!stage.shows("load 700") && stage.screen.table.selectedRow == 0)
        for _ in 0..<9 { stage.mouse(.wheelUp, 40, 3) }
        #expect(details(stage) == top)
        // other keys close it and act, and a click closes it
        stage.press(.character("p"))
        #expect(!stage.shows("load 700") && stage.lab.gate.isHeld)
        stage.press(.character("p"))
        try open(stage)
        #expect(stage.shows("load 700"))
        stage.click(40, 3)
        #expect(!stage.shows("load 700"))
    }
}
