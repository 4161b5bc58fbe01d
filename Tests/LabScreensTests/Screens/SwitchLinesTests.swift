import ImageLab
import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// Foldable groups of switches, the search, and the list of changed switches.
@MainActor @Suite(.endsInTime) struct SwitchLinesTests {
    private var board = Switchboard()
    private var choice = SwitchLines()

    private func names() -> [String] { choice.lines(of: board, initial: LabSettings()).map(\.name) }

    @Test mutating func `a folded group shows only its changed switches`() throws {
        let all = names()
        let open = board.groups.prefix(2).map(\.switches.count).reduce(0, +)
        #expect(all.count == open + board.groups.count, "the view's and the faults are unfolded at first")
        choice.toggle(board.groups[0])
        #expect(names().count == all.count - board.groups[0].switches.count)
        try board.set("transition", to: "none")
        #expect(names().count == all.count - board.groups[0].switches.count + 1 && names().contains("transition"))
        choice.toggle(board.groups[0])
        #expect(names() == all)
    }

    @Test mutating func `a search finds names before texts, first those that begin with it, in folded groups too`() {
        choice.query = "DELAY"
        #expect(
            names() == ["delay", "loadDelay", "delayPlaceholder"].sorted { $0.hasPrefix("d") && !$1.hasPrefix("d") })
        choice.query = "milliseconds before the response"
        #expect(names() == ["delay"])
        choice.query = "nothing has this"
        #expect(names().isEmpty)
    }

    @Test mutating func `a search shows first what was changed, of one rank`() throws {
        try board.set("retryFailed", to: "on")
        choice.query = ""
        #expect(names().first == "retryFailed" && names().count == board.rows.count)
        choice.query = "re"
        #expect(names().first == "retryFailed" && names().contains("replay"))
        choice.query = "delay"
        try board.set("loadDelay", to: "80")
        #expect(names().prefix(2) == ["delay", "delayPlaceholder"], "a name that begins so comes before a changed one")
    }

    private func stage(rows: Int = 50) throws -> LabStage {
        let stage = try LabStage(rows: rows)
        try stage.lab.set("downloads", to: "off")
        stage.press(.character("s"))
        return stage
    }

    private func type(_ text: String, into stage: LabStage) {
        for character in text { stage.press(.character(character)) }
    }

    @Test func `the switchboard shows its position and that there is more`() throws {
        let stage = try stage(rows: 30)
        defer { stage.lab.close() }
        #expect(stage.lines()[1].contains(" of 28 ↓ "), "\(stage.lines()[1])")
        stage.press(.character("G"))
        #expect(stage.lines()[1].contains(" ↑ ") && !stage.lines()[1].contains("↓"))
    }

    @Test func `a group folds and unfolds by its title`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.up, .enter)
        #expect(stage.shows("▸ view") && !stage.shows("  transition"))
        #expect(stage.shows("Enter folds or unfolds the 7 switches"))
        stage.press(.right)
        #expect(stage.shows("▾ view") && stage.shows("  transition"))
        stage.press(.down)
        #expect(stage.shows("‹ surface ›"))
    }

    @Test func `a search filters the switches until it is ended`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("/"))
        type("concurrencx", into: stage)
        #expect(stage.shows("no switch matches"))
        stage.press(.backspace)
        #expect(stage.shows("switches with: concurrenc") && stage.shows("‹ 6 ›") && !stage.shows("placeholder "))
        stage.press(.enter, .right)
        #expect(stage.lab.settings.concurrency == 16)
        #expect(stage.shows("surface") && stage.screen.focus == .switchboard && stage.shows("‹ 16 ›"))
    }

    @Test func `a cancelled search returns the focus to where it began`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("/"))
        type("conc", into: stage)
        stage.press(.escape)
        #expect(stage.screen.focus == .switchboard && !stage.shows("switches with:"))
        stage.press(.escape, .character("/"))
        stage.click(on: "/ search")  // which begins it again
        type("conc", into: stage)
        stage.press(.escape)
        #expect(stage.screen.focus == .table && !stage.shows("switches with:"))
    }

    @Test func `a search ends when another panel is focused, and has no keys of a list over all panels`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("/"))
        type("conc", into: stage)
        #expect(stage.shows("switches with: conc▏"))
        stage.click(5, 10)
        let row = try #require(stage.screen.table.selectedRow)
        stage.press(.character("j"))
        #expect(stage.screen.focus == .table && stage.screen.table.selectedRow == row + 1)
        #expect(!stage.shows("switches with:") && stage.shows("‹ 6 ›"))
        stage.press(.character("/"))
        stage.screen.openScenarios()
        stage.press(.escape)
        #expect(stage.screen.scenarios.isHidden && stage.screen.switchboard.isSearching)
    }

    @Test func `changed switches are counted, marked and reset`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(stage.shows("switchboard: 1 changed"), "downloads are off")
        try stage.lab.set("transition", to: "none")
        try stage.lab.set("etag", to: "on")
        #expect(stage.shows("switchboard: 3 changed") && stage.shows("1 of 7 changed") && stage.shows("* transition"))
        stage.press(.character("/"))
        type("transition", into: stage)
        stage.press(.enter, .backspace)
        #expect(stage.lab.settings.picture.transition.name == "fade" && stage.lab.settings.faults.etag)
        stage.press(.character("D"))
        #expect(stage.lab.settings.isDownloading && stage.lab.settings.faults == LabFaults())
    }

    @Test func `a switch that was found or reset in a folded group stays selected, and its group unfolds`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        #expect(stage.shows("▸ engine"))
        stage.press(.character("/"))
        type("concurrency", into: stage)
        stage.press(.enter)
        #expect(stage.shows("▾ engine") && stage.shows("‹ 6 ›"))
        stage.press(.up, .up, .enter)
        #expect(stage.shows("▸ engine"))
        try stage.lab.set("attempts", to: "1")
        stage.press(.down, .down)
        #expect(stage.shows("‹ 1 ›"), "downloads are off, and the changed switches are there")
        stage.press(.right)
        #expect(stage.shows("‹ 3 ›") && stage.shows("▾ engine"))
    }

    /// Regression: the line vanished, and the next key changed another switch.
    @Test func `a switch in a folded group stays selected when its second value is reset`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("b"))
        stage.lab.stepBeside(try stage.lab.switchboard.row(named: "retryFailed"))
        // the last titles are those of "more faults" and "lab"
        stage.press(.character("G"), .up, .up)
        #expect(stage.shows("▸ image options") && stage.shows("‹ off ‖ on ›"))
        stage.press(.character("]"))
        #expect(stage.shows("▾ image options") && stage.shows("‹ off ‖ off ›"))
    }
}
