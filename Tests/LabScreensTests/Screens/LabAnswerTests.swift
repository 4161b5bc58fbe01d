import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens

/// The messages of the Lab's keys without an effect, and with an invisible one.
@MainActor @Suite(.endsInTime) struct LabAnswerTests {
    /// Returns a Lab whose loads send no request.
    private func stage() throws -> LabStage {
        let stage = try LabStage()
        try stage.lab.set("downloads", to: "off")
        return stage
    }

    /// Returns the last line after a key.
    private func answer(_ stage: LabStage, to key: Key) -> String {
        stage.press(key)
        return stage.footer.trimmingSpaces
    }

    @Test func `a step without held deliveries is reported`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(answer(stage, to: .character("n")).hasSuffix("p holds deliveries back"))
        stage.press(.character("p"))
        #expect(answer(stage, to: .character("n")).hasSuffix("no delivery is waiting"))
    }

    @Test func `cancelling a row without a load is reported`() async throws {
        let stage = try stage()
        defer { stage.lab.close() }
        _ = stage.lines()
        let cell = try #require(stage.screen.table.selectedCell)
        stage.press(.character("r"))
        #expect(cell.isLoading)
        #expect(!answer(stage, to: .character("x")).contains("no load to cancel"))
        await until("the load to end") { !cell.isLoading }
        #expect(answer(stage, to: .character("x")).hasSuffix("the row has no load to cancel"))
    }

    @Test func `turning faults off reports whether there were any`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(answer(stage, to: .character("d")).hasSuffix("the server has no faults"))
        try stage.lab.set("status", to: "404")
        #expect(answer(stage, to: .character("d")).hasSuffix("the faults are cleared"))
        #expect(stage.lab.settings.faults.status == nil)
    }

    @Test func `Enter on an empty waterfall reports that there is no load`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("w"))
        #expect(answer(stage, to: .enter).hasSuffix("no load yet") && stage.screen.details.isHidden)
    }

    @Test func `going back from the table names the key that leaves the Lab`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("s"))
        #expect(!answer(stage, to: .escape).hasSuffix("q quits") && stage.screen.focus == .table)
        #expect(answer(stage, to: .escape).hasSuffix("q quits"))
    }

    @Test func `Enter on a scenario that cannot be played reports the reason`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        _ = stage.lines()  // lays the screen out
        stage.press(.character("T"))
        for _ in 0..<3 { stage.press(.down) }
        #expect(answer(stage, to: .enter).hasSuffix("scenario transition needs the disk cache (leave out --no-cache)"))
        #expect(!stage.screen.scenarios.isHidden)
    }

    @Test func `resetting the counters is reported`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(answer(stage, to: .character("0")).hasSuffix("counters reset"))
    }
}
