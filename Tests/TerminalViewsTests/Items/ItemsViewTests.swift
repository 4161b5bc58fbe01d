import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Items in several columns.
@Suite(.endsInTime) @MainActor struct ItemsViewTests {
    @Test func `items are side by side in lines`() {
        let test = GridStage(10)
        #expect(test.lines() == ["0 1 2 3", "", "4 5 6 7", "", "8 9", ""] && test.fault() == nil)
    }

    @Test func `another number of columns keeps the item at the top`() {
        let test = GridStage(1000)
        test.grid.scroll(byLines: 2 * 50)
        #expect(test.lines().first == "200 201 202 203")
        test.grid.columnCount = 3
        #expect(test.lines().first == "198 199 200")
        test.grid.columnCount = 8
        #expect(test.lines().first == "192193194195196197198199")
        test.grid.columnCount = 0
        #expect(test.grid.columnCount == 1 && test.lines() == ["192", "", "193", "", "194", ""])
        #expect(test.fault() == nil)
    }

    @Test func `an item at the top edge is shown in part`() {
        let test = GridStage(20, lines: 3)
        test.grid.scroll(byLines: 1)
        #expect(test.lines() == ["", "4 5 6 7", ""])
        #expect(test.grid.visibleItems == 0..<8)
    }

    @Test func `keys move in two axes and scroll into view`() {
        let test = GridStage(100)
        test.grid.becomeFirstResponder()
        for key in [Key.right, .down, .down, .down, .left, .pageDown, .up, .end, .home] {
            test.stage.window.sendEvent(.key(key))
        }
        #expect(test.takeLog("select") == [1, 5, 9, 13, 12, 24, 20, 99, 0].map { "select \($0)" })
        test.stage.window.sendEvent(.key(.end))
        #expect(test.lines().contains("96 97 98 99") && test.fault() == nil)
    }

    @Test func `a click selects the item under it`() {
        let test = GridStage(10)
        func click(_ column: Int, _ row: Int) {
            for action in [MouseEvent.Action.press, .release] { test.mouse(action, column, row) }
        }
        test.mouse(.press, 13, 3)
        #expect(test.grid.visibleCells.map(\.isHighlighted).firstIndex(of: true) == 6)
        test.mouse(.release, 19, 3)
        #expect(test.takeLog("select").isEmpty, "the pointer has left it")
        click(13, 3)
        click(23, 5)  // no item is there
        click(23, 0)
        #expect(test.takeLog("select") == ["select 6", "select 3"])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `after any change every item is in its place, and cells are few`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let test = GridStage(2000)
        var most = 0
        for _ in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2: test.grid.scroll(byLines: Int.random(in: -20...20, using: &random))
            case 3: test.grid.moveSelection(ItemMove.allCases.randomElement(using: &random) ?? .down)
            case 4: test.grid.columnCount = Int.random(in: 1...12, using: &random)
            case 5: test.grid.itemRows = Int.random(in: 1...5, using: &random)
            case 6:
                test.resize(
                    columns: Int.random(in: 1...50, using: &random), lines: Int.random(in: 1...20, using: &random))
            default: test.grid.reloadData()
            }
            test.stage.frame()
            most = max(most, test.grid.visibleCells.count)
            if let fault = test.fault() {
                Issue.record("seed \(seed): \(fault)")
                return
            }
            #expect(test.grid.pool.count <= 2, "seed \(seed)")
        }
        #expect(test.made <= 20 * most, "seed \(seed)")
    }

    /// Regression: in another layout spare cells of the former one went on loading.
    @Test func `a reload prepares spare cells for reuse if it has left nothing to show in them`() throws {
        let test = GridStage(100)
        test.grid.scroll(byLines: 50)
        let cell = try #require(test.grid.visibleCells.last)
        cell.isHighlighted = true
        (test.count, test.grid.isHidden) = (0, true)
        test.grid.reloadData()
        #expect(test.grid.pool.count == 2 && test.grid.pool.cells(besides: []).allSatisfy { !$0.isHighlighted })
        #expect(!cell.isHighlighted)
    }

    @Test(arguments: [(1, 1), (500, 200), (1, 200), (500, 1), (0, 0)])
    func `windows of every size work`(_ columns: Int, _ rows: Int) {
        let test = GridStage(100_000, by: 9)
        test.resize(columns: columns, lines: rows)
        test.grid.moveSelection(.last)
        test.grid.moveSelection(.pageUp)
        test.stage.frame()
        #expect(test.fault() == nil)
    }
}
