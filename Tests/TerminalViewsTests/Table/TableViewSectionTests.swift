import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Sections, headers, footers and rows of different heights.
@Suite(.endsInTime) @MainActor struct TableViewSectionTests {
    private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(row: row, section: section) }

    private func titled(_ sections: [[Int]], lines: Int) -> ListStage {
        ListStage(sections, lines: lines) { $0.headers = { "H\($0)" } }
    }

    @Test func `sections are below each other, with their titles`() {
        let test = ListStage([[1, 2], [], [3]], lines: 9) {
            $0.headers = { $0 == 1 ? nil : "H\($0)" }
            $0.footers = { $0 == 0 ? "F0" : nil }
        }
        #expect(test.lines() == [" H0", "1", "2", " F0", " H2", "3", "", "", ""])
        #expect(test.table.numberOfSections == 3 && test.table.numberOfRows(inSection: 0) == 2)
        #expect(test.table.numberOfRows(inSection: 9) == 0)
        #expect(test.table.contentLines == 6 && test.fault() == nil)
    }

    @Test func `a header stays at the top until its section pushes it out`() {
        let test = titled([[1, 2, 3], [4, 5, 6]], lines: 4)
        let screens = (0...4).map { _ in
            defer { test.table.scroll(byLines: 1) }
            return test.lines().joined(separator: ",")
        }
        #expect(screens == [" H0,1,2,3", " H0,2,3, H1", " H0,3, H1,4", " H0, H1,4,5", " H1,4,5,6"])
        #expect(test.fault() == nil)
    }

    @Test func `headers that are not pinned scroll with their rows`() {
        let test = titled([[1, 2, 3], [4, 5, 6]], lines: 4)
        test.table.pinsSectionHeaders = false
        test.table.scroll(byLines: 1)
        #expect(test.lines() == ["1", "2", "3", " H1"])
    }

    @Test func `headers begin and end in pairs and are recycled`() {
        let test = titled((0..<50).map { [2 * $0, 2 * $0 + 1] }, lines: 5)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            test.table.scroll(byLines: Int.random(in: -6...6, using: &random))
            test.stage.frame()
        }
        test.model.sections = []
        test.table.reloadData()
        test.stage.frame()
        var shown: Set<String> = []
        for line in test.log where line.contains("header") {
            let section = String(line.split(separator: " ")[1])
            if line.hasPrefix("end") {
                #expect(shown.remove(section) != nil)
            } else {
                #expect(shown.insert(section).inserted)
            }
        }
        #expect(shown.isEmpty && test.fault() == nil)
    }

    @Test func `a header of the delegate replaces the title`() {
        final class Header: ReusableView {
            override func draw(in context: inout DrawingContext) {
                context.draw("mine", column: 0, row: 1, columns: 9, style: .plain)
            }
        }
        final class Delegate: TableViewDelegate {
            func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Int? { 2 }
            func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> ReusableView? {
                tableView.dequeueReusableSupplement(withIdentifier: "mine")
            }
        }
        let test = ListStage([[1], [2]], lines: 6)
        let delegate = Delegate()
        test.table.registerSupplement("mine") { Header(reuseIdentifier: "mine") }
        test.table.delegate = delegate
        test.table.reloadData()
        let frame = test.stage.frame()
        #expect((0..<6).map { frame.text(row: $0) } == ["", "mine", "1", "", "mine", "2"])
        #expect(test.table.headerView(forSection: 1) is Header && test.table.footerView(forSection: 1) == nil)
    }

    @Test func `a row that is scrolled to is not hidden by a pinned header`() {
        let test = titled([Array(0..<9), Array(10..<19)], lines: 4)
        test.table.scrollToRow(at: path(1, 8))
        test.table.scrollToRow(at: path(1, 2))
        #expect(test.lines() == [" H1", "12", "13", "14"])
        test.table.scrollToRow(at: path(1, 5), at: .top)
        #expect(test.lines() == [" H1", "15", "16", "17"])
        test.table.scrollToRow(at: path(0, 0))
        #expect(test.lines() == [" H0", "0", "1", "2"])
    }

    @Test func `keys go from section to section`() {
        let test = titled([[1], [], [2, 3]], lines: 3)
        test.table.becomeFirstResponder()
        for key in [Key.down, .down, .down, .up, .end, .home] { test.stage.window.sendEvent(.key(key)) }
        #expect(
            test.takeLog("select") == [
                "select 2.0", "select 2.1", "select 2.1", "select 2.0", "select 2.1", "select 0.0",
            ])
        #expect(!test.stage.window.sendEvent(.key(.left)) && !test.stage.window.sendEvent(.key(.tab)))
    }

    // MARK: - Heights

    private func uneven(_ count: Int, lines: Int = 6, rowHeight: Int = 2) -> ListStage {
        ListStage([Array(0..<count)], lines: lines, rowHeight: rowHeight) { $0.heights = { 1 + $0 % 4 } }
    }

    @Test func `rows have the heights that the delegate says`() {
        let test = uneven(20)
        #expect(test.lines() == ["0", "1", "|", "2", "|", "|"])
        #expect(test.fault() == nil)
    }

    @Test func `only rows that come into view are measured, each once`() {
        let test = uneven(1_000_000)
        #expect(test.measured == 3)
        test.table.scroll(byLines: 1)
        #expect(test.measured == 4)
        test.table.scroll(byLines: -1)
        #expect(test.measured == 4)
        test.table.scrollToRow(at: path(0, 900_000))
        #expect(test.measured < 12)
    }

    @Test func `a row that is reloaded is measured again`() {
        let test = uneven(20)
        test.heights = { _ in 2 }
        test.table.reloadRows(at: [path(0, 1), path(0, 19)])
        #expect(test.lines() == ["0", "1", "|", "2", "|", "|"])
        test.table.reloadRows(at: [path(0, 0)])
        #expect(test.lines() == ["0", "|", "1", "|", "2", "|"] && test.fault() == nil)
    }

    /// The measured heights of rows above differ from their estimates while scrolling up.
    @Test func `scrolling up into rows of unknown height moves by the requested lines`() {
        let test = uneven(1000, lines: 7)
        test.table.scrollToRow(at: path(0, 500), at: .top)
        var above = test.lines()
        for _ in 0..<300 {
            test.table.scroll(byLines: -1)
            let now = test.lines()
            #expect(Array(now.dropFirst()) == Array(above.dropLast()))
            above = now
        }
        #expect(test.fault() == nil)
    }

    @Test(arguments: [
        (TableView.ScrollPosition.top, 0), (.bottom, 6 - 4), (.middle, 1), (.none, 6 - 4),
    ])
    func `a row is scrolled to its place among rows of unknown height`(
        _ position: TableView.ScrollPosition, _ line: Int
    ) {
        let test = uneven(1000)
        test.table.scrollToRow(at: path(0, 503), at: position)
        #expect(test.lines()[line] == "503")
        #expect(test.table.rectForRow(at: path(0, 503))?.minRow == line)
    }

    @Test func `another width measures again and keeps the row at the top`() {
        let test = uneven(1000)
        test.table.scrollToRow(at: path(0, 500), at: .top)
        test.heights = { 2 + $0 % 3 }
        test.resize(columns: 10, lines: 6)
        #expect(test.lines().first == "500")
        #expect(test.lines().filter { $0 == "|" }.count == 6 - test.table.visibleCells.count)
        test.heights = { _ in 1 }
        test.table.invalidateRowHeights()
        #expect(test.lines() == (500..<506).map(String.init))
        #expect(test.fault() == nil)
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `every line of the screen shows its row, whatever happens`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let seedHeights = Int.random(in: 1...9, using: &random)
        let test = ListStage([Array(0..<40), [], Array(40..<47), Array(47..<300)], lines: 9, rowHeight: 3) {
            $0.headers = { $0 % 2 == 0 ? "H\($0)" : nil }
            $0.footers = { $0 == 2 ? "F\($0)" : nil }
            $0.heights = { 1 + ($0 * seedHeights) % 5 }
        }
        for _ in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1, 2: test.table.scroll(byLines: Int.random(in: -12...12, using: &random))
            case 3:
                let positions: [TableView.ScrollPosition] = [.top, .middle, .bottom, .none]
                let target = path(2 * Int.random(in: 0...1, using: &random), Int.random(in: 0..<45, using: &random))
                test.table.scrollToRow(at: target, at: positions.randomElement(using: &random) ?? .none)
            case 4: test.table.moveSelection(ItemMove.allCases.randomElement(using: &random) ?? .down)
            case 5:
                test.resize(
                    columns: Int.random(in: 1...20, using: &random), lines: Int.random(in: 1...12, using: &random))
            case 6: test.table.rowHeight = Int.random(in: 1...5, using: &random)
            default: test.table.reloadData()
            }
            test.stage.frame()
            if let fault = test.fault() {
                Issue.record("seed \(seed): \(fault)")
                return
            }
        }
    }
}
