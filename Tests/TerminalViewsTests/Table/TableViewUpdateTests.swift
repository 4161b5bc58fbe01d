import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Rows and sections that are inserted, deleted and moved.
@Suite(.endsInTime) @MainActor struct TableViewUpdateTests {
    private func path(_ row: Int, _ section: Int = 0) -> IndexPath { IndexPath(row: row, section: section) }

    @Test func `cells of rows that stay are kept`() throws {
        let test = ListStage([Array(0..<20)], lines: 5)
        let cell = test.table.cellForRow(at: path(3))
        _ = test.takeLog()
        test.model.sections[0].removeFirst()
        test.model.sections[0].insert(99, at: 1)
        try test.table.performBatchUpdates {
            $0.insert([path(1)])
            $0.delete([path(0)])
        }
        #expect(test.table.cellForRow(at: path(3)) === cell)
        #expect(test.takeLog() == ["end 0", "display 99"])
        #expect(test.asked == 6)
        #expect(test.lines(after: .seconds(1)) == ["1", "99", "2", "3", "4"])
        #expect(test.fault() == nil)
    }

    @Test func `the order of the calls does not matter`() throws {
        // given deletions that are applied before the insertions in any order of calls
        for isInsertFirst in [true, false] {
            let test = ListStage([[0, 1, 2, 3]], lines: 5)
            test.model.sections[0] = [0, 9, 3]
            try test.table.performBatchUpdates {
                if isInsertFirst { $0.insert([path(1)]) }
                $0.delete([path(2), path(1)])
                if !isInsertFirst { $0.insert([path(1)]) }
            }
            #expect(test.lines(after: .seconds(1)) == ["0", "9", "3", "", ""])
        }
    }

    @Test func `a reloaded row is requested again, and others are not`() throws {
        let test = ListStage([[0, 1, 2]], lines: 5)
        _ = test.takeLog()
        try test.table.performBatchUpdates { $0.reload([path(1)]) }
        #expect(test.takeLog("end", "display") == ["end 1", "display 1"] && test.asked == 4)
    }

    @Test func `a reloaded row is measured again`() throws {
        let test = ListStage([[0, 1, 2]], lines: 5) { $0.heights = { _ in 1 } }
        test.heights = { $0 == 1 ? 3 : 1 }
        try test.table.performBatchUpdates { $0.reload([path(1)]) }
        #expect(test.lines(after: .seconds(1)) == ["0", "1", "|", "|", "2"])
    }

    @Test func `a row that is inserted at the top is visible, whatever its height`() throws {
        let test = ListStage([[0, 1, 2]], lines: 6) { $0.heights = { $0 == 9 ? 3 : 1 } }
        test.model.sections[0].insert(9, at: 0)
        try test.table.insertRows(at: [path(0)])
        #expect(test.lines(after: .seconds(1)) == ["9", "|", "|", "0", "1", "2"])
    }

    /// Regression: insertions above moved the visible rows out of view.
    @Test func `visible rows stay in place if the option says so`() throws {
        let test = ListStage([Array(0..<9)], lines: 3)
        test.table.scroll(byLines: 4)
        #expect(test.lines(after: .seconds(1)) == ["4", "5", "6"])
        let cell = test.table.cellForRow(at: path(4))
        func insert(_ numbers: [Int], at row: Int) throws {
            test.model.sections[0].insert(contentsOf: numbers, at: row)
            try test.table.performBatchUpdates { updates in
                updates.keepsItemsInPlace = true
                updates.insert(numbers.indices.map { path(row + $0) }, with: .none)
            }
        }
        try insert([20, 21], at: 1)
        #expect(test.lines(after: .seconds(1)) == ["4", "5", "6"] && test.table.cellForRow(at: path(6)) === cell)
        // for insertions between visible rows the first one stays, or the selected one
        try insert([30], at: 7)
        #expect(test.lines(after: .seconds(1)) == ["4", "30", "5"])
        test.table.selectRow(at: path(8))
        try insert([40], at: 7)
        #expect(test.lines(after: .seconds(1)) == ["40", "30", "5"])
        #expect(test.fault() == nil)
    }

