import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import halftone

/// Keys of the Lab that have no effect say why, and those with an invisible effect say what they did.
@MainActor @Suite(.endsInTime) struct LabAnswerTests {
    /// Returns a Lab whose loads never reach the server.
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

    @Test func aStepWithNothingHeldSaysSo() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(answer(stage, to: .character("n")) == "p holds deliveries back")
        stage.press(.character("p"))
        #expect(answer(stage, to: .character("n")) == "no delivery is waiting")
    }

    @Test func cancellingARowWithoutALoadSaysSo() async throws {
        let stage = try stage()
        defer { stage.lab.close() }
        _ = stage.lines()
        let cell = try #require(stage.screen.table.selectedCell)
        stage.press(.character("r"))
        #expect(cell.isLoading)
        #expect(!answer(stage, to: .character("x")).contains("no load to cancel"))
        await until("the load to end") { !cell.isLoading }
        #expect(answer(stage, to: .character("x")) == "the row has no load to cancel")
    }

    @Test func turningFaultsOffSaysWhetherThereWereAny() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(answer(stage, to: .character("d")) == "the server has no faults")
        try stage.lab.set("status", to: "404")
        #expect(answer(stage, to: .character("d")) == "the faults are cleared")
        #expect(stage.lab.settings.faults.status == nil)
    }

    @Test func enterOnAnEmptyWaterfallSaysThatThereIsNoLoad() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("w"))
        #expect(answer(stage, to: .enter) == "no load yet" && stage.screen.details.isHidden)
    }

    @Test func goingBackFromTheTableSaysHowTheLabIsLeft() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("s"))
        #expect(answer(stage, to: .escape) != "q quits" && stage.screen.focus == .table)
        #expect(answer(stage, to: .escape) == "q quits")
    }

    @Test func countingFromZeroIsSaid() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(answer(stage, to: .character("0")) == "counters reset")
    }
}
