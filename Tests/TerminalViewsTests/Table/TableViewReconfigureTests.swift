import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Rows whose cells are filled again where they are.
@MainActor
struct TableViewReconfigureTests {
    private let test = TableStage(rows: 100, lines: 3)

    private func cell(_ row: Int) -> TableViewCell? { test.table.cellForRow(at: IndexPath(row: row)) }

    @Test func aCellInViewIsFilledAgainAndStaysAsItIs() {
        // given rows of which one is selected and one marked
        test.table.setMarked(true, at: IndexPath(row: 2))
        let cells = (0..<3).map { cell($0) }
        _ = test.takeLog()
        var asked: [Int] = []
        test.identifier = { row in
            asked.append(row)
            return "row"
        }
        // when two in view are to be filled again, and two that are not
        test.table.reconfigureRows(at: [0, 2, 50, 1000].map { IndexPath(row: $0) })
        // then those are asked for, in their own cells, and nobody hears of anything else
        #expect(asked == [0, 2])
        #expect(test.takeLog().isEmpty)
        #expect(zip(cells, (0..<3).map { cell($0) }).allSatisfy { $0 === $1 })
        #expect(cell(0)?.isSelected == true && cell(2)?.isMarked == true && cell(0)?.reuseCount == 0)
        #expect(test.shownRows() == [0, 1, 2])
    }

    @Test func afterwardsCellsAreRecycledAsBefore() {
        test.table.reconfigureRows(at: [IndexPath(row: 1)])
        let made = test.made
        test.table.scroll(byLines: 50)
        #expect(test.shownRows() == [50, 51, 52] && test.made <= made + 2)
    }

    @Test func aRowThatNeedsACellOfAnotherKindGetsOne() {
        _ = test.takeLog()
        test.identifier = { $0 == 1 ? "other" : "row" }
        test.table.reconfigureRows(at: [0, 1].map { IndexPath(row: $0) })
        #expect(test.takeLog("end", "display") == ["end 1", "display 1"])
        #expect(cell(0)?.reuseIdentifier == "row" && cell(1)?.reuseIdentifier == "other")
        #expect(test.shownRows() == [0, 1, 2])
    }

    @Test func aDataSourceMayReloadWhileItFillsACell() {
        test.identifier = { [unowned test] row in
            if row == 1, test.rows == 100 {
                test.rows = 2
                test.table.reloadData()
            }
            return "row"
        }
        test.table.reconfigureRows(at: [0, 1, 2].map { IndexPath(row: $0) })
        test.stage.turn()
        #expect(test.shownRows() == [0, 1, nil] && test.table.displayedRows == [0, 1])
    }
}
