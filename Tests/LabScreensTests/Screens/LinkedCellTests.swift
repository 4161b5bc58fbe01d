import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The connection between cells and loads, and cells that show their loads before reuse.
@MainActor @Suite(.endsInTime) struct LinkedCellTests {
    /// Returns a Lab whose loads wait, because downloads are off.
    private func stage(rows: Int = 50) throws -> LabStage {
        let stage = try LabStage(rows: rows)
        try stage.lab.set("downloads", to: "off")
        _ = stage.lines()
        return stage
    }

    /// The lines of the waterfall.
    private func waterfall(_ stage: LabStage) -> [String] {
        let lines = stage.lines(after: .milliseconds(100))
        let start = lines.firstIndex { $0.contains("waterfall:") } ?? lines.count - 1
        return lines[(start + 1)...].prefix { !$0.contains("· queued") }.filter { !$0.trimmingSpaces.isEmpty }
    }

    @Test func `a reused cell names its former row and the load that its reuse ended, until it loads again`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        let count = stage.screen.table.visibleCells.count
        stage.press(.character("G"))
        let lines = stage.lines(after: .milliseconds(100))
        #expect(lines.count { $0.contains("was row ") && $0.contains(" cancelled ") } >= count - 1, "\(lines)")
        #expect(lines.contains { $0.contains("was row 3: load 3 cancelled before any byte") })
        #expect(stage.lines(after: .seconds(60)).contains { $0.contains("was row 3:") })
        stage.press(.character("R"))
        #expect(!stage.shows("was row "))
        // in a replay the cell is reused for its own row, which shows no former load
        try stage.lab.set("replay", to: "on")
        #expect(!stage.shows("was row "))
    }

    @Test func `the title of the former row is struck through for a second`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        func struckCells(after pause: Duration = .milliseconds(16)) -> Int {
            _ = stage.lines(after: pause)
            let canvas = stage.window.drawFrame()
            return (0..<canvas.size.rows).map { row in
                (0..<canvas.size.columns).count { canvas[$0, row].attributes.contains(.strikethrough) }
            }.reduce(0, +)
        }
        #expect(struckCells() == 0)
        let cell = stage.screen.table.visibleCells[2]
        let title = cell.title
        stage.press(.character("G"))
        #expect(struckCells() > 0 && cell.formerTitle == title && cell.title != title)
        #expect(struckCells(after: .milliseconds(900)) > 0)
        #expect(struckCells(after: .milliseconds(1100)) == 0)
    }

    @Test func `a reused cell whose delivery is held says how many bytes had arrived`() async throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        stage.press(.character("p"))
        await until("the deliveries to be held") {
            _ = stage.lines()
            return stage.lab.gate.count > 0 && stage.lab.manager.activeLoadCount == 0
        }
        stage.press(.character("G"))
        let lines = stage.lines().filter { $0.contains("was row ") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains(" cancelled after ") }, "\(lines)")
    }

    @Test func `the selected row stays in view when a panel takes its room`() throws {
        let stage = try stage(rows: 24)
        defer { stage.lab.close() }
        stage.press(.character("w"), .character("w"), .character("G"))
        _ = stage.lines()
        stage.press(.character("w"))
        _ = stage.lines()
        let table = stage.screen.table
        #expect(table.visibleCells.contains { $0.isSelected }, "\(stage.lines())")
    }

    @Test func `a cell counts its reuses, those of a replay too, and each reuse and load is a generation`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        func generation() -> Int? { stage.screen.table.selectedCell?.imageView.bindingGeneration }
        #expect(stage.shows("cell 1  reused 0  load 1") && generation() == 1)
        stage.press(.character("G"))
        #expect(stage.shows("reused 1") && generation() == 3)
        stage.press(.character("w"), .enter)
        #expect(stage.shows("generation 3 = 1 reuse + 2 loads"), "only the details of its load show it")
        stage.press(.escape, .escape)
        stage.press(.character("R"))
        _ = stage.lines()
        #expect(generation() == 4)
        try stage.lab.set("replay", to: "on")
        #expect(stage.shows("reused 2") && generation() == 6)
    }

    @Test func `a cell that is reused before its first load counts the reuse as a generation`() throws {
        let stage = try LabStage()
        defer { stage.lab.close() }
        try stage.lab.set("loadDelay", to: "600000")
        try stage.lab.set("delayPlaceholder", to: "on")
        #expect(stage.shows("cell 1  reused 0  no load"))
        stage.press(.character("G"))
        #expect(stage.shows("reused 1  no load") && stage.screen.table.selectedCell?.imageView.bindingGeneration == 1)
    }

    @Test func `the help explains the texts of a cell`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("?"))
        #expect(stage.shows("Texts of a cell") && stage.shows("few cells show all rows"))
    }

    @Test func `every load names its cell and row, and those of the selected cell are highlighted`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("j"))
        let lines = waterfall(stage)
        #expect(lines[0].hasPrefix("     1  cell 1  row 1 "), "\(lines)")
        #expect(lines[1].hasPrefix("▌    2  cell 2  row 2 "), "\(lines)")
        #expect(lines.count { $0.hasPrefix("▌") } == 1)
    }

    @Test func `the loads of both pictures of the selected cell are highlighted`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("b"))
        let own = waterfall(stage).filter { $0.contains(" cell 1 ") }
        #expect(own.count >= 2 && own.allSatisfy { $0.hasPrefix("▌") }, "\(own)")
    }

    @Test func `the chosen load highlights its cell`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.character("w"), .character("g"), .character("j"), .character("j"))
        let cells = stage.screen.table.visibleCells
        #expect(cells.filter(\.isLinked).map(\.number) == [3])
        #expect(stage.lines().contains { $0.hasPrefix("┃") })
        #expect(waterfall(stage).filter { $0.hasPrefix("▌") }.map { $0.contains("cell 3") } == [true])
        stage.press(.escape)
        #expect(!cells.contains(where: \.isLinked) && !stage.lines().contains { $0.hasPrefix("┃") })
    }

    @Test func `a load that a key cancelled was not cancelled by the reuse`() throws {
        let stage = try stage()
        defer { stage.lab.close() }
        stage.press(.down, .down, .character("x"))
        stage.press(.character("G"))
        let lines = stage.lines(after: .milliseconds(100))
        #expect(lines.contains { $0.contains("was row 3: load 3 had been cancelled") }, "\(lines)")
        #expect(lines.contains { $0.contains("was row 2: load 2 cancelled before") })
    }

    @Test(arguments: [
        (PreviousRow(row: 1, load: 1, state: .loading, isCancelled: true, received: "at 41 %"), "cancelled at 41 %"),
        (PreviousRow(row: 1, load: 1, state: .loading, isCancelled: true, received: nil), "cancelled before any byte"),
        (PreviousRow(row: 1, load: 1, state: .loading, isCancelled: false, received: "at 10 %"), "continues"),
        (PreviousRow(row: 1, load: 1, state: .shown, isCancelled: false, received: nil), "was shown"),
    ])
    func `a reused cell shows how its former load ended`(previousRow: PreviousRow, outcome: String) {
        #expect(
            previousRow.text.hasPrefix("was row 1: load 1 ") && previousRow.text.contains(outcome),
            "\(previousRow.text)")
    }
}
