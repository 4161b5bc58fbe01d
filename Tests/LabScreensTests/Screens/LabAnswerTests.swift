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

    @Test(
        arguments: [
            ([.character("n")], "p holds deliveries back"),
            ([.character("p"), .character("n")], "no delivery is waiting"),
            ([.character("d")], "the server has no faults"),
            ([.character("s"), .escape, .escape], "q quits"),
            (
                [.character("T"), .down, .down, .down, .enter],
                "scenario transition needs the disk cache (leave out --no-cache)"
            ),
            ([.character("0")], "counters reset"),
        ] as [([Key], String)])
    func `a key without a visible effect says why, or what it did`(keys: [Key], answer: String) throws {
        let stage = try stage()
        defer { stage.lab.close() }
        _ = stage.lines()  // lays the screen out
        for key in keys.dropLast() { #expect(!self.answer(stage, to: key).hasSuffix(answer), "\(key)") }
        #expect(keys.last.map { self.answer(stage, to: $0).hasSuffix(answer) } == true, "\(stage.footer)")
        #expect(stage.screen.details.isHidden)
    }

    @Test func `the first line says what to do`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(stage.lines()[0].contains("End: cells that leave cancel their loads.  t tour, s switches, ? help"))
    }

    /// The screen is not laid out, so no row has loaded.
    @Test func `Enter on an empty waterfall reports that there is no load`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("w"))
        #expect(answer(stage, to: .enter).hasSuffix("no load yet") && stage.screen.details.isHidden)
    }

    @Test func `cancelling a row without a load is reported`() async throws {
        let stage = try stage()
        defer { stage.lab.close() }
        _ = stage.lines()  // lays the screen out
        let cell = try #require(stage.screen.table.selectedCell)
        stage.press(.enter)
        #expect(cell.isLoading)
        #expect(!answer(stage, to: .character("x")).contains("no load to cancel"))
        await until("the load to end") { !cell.isLoading }
        #expect(answer(stage, to: .character("x")).hasSuffix("the row has no load to cancel"))
    }

    @Test func `turning faults off is reported`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        try stage.lab.set("status", to: "404")
        #expect(answer(stage, to: .character("d")).hasSuffix("the faults are cleared"))
        #expect(stage.lab.settings.faults.status == nil)
    }
}
