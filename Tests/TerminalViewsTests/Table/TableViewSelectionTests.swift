import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TableViewSelectionTests {
    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
    private func selected(_ test: ListStage) -> [Int] { test.table.indexPathsForSelectedRows.map(\.row) }
    private func shown(_ test: ListStage) -> [Int] {
        test.table.visibleCells.filter(\.isSelected).compactMap { ($0 as? ListStage.RowCell)?.id }
    }

    private func click(_ test: ListStage, _ row: Int) {
        for action in [MouseEvent.Action.press, .release] { test.mouse(action, row) }
    }

    @Test func `selection by the program sends no events, and by the user does`() {
        let test = ListStage([Array(0..<20)], lines: 5)
        test.table.selectRow(at: path(3))
        #expect(test.takeLog("select", "deselect").isEmpty && shown(test) == [3])
        click(test, 1)
        #expect(test.takeLog("select", "deselect") == ["deselect 0.3", "select 0.1"] && shown(test) == [1])
        click(test, 1)
        #expect(test.takeLog("select", "deselect") == ["select 0.1"])
    }

    @Test func `a delegate may select another row or none`() {
        let test = ListStage([Array(0..<20)], lines: 5)
        test.willSelect = { $0.row == 2 ? nil : $0.row == 3 ? IndexPath(row: 4, section: 0) : $0 }
        click(test, 2)
        #expect(selected(test) == [0])
        click(test, 3)
        #expect(selected(test) == [4])
    }

    @Test func `a row may stay selected`() {
        let test = ListStage([Array(0..<20)], lines: 5)
        // when the only selected row may not be deselected, no click or key moves the selection
        test.willDeselect = { $0.row == 0 ? nil : $0 }
        click(test, 2)
        test.stage.window.sendEvent(.key(.down))
        #expect(selected(test) == [0] && shown(test) == [0] && test.table.indexPathForSelectedRow == path(0))
        #expect(test.takeLog("select", "deselect").isEmpty)
        // but a call does
        test.table.selectRow(at: path(1))
        click(test, 3)
        #expect(selected(test) == [3])
        // with multiple selection, a click may deselect another row, or none
        test.table.allowsMultipleSelection = true
        for row in [1, 2] { click(test, row) }
        _ = test.takeLog()
        test.willDeselect = { $0.row == 1 ? nil : $0.row == 2 ? IndexPath(row: 3, section: 0) : $0 }
        for row in [1, 2] { click(test, row) }
        #expect(selected(test) == [1, 2] && test.takeLog("deselect") == ["deselect 0.3"])
    }

    @Test func `clicks select several rows, and keys one`() {
        let test = ListStage([Array(0..<20)], lines: 5)
        test.table.allowsMultipleSelection = true
        for row in [2, 4] { click(test, row) }
        #expect(selected(test) == [0, 2, 4] && shown(test) == [0, 2, 4])
        click(test, 2)
        #expect(selected(test) == [0, 4] && test.table.indexPathForSelectedRow == path(4))
        click(test, 4)
        #expect(test.table.indexPathForSelectedRow == path(0))
        _ = test.takeLog()
        click(test, 3)
        test.stage.window.sendEvent(.key(.down))
        #expect(selected(test) == [4] && shown(test) == [4])
        #expect(test.takeLog("select", "deselect") == ["select 0.3", "deselect 0.0", "deselect 0.3", "select 0.4"])
    }

    @Test func `rows that are out of view are selected too`() {
        let test = ListStage([Array(0..<50)], lines: 5)
        test.table.allowsMultipleSelection = true
        test.table.selectRow(at: path(40))
        #expect(shown(test) == [0])
        test.table.scroll(byLines: 38)
        #expect(shown(test) == [40])
        test.table.deselectRow(at: path(40))
        #expect(shown(test).isEmpty && selected(test) == [0])
        test.table.selectRow(at: nil)
        #expect(selected(test).isEmpty && test.table.indexPathForSelectedRow == nil)
        test.stage.window.sendEvent(.key(.down))
        test.table.moveSelection(.down)
        #expect(selected(test) == [0])
    }

    @Test func `nothing is selected where that is not allowed`() {
        let test = ListStage([Array(0..<20)], lines: 5) { $0.table.allowsSelection = false }
        click(test, 2)
        test.table.moveSelection(.down)
        test.table.selectRow(at: path(1))
        #expect(selected(test).isEmpty && test.takeLog("select").isEmpty)
    }

    @Test func `missing index paths are ignored`() {
        let test = ListStage([[0, 1]], lines: 5)
        for odd in [path(9), path(-1), IndexPath(row: 0, section: 4), IndexPath(indexes: [0]), IndexPath()] {
            test.table.selectRow(at: odd)
            test.table.tapItem(at: odd)
            test.table.setMarked(true, at: odd)
            test.table.deselectRow(at: odd)
            test.table.reloadRows(at: [odd])
            #expect(test.table.cellForRow(at: odd) == nil && test.table.rectForRow(at: odd) == nil)
        }
        #expect(selected(test) == [0] && test.table.indexPathsForMarkedItems.isEmpty)
    }

    @Test func `marks are independent of the selection and survive reuse`() {
        let test = ListStage([Array(0..<50)], lines: 5)
        for row in [1, 3, 30] { test.table.setMarked(true, at: path(row)) }
        test.table.setMarked(false, at: path(3))
        #expect(test.table.indexPathsForMarkedItems == [path(1), path(30)] && test.table.isMarked(at: path(30)))
        #expect(test.table.visibleCells.map(\.isMarked) == [false, true, false, false, false])
        test.table.scroll(byLines: 28)
        #expect(test.table.visibleCells.map(\.isMarked) == [false, false, true, false, false])
        test.model.sections[0] = Array(0..<10)
        test.table.reloadData()
        #expect(test.table.indexPathsForMarkedItems == [path(1)])
    }

    @Test func `the wheel scrolls and a click on nothing selects nothing`() {
        let test = ListStage([Array(0..<9)], lines: 5)
        test.mouse(.wheelDown, 0)
        #expect(test.table.contentOffset == 3)
        test.mouse(.wheelUp, 0)
        #expect(test.table.contentOffset == 0)
        let short = ListStage([[0]], lines: 5)
        click(short, 3)
        #expect(short.takeLog("select").isEmpty)
        #expect(short.table.indexPathForRow(at: CellPoint(column: 0, row: 3)) == nil)
    }

    @Test func `cell and path lead to each other`() throws {
        let test = ListStage([Array(0..<9)], lines: 5)
        test.table.scroll(byLines: 2)
        let cell = try #require(test.table.cellForRow(at: path(4)))
        #expect(test.table.indexPath(for: cell) == path(4))
        #expect(test.table.indexPathForRow(at: CellPoint(column: 19, row: 2)) == path(4))
        #expect(test.table.indexPath(for: TableViewCell(reuseIdentifier: "row")) == nil)
    }
}
