import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TableViewSelectionTests {
    private func shown(_ test: ListStage) -> [Int] {
        test.table.visibleCells.filter(\.isSelected).compactMap { ($0 as? ListStage.RowCell)?.id }
    }

    private func click(_ test: ListStage, _ row: Int) {
        for action in [MouseEvent.Action.press, .release] { test.mouse(action, row) }
    }

    @Test func `selection by the program sends no events, and by the user does`() {
        let test = ListStage(Array(0..<20), lines: 5)
        test.table.selectRow(at: IndexPath(row: 3))
        #expect(test.takeLog("select").isEmpty && shown(test) == [3])
        click(test, 1)
        #expect(test.takeLog("select") == ["select 1"] && shown(test) == [1])
        click(test, 1)
        #expect(test.takeLog("select") == ["select 1"])
        test.stage.window.sendEvent(.key(.down))
        #expect(test.takeLog("select") == ["select 2"] && shown(test) == [2])
    }

    @Test func `a row that is out of view is selected too`() {
        let test = ListStage(Array(0..<50), lines: 5)
        test.table.selectRow(at: IndexPath(row: 40))
        #expect(shown(test).isEmpty && test.table.indexPathForSelectedRow == IndexPath(row: 40))
        test.table.scroll(byLines: 38)
        #expect(shown(test) == [40])
    }

    @Test func `missing index paths are ignored`() {
        let test = ListStage([0, 1], lines: 5)
        for odd in [IndexPath(row: 9), IndexPath(row: -1), IndexPath(row: 0, section: 4), IndexPath(indexes: [0]), []] {
            test.table.selectRow(at: odd)
            test.table.reloadRows(at: [odd])
            #expect(test.table.cellForRow(at: odd) == nil)
        }
        #expect(test.table.selectedItem == 0 && test.fault() == nil)
    }

    @Test func `keys without an item do nothing`() {
        let test = ListStage([], lines: 5)
        for move in ItemMove.allCases { test.table.moveSelection(move) }
        #expect(test.table.selectedItem == nil && test.takeLog().isEmpty)
    }

    @Test func `the wheel scrolls and a click on nothing selects nothing`() {
        let test = ListStage(Array(0..<9), lines: 5)
        test.mouse(.wheelDown, 0)
        #expect(test.table.contentOffset == 3)
        test.mouse(.wheelUp, 0)
        #expect(test.table.contentOffset == 0)
        let short = ListStage([0], lines: 5)
        click(short, 3)
        #expect(short.takeLog("select").isEmpty)
        #expect(short.table.item(at: CellPoint(column: 0, row: 3)) == nil)
    }

    @Test func `cell and path lead to each other`() throws {
        let test = ListStage(Array(0..<9), lines: 5)
        test.table.scroll(byLines: 2)
        let cell = try #require(test.table.cellForRow(at: IndexPath(row: 4)))
        #expect(test.table.indexPath(for: cell) == IndexPath(row: 4))
        #expect(test.table.item(at: CellPoint(column: 19, row: 2)) == 4)
        #expect(test.table.visibleItems == 2..<7)
        #expect(test.table.indexPath(for: TableViewCell(reuseIdentifier: "row")) == nil)
    }
}
