import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Rows whose cells are reconfigured in place.
@Suite(.endsInTime) @MainActor struct TableViewReconfigureTests {
    private let test = TableStage(rows: 100, lines: 3)

    private func cell(_ row: Int) -> TableViewCell? { test.table.cellForRow(at: IndexPath(row: row)) }

    @Test func `a visible cell is reconfigured in place`() {
        // given rows of which one is selected and one marked
        test.table.setMarked(true, at: IndexPath(row: 2))
        let cells = (0..<3).map { cell($0) }
        _ = test.takeLog()
        var asked: [Int] = []
        test.identifier = { row in
            asked.append(row)
            return "row"
        }
        // when two visible rows are reconfigured, and two that are not
        test.table.reconfigureRows(at: [0, 2, 50, 1000].map { IndexPath(row: $0) })
        // then the visible ones are requested, in their own cells, and no other callback runs
        #expect(asked == [0, 2])
        #expect(test.takeLog().isEmpty)
        #expect(zip(cells, (0..<3).map { cell($0) }).allSatisfy { $0 === $1 })
        #expect(cell(0)?.isSelected == true && cell(2)?.isMarked == true && cell(0)?.reuseCount == 0)
        #expect(test.shownRows() == [0, 1, 2])
    }

    @Test func `afterwards cells are recycled as before`() {
        test.table.reconfigureRows(at: [IndexPath(row: 1)])
        let made = test.made
        test.table.scroll(byLines: 50)
        #expect(test.shownRows() == [50, 51, 52] && test.made <= made + 2)
    }

    @Test func `a row that needs a cell of another kind gets one`() {
        _ = test.takeLog()
        test.identifier = { $0 == 1 ? "other" : "row" }
        test.table.reconfigureRows(at: [0, 1].map { IndexPath(row: $0) })
        #expect(test.takeLog("end", "display") == ["end 1", "display 1"])
        #expect(cell(0)?.reuseIdentifier == "row" && cell(1)?.reuseIdentifier == "other")
        #expect(test.shownRows() == [0, 1, 2])
    }

    @Test func `a data source may reload while it configures a cell`() {
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

    // MARK: - Among other changes

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row) }

    @Test func `rows are reconfigured by their old paths at their new ones`() throws {
        // given rows that are inserted and deleted around two reconfigured rows, one of which moves
        let list = ListStage([Array(0..<20)], lines: 6)
        let cells = (0..<6).map { list.table.cellForRow(at: path($0)) }
        _ = list.takeLog()
        var asked: [Int] = []
        list.onAsk = { asked.append($0.row) }
        list.model.sections[0] = [99, 0, 4, 2, 3] + Array(5..<20)
        // when
        try list.table.performBatchUpdates {
            $0.reconfigure([2, 4, 15].map { path($0) })
            $0.move(path(4), to: path(2))
            $0.insert([path(0)])
            $0.delete([path(1)])
        }
        // then the new row and these two are requested, by their new paths and in their own cells
        #expect(asked == [0, 2, 3])
        #expect(list.takeLog() == ["end 1", "display 99"])
        #expect(list.table.cellForRow(at: path(2)) === cells[4] && list.table.cellForRow(at: path(3)) === cells[2])
        #expect(list.lines(after: .seconds(1)) == ["99", "0", "4", "2", "3", "5"] && list.fault() == nil)
    }

    @Test func `a reconfigured row is measured again in place`() throws {
        let list = ListStage([[0, 1, 2]], lines: 6) { $0.heights = { _ in 1 } }
        list.heights = { $0 == 1 ? 3 : 1 }
        list.model.sections[0].insert(9, at: 0)
        try list.table.performBatchUpdates {
            $0.insert([path(0)])
            $0.reconfigure([path(1)])
        }
        #expect(list.lines(after: .seconds(1)) == ["9", "0", "1", "|", "|", "2"] && list.fault() == nil)
    }

    @Test func `a deleted row is not reconfigured`() throws {
        let list = ListStage([[0, 1], [2, 3]], lines: 6)
        var asked: [Int] = []
        list.onAsk = { asked.append($0.row) }
        list.model.sections = [[2, 3]]
        try list.table.performBatchUpdates {
            $0.deleteSections([0])
            $0.reconfigure([IndexPath(row: 1, section: 0), IndexPath(row: 1, section: 1)])
        }
        #expect(asked == [1])
        #expect(list.lines(after: .seconds(1)) == ["2", "3", "", "", "", ""] && list.fault() == nil)
        #expect(throws: BatchUpdateError.namedTwice(path(1))) {
            try list.table.performBatchUpdates {
                $0.delete([path(1)])
                $0.reconfigure([path(1)])
            }
        }
        #expect(list.lines() == ["2", "3", "", "", "", ""])
    }

    @Test func `a row that needs a cell of another kind gets one in a batch update`() throws {
        _ = test.takeLog()
        test.identifier = { $0 == 1 ? "other" : "row" }
        test.rows = 99
        try test.table.performBatchUpdates {
            $0.delete([path(0)])
            $0.reconfigure([path(2)])
        }
        #expect(test.takeLog("end", "display") == ["end 0", "display 2", "end 1", "display 1"])
        test.stage.turn()
        test.stage.turn(after: .seconds(1))
        // a row that is not reconfigured shows its earlier text
        #expect(cell(1)?.reuseIdentifier == "other" && test.shownRows() == [1, 1, 2])
    }

    @Test func `a data source may reload while it configures a cell in a batch update`() throws {
        let list = ListStage([Array(0..<9)], lines: 3)
        list.onAsk = { [unowned list] path in
            guard path.row == 1, list.model.sections[0].count == 10 else { return }
            list.model.sections[0] = [5, 6]
            list.table.reloadData()
        }
        list.model.sections[0].append(9)
        var ended: [Bool] = []
        try list.table.performBatchUpdates {
            $0.insert([path(9)])
            $0.reconfigure([path(0), path(1), path(2)])
        } completion: {
            ended.append($0)
        }
        #expect(list.lines() == ["5", "6", ""] && ended == [false])
    }
}
