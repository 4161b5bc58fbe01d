import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Rows that are inserted, removed and moved while they are shown.
@Suite(.endsInTime) @MainActor struct ItemsChangedTests {
    @Test func `cells of rows that stay are kept`() {
        let test = ListStage([0, 1, 2, 3, 4], lines: 6)
        let cells = [0, 2, 4].map { test.table.cell(forItem: $0).map(ObjectIdentifier.init) }
        _ = test.takeLog()
        test.change(to: [4, 0, 9, 2])
        #expect(test.takeLog("display", "end") == ["end 1", "end 3", "display 9"])
        #expect([1, 3, 0].map { test.table.cell(forItem: $0).map(ObjectIdentifier.init) } == cells)
        #expect(test.lines() == ["4", "0", "9", "2", "", ""] && test.fault() == nil)
    }

    /// Regression: insertions above moved the visible rows out of view.
    @Test func `the selected row keeps its line, or the first one in view`() {
        let test = ListStage(Array(0..<9), lines: 3)
        test.table.scroll(byLines: 4)
        #expect(test.lines() == ["4", "5", "6"])
        func insert(_ ids: [Int], at row: Int) {
            test.ids.insert(contentsOf: ids, at: row)
            test.table.insertRows(at: ids.indices.map { IndexPath(row: row + $0) })
        }
        let cell = test.table.cell(forItem: 4)
        insert([20, 21], at: 1)
        #expect(test.lines() == ["4", "5", "6"] && test.table.cell(forItem: 6) === cell)
        insert([30], at: 7)
        #expect(test.lines() == ["4", "30", "5"])
        test.table.selectRow(at: IndexPath(row: 8))
        insert([40], at: 7)
        #expect(test.lines() == ["40", "30", "5"] && test.fault() == nil)
    }

    @Test func `the selection follows its row, and a removed one leaves it to the next`() {
        let test = ListStage([0, 1, 2, 3, 4], lines: 5)
        test.table.selectRow(at: IndexPath(row: 2))
        test.change(to: [9, 3, 0, 2, 4])
        #expect(test.table.selectedItem == 3 && test.fault() == nil)
        test.change(to: [9, 3, 0, 4])
        #expect(test.table.selectedItem == 3 && test.fault() == nil)
        test.change(to: Array(0..<10))
        test.table.selectRow(at: IndexPath(row: 5))
        test.change(to: [0, 1, 4, 6, 7, 8, 9])
        #expect(test.table.selectedItem == 3 && test.fault() == nil, "6 is the next one that stays")
        test.change(to: [0, 1])
        #expect(test.table.selectedItem == 1 && test.fault() == nil, "the last before it")
        test.change(to: [9])
        #expect(test.table.selectedItem == 0 && test.fault() == nil)
        test.change(to: [])
        #expect(test.table.selectedItem == nil && test.fault() == nil)
        #expect(test.takeLog("select").isEmpty)
    }

    @Test func `rows that get other numbers are prefetched anew, and others go on`() {
        let test = ListStage(Array(0..<20), lines: 3) { $0.table.prefetchDistance = 3 }
        #expect(test.takeLog("prefetch") == ["prefetch [3, 4, 5]"])
        test.change(to: test.ids + [98, 99])
        #expect(test.takeLog("prefetch", "cancel").isEmpty)
        test.ids.insert(97, at: 3)
        test.table.insertRows(at: [IndexPath(row: 3)])
        #expect(test.takeLog("prefetch", "cancel") == ["cancel [3, 4, 5]", "prefetch [3, 4, 5]"])
    }

