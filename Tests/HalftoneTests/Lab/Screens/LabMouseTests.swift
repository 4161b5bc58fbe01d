import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import halftone

/// The mouse over the Lab's last line, its help and the details of a load.
@MainActor @Suite(.endsInTime) struct LabMouseTests {
    @Test func hintsOfTheLabsLastLineTakeClicks() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        var asked: [String] = []
        stage.screen.didAsk = { asked.append("\($0)") }
        stage.click(on: "s switches")
        #expect(stage.screen.focus == .switchboard)
        stage.click(on: "→ more")
        #expect(stage.lab.settings.feed == .slow)
        stage.click(on: "← less")
        #expect(stage.lab.settings.feed == .steady)
        stage.click(on: "Tab panel")
        #expect(stage.screen.focus == .waterfall)
        stage.click(on: "Esc back")
        #expect(stage.screen.focus == .table)
        stage.click(on: "p hold")
        #expect(stage.lab.gate.isHeld)
        stage.click(on: "f feed")
        #expect(stage.lab.settings.feed == .slow && stage.footer.contains("feed: slow"))
        // the status message makes way for the hints; until then a click there does nothing
        stage.click(60, 49)
        #expect(asked.isEmpty && stage.lab.settings.feed == .slow)
        _ = stage.lines(after: .seconds(3))
        stage.click(on: "q quit")
        #expect(asked == ["quit"])
        // a click beside the hints does nothing
        stage.click(158, 49)
        #expect(asked.count == 1 && stage.screen.focus == .table)
    }

    @Test func aClickOnAHintBelowTheHelpOnlyClosesTheLabsHelp() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        stage.click(on: "? help")
        #expect(stage.shows("hold back deliveries to the views"))
        #expect(stage.shows("first byte"), "what the colours of the waterfall mean")
        stage.click(on: "p hold")
        #expect(!stage.shows("hold back deliveries to the views") && !stage.lab.gate.isHeld)
        // and so does a click on the help itself
        stage.click(on: "? help")
        stage.click(80, 20)
        #expect(!stage.shows("hold back deliveries to the views"))
    }

    @Test func theLabsHelpKeepsTheLettersOfItsSignsWhereTwoHalvesStandSideBySide() throws {
        let stage = try LabStage(columns: 160, rows: 40)
        defer { stage.lab.close() }
        stage.press(.character("?"))
        let lines = stage.lines()
        #expect(lines.contains { $0.contains("one panel up") } && lines.contains { $0.contains("leave the Lab") })
        let signs = try #require(lines.first { $0.contains("first byte") && $0.contains("transform") })
        #expect(signs.contains(" set  "), "\(signs)")
    }

    @Test func theWheelScrollsTheLabsHelpAndNotWhatIsBehind() throws {
        let stage = try LabStage(columns: 80, rows: 24)
        defer { stage.lab.close() }
        stage.press(.character("?"))
        let top = stage.lines()
        #expect(stage.shows("one panel up") && !stage.shows("leave the Lab"))
        stage.mouse(.wheelDown, 40, 12)
        #expect(stage.lines() != top && stage.screen.table.selectedRow == 0)
        for _ in 0..<20 { stage.mouse(.wheelDown, 40, 12) }
        #expect(stage.shows("leave the Lab") && !stage.shows("one panel up"))
        // keys scroll it too, and any other key closes it
        stage.press(.character("g"))
        #expect(stage.lines() == top)
        stage.press(.pageDown, .end)
        #expect(stage.shows("leave the Lab"))
        stage.press(.character("x"))
        #expect(!stage.shows("leave the Lab"))
    }

    @Test func aDoubleClickOnALoadOfTheWaterfallOpensItsDetails() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        try stage.lab.set("downloads", to: "off")
        for load in 701...703 { stage.happen(load, .query, .miss) }
        let row = try #require(stage.lines().firstIndex { $0.contains("picture702.png") })
        stage.click(20, row)
        #expect(stage.screen.details.isHidden && stage.screen.focus == .waterfall)
        stage.mouse(.doubleClick, 20, row)
        #expect(!stage.screen.details.isHidden && stage.shows("load 702"))
        stage.press(.escape)
        // the line above the panel is no load
        let title = try #require(stage.lines().firstIndex { $0.contains("waterfall:") })
        stage.mouse(.doubleClick, 20, title)
        #expect(stage.screen.details.isHidden)
    }

    @Test func theLastLineSaysWhatKeysDoWhereTheyGo() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        #expect(stage.footer.contains("↓ move   t scenarios   f feed   s switches"))
        stage.press(.character("s"))
        #expect(stage.footer.contains("→ more   ← less   / search   z fold"))
        stage.press(.character("w"))
        #expect(stage.footer.contains("Enter details"))
        stage.happen(9, .query, .miss)
        stage.press(.character("G"), .enter)
        #expect(stage.footer.contains("Esc back   ↓ move") && !stage.footer.contains("Enter details"))
        stage.press(.escape)
        #expect(stage.footer.contains("Enter details") && stage.screen.focus == .waterfall)
    }
}