    @Test func `sections are inserted, removed and moved with their rows`() throws {
        let test = ListStage([[0, 1], [10], [20, 21]], lines: 8) { $0.headers = { "H\($0)" } }
        let cell = test.table.cellForRow(at: path(1, 2))
        test.model.sections = [[20, 21], [30], [0, 1]]
        try test.table.performBatchUpdates {
            $0.moveSection(2, to: 0)
            $0.deleteSections([1])
            $0.insertSections([1])
        }
        #expect(test.table.cellForRow(at: path(1, 0)) === cell)
        #expect(test.lines(after: .seconds(1)) == [" H0", "20", "21", " H1", "30", " H2", "0", "1"])
        test.model.sections[1] = [31, 32]
        try test.table.performBatchUpdates { $0.reloadSections([1]) }
        #expect(test.lines(after: .seconds(1)) == [" H0", "20", "21", " H1", "31", "32", " H2", "0"])
        #expect(test.fault() == nil)
    }

    @Test func `the short forms are one change`() throws {
        let test = ListStage([[0, 1, 2]], lines: 5)
        test.model.sections[0] = [0, 9, 1, 2]
        try test.table.insertRows(at: [path(1)], with: .none)
        test.model.sections[0] = [2, 0, 9, 1]
        try test.table.moveRow(at: path(3), to: path(0))
        test.model.sections[0] = [2, 1]
        try test.table.deleteRows(at: [path(1), path(2)])
        #expect(test.lines(after: .seconds(1)) == ["2", "1", "", "", ""])
        test.model.sections = [[2, 1], [5]]
        try test.table.insertSections([1])
        test.model.sections = [[5], [2, 1]]
        try test.table.moveSection(1, to: 0)
        test.model.sections[1] = [2, 3, 4]
        try test.table.reloadSections([1])
        #expect(test.lines(after: .seconds(1)) == ["5", "2", "3", "4", ""])
        test.model.sections = [[2, 3, 4]]
        try test.table.deleteSections([0])
        test.model.sections[0][1] = 8
        try test.table.reloadRows(at: [path(1)], with: .left)
        #expect(test.lines(after: .seconds(1)) == ["2", "8", "4", "", ""] && test.fault() == nil)
    }