    /// Regression: the data source was asked for cells by their old numbers.
    @Test(arguments: [true, false])
    func `a delegate may scroll while rows are removed or reloaded`(_ isReload: Bool) {
        let test = ListStage(Array(0..<20), lines: 4)
        test.table.scroll(byLines: 16)
        var scrolls = true
        test.onCallback = { [unowned test] callback, row in
            if callback == .ask { #expect(test.ids.indices.contains(row)) }
            if callback == .end, scrolls { test.table.scroll(byLines: -1) }
        }
        if isReload {
            test.ids = Array(0..<5)
            test.table.reloadData()
        } else {
            test.change(to: Array(0..<5))
        }
        scrolls = false
        _ = test.lines()
        #expect(test.fault() == nil)
    }

    @Test(arguments: [0, 1, 2, 5] as [Int])
    func `changes that do not lead to the data source's rows reload everything`(_ count: Int) {
        let test = ListStage([0, 1, 2], lines: 5)
        test.ids = Array(10..<10 + count)
        test.table.insertRows(at: [IndexPath(row: 3)])
        #expect(test.lines() == test.ids.map(String.init) + Array(repeating: "", count: 5 - count))
        #expect(test.fault() == nil)
    }

    @Test func `a delegate may reload while rows are removed`() {
        let test = ListStage([0, 1, 2, 3], lines: 3)
        var reloads = 0
        test.onCallback = { [unowned test] callback, _ in
            guard callback == .end, reloads == 0 else { return }
            reloads += 1
            test.table.reloadData()
        }
        test.change(to: [1, 3])
        #expect(test.lines() == ["1", "3", ""] && test.fault() == nil && reloads == 1)
    }

    /// Regression: rows were prefetched by the numbers that they had before a change in the callback that cancels.
    @Test(arguments: ListStage.Callback.allCases, ["insert", "remove", "reload", "silently"])
    func `the rows may change in any callback`(_ callback: ListStage.Callback, _ change: String) {
        let test = ListStage(Array(0..<30), lines: 5) { $0.table.prefetchDistance = 3 }
        var isChanged = false
        test.onCallback = { [unowned test] now, _ in
            guard now == callback, !isChanged else { return }
            isChanged = true
            switch change {
            case "insert": test.change(to: Array(-4..<0) + test.ids)
            case "remove": test.change(to: test.ids.filter { $0 % 3 == 0 })
            case "reload":
                test.ids = Array(50..<57)
                test.table.reloadData()
            default: test.ids = [7]
            }
        }
        test.table.scroll(byLines: 20)
        test.stage.frame()
        test.table.moveSelection(.down)
        test.table.reloadData()
        test.stage.frame()
        #expect(isChanged)
        if change == "silently" { test.table.reloadData() }
        #expect(test.lines().prefix(1) == ["\(test.ids[test.table.visibleItems.lowerBound])"] && test.fault() == nil)
    }

    /// Regression: the rows that left the view had been found by the numbers before the change.
    @Test func `rows that stay keep their cells when one is removed while others leave`() {
        let test = ListStage(Array(0..<20), lines: 5)
        test.onCallback = { [unowned test] in if $0 == .end, $1 == 0 { test.change(to: Array(1..<20)) } }
        _ = test.takeLog()
        test.table.scroll(byLines: 3)
        #expect(test.lines() == ["3", "4", "5", "6", "7"] && test.fault() == nil)
        #expect(test.takeLog("end") == ["end 0", "end 1", "end 2"])
    }

    /// Regression: a cell that got another number meanwhile was not reloaded.
    @Test func `a reload ends every row, even if one is inserted meanwhile`() {
        let test = ListStage(Array(0..<10), lines: 5)
        test.onCallback = { [unowned test] in if $0 == .end, $1 == 0 { test.change(to: [99] + Array(0..<10)) } }
        _ = test.takeLog()
        test.table.reloadData()
        #expect(test.takeLog("end") == (0..<5).map { "end \($0)" })
        _ = test.lines()
        #expect(test.fault() == nil)
    }

    @Test(arguments: 1...150 as ClosedRange<UInt64>)
    func `random changes end in the state of the rows`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let test = ListStage(
            Array(0..<Int.random(in: 0...12, using: &random)), lines: Int.random(in: 1...12, using: &random),
            rowHeight: Int.random(in: 1...3, using: &random)
        ) { $0.table.prefetchDistance = 3 }
        for _ in 0..<30 {
            let selected = test.table.selectedItem.map { test.ids[$0] }
            let (made, before) = (test.made, test.table.visibleCells.count)
            if Int.random(in: 0..<3, using: &random) == 0 {
                test.table.scroll(byLines: Int.random(in: -9...9, using: &random))
            } else {
                test.change(to: test.ids.changed(using: &random))
                if let selected, let row = test.ids.firstIndex(of: selected) {
                    #expect(test.table.selectedItem == row, "seed \(seed)")
                }
            }
            _ = test.lines()
            if let fault = test.fault() {
                Issue.record("seed \(seed): \(fault)")
                return
            }
            #expect(test.table.pool.count <= 2, "seed \(seed)")
            #expect(test.made - made <= max(0, test.table.visibleCells.count - before) + 2, "seed \(seed)")
        }
    }
}

extension [Int] {
    /// Returns the numbers with some removed, moved and added.
    func changed(using random: inout SeededGenerator) -> [Int] {
        var new = filter { _ in Int.random(in: 0..<6, using: &random) > 0 }
        if Int.random(in: 0..<3, using: &random) == 0, let from = new.indices.randomElement(using: &random) {
            let moved = new.remove(at: from)
            new.insert(moved, at: Int.random(in: 0...new.count, using: &random))
        }
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            new.insert(
                Int.random(in: 1000..<1_000_000, using: &random), at: Int.random(in: 0...new.count, using: &random))
        }
        return new
    }
}
