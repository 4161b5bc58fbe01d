import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// The mouse over the Lab's last line, its help and the details of a load.
@MainActor @Suite(.endsInTime) struct LabMouseTests {
    @Test func `hints of the Lab's last line can be clicked`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        var asked: [String] = []
        stage.screen.didAsk = { asked.append("\($0)") }
        stage.click(on: "s switches")
        #expect(stage.screen.focus == .switchboard)
        stage.click(on: "→ more")
        #expect(stage.lab.settings.picture.placeholder.name == "none")
        stage.click(on: "← less")
        #expect(stage.lab.settings.picture.placeholder.name == "surface")
        stage.click(on: "Esc back")
        #expect(stage.screen.focus == .table)
        stage.click(on: "p hold")
        #expect(stage.lab.gate.isHeld)
        stage.click(on: "f feed")
        #expect(stage.lab.settings.feed == .slow && stage.footer.contains("feed: slow"))
        // the hints replace the status message; until then a click there does nothing
        stage.click(60, 49)
        #expect(asked.isEmpty && stage.lab.settings.feed == .slow)
        _ = stage.lines(after: .seconds(3))
        stage.click(on: "q quit")
        #expect(asked == ["quit"])
        // a click beside the hints does nothing
        stage.click(158, 49)
        #expect(asked.count == 1 && stage.screen.focus == .table)
    }

    @Test func `a click on a hint below the help only closes the Lab's help`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        stage.click(on: "? help")
        #expect(stage.shows("hold back deliveries to the views"))
        stage.click(on: "p hold")
        #expect(!stage.shows("hold back deliveries to the views") && !stage.lab.gate.isHeld)
        // a click on the help itself closes it too
        stage.click(on: "? help")
        stage.click(80, 20)
        #expect(!stage.shows("hold back deliveries to the views"))
    }

    @Test func `the wheel scrolls the Lab's help, and not the view behind`() throws {
        let stage = try LabStage(columns: 80, rows: 24)
        defer { stage.lab.close() }
        stage.press(.character("?"))
        let top = stage.lines()
        #expect(stage.shows("one panel up") && !stage.shows("leave the Lab"))
        stage.mouse(.wheelDown, 40, 12)
        #expect(stage.lines() != top && stage.screen.table.selectedRow == 0)
        for _ in 0..<20 { stage.mouse(.wheelDown, 40, 12) }
        #expect(stage.shows("leave the Lab") && !stage.shows("one panel up"))
        // keys scroll the help too, and any other key closes it
        stage.press(.character("g"))
        #expect(stage.lines() == top)
        stage.press(.pageDown, .end)
        #expect(stage.shows("leave the Lab"))
        stage.press(.character("x"))
        #expect(!stage.shows("leave the Lab"))
    }

    @Test func `a click selects a line of a panel, and only that`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        try stage.lab.set("downloads", to: "off")
        for load in 701...703 { stage.happen(load, .query, .miss) }
        func row(of text: String) throws -> Int { try #require(stage.lines().firstIndex { $0.contains(text) }) }
        stage.click(20, try row(of: "picture702.png"))
        #expect(stage.screen.focus == .waterfall && stage.screen.waterfall.chosen?.number == 702)
        stage.mouse(.doubleClick, 20, try row(of: "picture701.png"))
        #expect(stage.screen.waterfall.chosen?.number == 701 && stage.screen.details.isHidden)
        stage.click(20, try row(of: "waterfall:"))
        #expect(stage.screen.waterfall.chosen?.number == 701, "the title is no load")
        stage.click(130, try row(of: "  indicator"))
        #expect(stage.screen.focus == .switchboard && stage.shows("‹ spinner ›"))
        let help = try row(of: "shown while a picture loads")
        stage.click(130, help)
        stage.click(130, help + 2)
        #expect(stage.shows("‹ spinner ›") && stage.shows("switchboard: 1 changed"), "downloads are off")
    }

    @Test func `the last line names the keys of the focused panel`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        #expect(stage.footer.contains("↓ move   t tour   f feed   s switches"))
        stage.press(.character("s"))
        #expect(stage.footer.contains("→ more   ← less   / search   Backspace reset"))
        stage.press(.character("w"))
        #expect(stage.footer.contains("Enter details"))
        stage.happen(9, .query, .miss)
        stage.press(.character("G"), .enter)
        #expect(stage.footer.contains("Esc back   ↓ move") && !stage.footer.contains("Enter details"))
        stage.press(.escape)
        #expect(stage.footer.contains("Enter details") && stage.screen.focus == .waterfall)
    }
}