    @Test func `invalid changes are an error, and the table shows the data source`() {
        let test = ListStage([[0, 1, 2]], lines: 5)
        test.model.sections[0] = [5, 6]
        #expect(throws: BatchUpdateError.wrongItemCount(section: 0, before: 3, removed: 0, added: 1, after: 2)) {
            try test.table.insertRows(at: [path(1)])
        }
        #expect(test.lines() == ["5", "6", "", "", ""] && test.fault() == nil)
    }

    @Test func `selection and marks follow their rows`() throws {
        let test = ListStage([[0, 1, 2, 3, 4]], lines: 5)
        test.table.selectRow(at: path(2))
        for row in [1, 3] { test.table.setMarked(true, at: path(row)) }
        test.model.sections[0] = [9, 3, 0, 2, 4]
        try test.table.performBatchUpdates {
            $0.insert([path(0)])
            $0.move(path(3), to: path(1))
            $0.delete([path(1)])
        }
        #expect(test.table.indexPathForSelectedRow == path(3))
        #expect(test.table.indexPathsForMarkedItems == [path(1)])
        #expect(test.table.visibleCells.map(\.isSelected) == [false, false, false, true, false])
        #expect(test.table.visibleCells.map(\.isMarked) == [false, true, false, false, false])
    }

    @Test func `after the deletion of the selected row the one in its place is selected`() throws {
        let test = ListStage([[0, 1, 2]], lines: 5)
        test.table.selectRow(at: path(2))
        test.model.sections[0] = [0, 1]
        try test.table.deleteRows(at: [path(2)])
        #expect(test.table.indexPathForSelectedRow == path(1))
        #expect(test.table.visibleCells.map(\.isSelected) == [false, true])
        test.model.sections[0] = []
        try test.table.deleteRows(at: [path(0), path(1)])
        #expect(test.table.indexPathForSelectedRow == nil && test.table.indexPathsForSelectedRows.isEmpty)
    }

    @Test func `prefetching continues with the new paths`() throws {
        let test = ListStage([Array(0..<20)], lines: 3) { $0.table.prefetchDistance = 3 }
        #expect(test.takeLog("prefetch") == ["prefetch 0.3 0.4 0.5"])
        test.model.sections[0].insert(99, at: 0)
        try test.table.insertRows(at: [path(0)])
        // rows 3, 4 and 5 are 4, 5 and 6 now; the one in view before, 2, is out of view
        #expect(test.takeLog("prefetch", "cancel") == ["cancel 0.6", "prefetch 0.3"])
    }

    // MARK: - Movement

    @Test func `rows slide to their places`() throws {
        let test = ListStage([[0, 1, 2]], lines: 9, rowHeight: 3)
        test.model.sections[0] = [1, 2]
        var ended: [Bool] = []
        try test.table.performBatchUpdates {
            $0.delete([path(0)])
        } completion: {
            ended.append($0)
        }
        #expect(test.lines() == ["", "", "", "1", "|", "|", "2", "|", "|"])
        #expect(test.lines(after: .milliseconds(60)).firstIndex(of: "1") == 1)
        #expect(ended.isEmpty && test.stage.window.nextDeadline != nil)
        #expect(test.lines(after: .milliseconds(120)) == ["1", "|", "|", "2", "|", "|", "", "", ""])
        #expect(ended == [true])
        test.stage.turn(after: .seconds(1))
        #expect(test.stage.window.nextDeadline == nil && ended == [true])
    }

    @Test(arguments: [
        (ItemAnimation.none, CellPoint.zero), (.left, CellPoint(column: -20, row: 0)),
        (.right, CellPoint(column: 20, row: 0)), (.top, CellPoint(column: 0, row: -2)),
        (.automatic, CellPoint(column: 0, row: -2)), (.bottom, CellPoint(column: 0, row: 2)),
    ])
    func `new rows enter from the side of their animation`(_ animation: ItemAnimation, _ start: CellPoint) throws {
        let test = ListStage([[0, 1, 2]], lines: 8, rowHeight: 2)
        test.model.sections[0] = [0, 9, 1, 2]
        try test.table.insertRows(at: [path(1)], with: animation)
        test.stage.turn()
        let place = CellRect(column: 0, row: 2, columns: 20, rows: 2)
        #expect(test.table.cellForRow(at: path(1))?.frame == place.offset(columns: start.column, rows: start.row))
        _ = test.lines(after: .seconds(1))
        #expect(test.table.cellForRow(at: path(1))?.frame == place && test.fault() == nil)
    }

    @Test func `rows that slide out sideways are drawn while their cells are reused`() throws {
        let test = ListStage([[0, 1, 2, 3, 4]], lines: 3)
        test.model.sections[0] = [0, 2, 3, 4]
        try test.table.deleteRows(at: [path(1)], with: .right)
        #expect(test.lines() == ["0", "1", "2"] && test.made == 3)
        let onTheWay = test.lines(after: .milliseconds(50))
        #expect(onTheWay[1].hasSuffix(" 1") || onTheWay[1] == "2")
        #expect(test.table.visibleCells.compactMap { ($0 as? ListStage.RowCell)?.id } == [0, 2, 3])
        #expect(test.lines(after: .seconds(1)) == ["0", "2", "3"] && test.table.subviews.count == 3)
        #expect(test.fault() == nil)
    }

    @Test(arguments: [
        (ItemAnimation.none, CellPoint.zero, 3), (.left, CellPoint(column: -20, row: 0), 4),
        (.right, CellPoint(column: 20, row: 0), 4), (.top, CellPoint(column: 0, row: -1), 3),
        (.bottom, CellPoint(column: 0, row: 1), 3),
    ])
    func `a reloaded row enters from the side where the old one slides out`(
        _ animation: ItemAnimation, _ start: CellPoint, _ views: Int
    ) throws {
        let test = ListStage([[0, 1, 2]], lines: 5)
        test.model.sections[0][1] = 9
        try test.table.reloadRows(at: [path(1)], with: animation)
        let place = CellRect(column: 0, row: 1, columns: 20, rows: 1)
        #expect(test.table.cellForRow(at: path(1))?.frame == place.offset(columns: start.column, rows: start.row))
        #expect(test.table.subviews.count == views, "and the old one is seen leaving sideways")
        if views == 4 { #expect(test.lines()[1] == "1") }
        #expect(test.lines(after: .seconds(1)) == ["0", "9", "2", "", ""] && test.table.subviews.count == 3)
        #expect(test.fault() == nil)
    }

    @Test(arguments: [true, false])
    func `sections that slide out sideways are drawn`(_ isReloaded: Bool) throws {
        let test = ListStage([[0], [1, 2], [3]], lines: 5)
        if isReloaded {
            test.model.sections[1] = [7, 8]
            try test.table.reloadSections([1], with: .right)
            #expect(test.table.cellForRow(at: path(0, 1))?.frame.minColumn == 20)
        } else {
            test.model.sections.remove(at: 1)
            try test.table.deleteSections([1], with: .right)
        }
        #expect(test.lines().prefix(3) == ["0", "1", "2"] && test.table.subviews.count == (isReloaded ? 6 : 4))
        let end = isReloaded ? ["0", "7", "8", "3", ""] : ["0", "3", "", "", ""]
        #expect(test.lines(after: .seconds(1)) == end && test.fault() == nil)
    }

    @Test func `a snapshot keeps the content of a view`() {
        let label = Label(frame: CellRect(column: 2, row: 0, columns: 9, rows: 2))
        label.text = "日本語 e\u{301} text"
        label.numberOfLines = 2
        let stage = Stage(columns: 12, rows: 2)
        stage.host.addSubview(label)
        let before = stage.frame()
        let snapshot = SnapshotView(of: label)
        label.text = "another"
        label.removeFromSuperview()
        stage.host.addSubview(snapshot)
        #expect(stage.frame() == before)
    }

    @Test(arguments: ["scroll", "reload", "update"])
    func `the next event ends the movement`(_ what: String) throws {
        let test = ListStage([Array(0..<9)], lines: 3)
        var ended: [Bool] = []
        test.model.sections[0].insert(99, at: 0)
        try test.table.performBatchUpdates {
            $0.insert([path(0)], with: .left)
        } completion: {
            ended.append($0)
        }
        test.stage.frame(after: .milliseconds(20))
        switch what {
        case "scroll": test.table.scroll(byLines: 1)
        case "reload": test.table.reloadData()
        default: try test.table.performBatchUpdates { _ in }
        }
        #expect(ended == [false])
        test.stage.frame()
        #expect(test.fault() == nil)
    }

    @Test func `without a window or movement an update ends at once`() throws {
        let test = ListStage([[0, 1]], lines: 3)
        var ended: [Bool] = []
        try test.table.performBatchUpdates({ _ in }, completion: { ended.append($0) })
        test.table.isHidden = true
        test.model.sections[0] = [1]
        try test.table.performBatchUpdates({ $0.delete([path(0)]) }, completion: { ended.append($0) })
        #expect(ended == [true, true])
    }

    // MARK: - Reentrant and random updates

    @Test func `a delegate may reload while an update removes rows`() throws {
        final class Delegate: TableViewDelegate {
            var isOn = true
            func tableView(
                _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
            ) {
                guard isOn else { return }
                isOn = false
                tableView.reloadData()
            }
        }
        let test = ListStage([[0, 1, 2, 3]], lines: 3)
        let delegate = Delegate()
        test.table.delegate = delegate
        test.model.sections[0] = [1, 3]
        try test.table.deleteRows(at: [path(0), path(2)])
        #expect(test.lines() == ["1", "3", ""])
        #expect(test.table.visibleCells.count == 2)
    }

    @Test(arguments: 1...150 as ClosedRange<UInt64>)
    func `random updates end in the state of the model`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let isUneven = Bool.random(using: &random)
        let test = ListStage(
            [Array(0..<Int.random(in: 0...12, using: &random)), [], [100, 101, 102]],
            lines: Int.random(in: 1...12, using: &random), rowHeight: 2
        ) {
            $0.headers = { $0 % 2 == 0 ? "H\($0)" : nil }
            if isUneven { $0.heights = { 1 + $0 % 4 } }
            $0.table.prefetchDistance = 3
        }
        for _ in 0..<30 {
            let selected = test.table.indexPathForSelectedRow.map { test.model.sections[$0.section][$0.row] }
            let made = test.made
            let before = test.table.visibleCells.count
            if Int.random(in: 0..<3, using: &random) == 0 {
                test.table.scroll(byLines: Int.random(in: -9...9, using: &random))
            } else {
                try test.table.performBatchUpdates { $0 = test.model.change(using: &random) }
                if let selected, let path = test.model.path(of: selected) {
                    #expect(test.table.indexPathForSelectedRow == path.indexPath, "seed \(seed)")
                }
            }
            if Bool.random(using: &random) { test.stage.frame(after: .milliseconds(30)) }
            _ = test.lines(after: .seconds(1))
            if let fault = test.fault() {
                Issue.record("seed \(seed): \(fault)")
                return
            }
            #expect(test.table.pool.count <= 2, "seed \(seed)")
            #expect(test.made - made <= max(0, test.table.visibleCells.count - before) + 2, "seed \(seed)")
        }
    }
}
