import FoundationEssentials
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Rows as high as their cells' content.
@Suite(.endsInTime) @MainActor struct TableViewSelfSizingTests {
    /// A row of text that is broken into as many lines as it needs.
    private final class TextCell: TableViewCell {
        let label = Label()

        init(_ identifier: String = "text") {
            super.init(reuseIdentifier: identifier)
            label.numberOfLines = 0
            label.lineBreakMode = .byCharWrapping
            addSubview(label)
        }

        override func layoutSubviews() { label.frame = bounds }
        override func sizeThatFits(_ size: CellSize) -> CellSize { label.sizeThatFits(size) }
    }

    @MainActor
    private final class Source: TableViewDataSource, TableViewDelegate {
        let stage: Stage
        let table: TableView
        /// The number of characters in each row.
        var lengths: [Int]
        var heights: (Int) -> Int? = { _ in nil }
        /// "text", or "brief" for one character.
        var identifier: (Int) -> String = { _ in "text" }
        private(set) var made = 0
        private(set) var asked: [Int] = []
        private(set) var displayed: [Int] = []

        init(_ lengths: [Int], columns: Int = 10, lines: Int = 12, estimate: Int = 1) {
            self.lengths = lengths
            stage = Stage(columns: columns, rows: lines)
            table = TableView(trace: stage.engine.trace)
            table.rowHeight = TableView.automaticDimension
            table.estimatedRowHeight = estimate
            table.register("text") { [unowned self] in
                made += 1
                return TextCell()
            }
            table.register("brief") { TextCell("brief") }
            table.dataSource = self
            table.delegate = self
            table.frame = stage.window.bounds
            stage.host.addSubview(table)
            table.reloadData()
            stage.frame()
        }

        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { lengths.count }
        func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Int? { heights(indexPath.row) }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            asked.append(indexPath.row)
            let identifier = identifier(indexPath.row)
            let cell = tableView.dequeueReusableCell(withIdentifier: identifier, for: indexPath)
            let letter = Unicode.Scalar(UInt8(ascii: "a") + UInt8(indexPath.row % 26))
            let length = identifier == "brief" ? 1 : lengths[indexPath.row]
            (cell as? TextCell)?.label.text = String(repeating: Character(letter), count: length)
            return cell
        }
        func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
            displayed.append(indexPath.row)
        }

        func takeAsked() -> [Int] {
            defer { asked = [] }
            return asked
        }

        /// The first characters of the lines of the screen.
        func shown() -> String {
            let frame = stage.frame()
            return (0..<frame.size.rows).map { frame.text(row: $0).first.map(String.init) ?? " " }.joined()
        }

        func height(_ row: Int) -> Int? { table.rectForRow(at: IndexPath(row: row, section: 0))?.size.rows }
    }

    @Test func `rows are as high as their text needs`() {
        let test = Source([5, 25, 10, 11, 60])
        #expect(test.shown() == "abbbcddeeeee")
        #expect((0..<5).map(test.height) == [1, 3, 1, 2, 6])
        #expect(test.table.contentLines == 13)
    }

    @Test func `a cell that was made to be measured is the one that is shown`() {
        let test = Source([5, 25, 10, 11, 60, 5, 5, 5])
        #expect(test.takeAsked().sorted() == test.displayed.sorted(), "no row is requested twice")
    }

    @Test(arguments: [1, 3, 9])
    func `the estimate makes no visible difference`(estimate: Int) {
        let test = Source((0..<200).map { 1 + $0 * 7 % 41 }, estimate: estimate)
        #expect(test.table.rowHeight == TableView.automaticDimension)
        var rows: [Int] = []
        for row in 0..<200 { rows += Array(repeating: row, count: (1 + row * 7 % 41 + 9) / 10) }
        for step in 0..<60 {
            let top = test.table.contentOffset
            let wanted = rows[top..<top + 12].map { String(UnicodeScalar(UInt8(ascii: "a") + UInt8($0 % 26))) }
            #expect(test.shown() == wanted.joined(), "step \(step)")
            test.table.scroll(byLines: 3)
        }
        #expect(test.made <= 12 + 4)
    }

    @Test func `a narrower table makes its rows higher`() {
        let test = Source([5, 25, 10])
        test.table.frame = CellRect(column: 0, row: 0, columns: 5, rows: 12)
        #expect(test.shown() == "abbbbbcc    ")
    }

    @Test func `a row whose content grows is measured again`() {
        let test = Source([5, 5, 5])
        test.lengths[1] = 35
        test.table.reloadRows(at: [IndexPath(row: 1, section: 0)])
        #expect(test.shown() == "abbbbc      ")
        test.lengths = [15, 5, 5]
        test.table.reloadData()
        #expect(test.shown() == "aabc        ")
        (test.table.cellForRow(at: IndexPath(row: 2, section: 0)) as? TextCell)?.label.text = "twenty characters it"
        test.table.invalidateRowHeights()
        #expect(test.shown() == "aabtr       ", "the existing cell is measured")
    }

    @Test func `a reconfigured row has its new preferred height`() {
        let test = Source([5, 5, 5])
        let cell = test.table.cellForRow(at: IndexPath(row: 1, section: 0))
        let displayed = test.displayed
        test.lengths[1] = 35
        test.table.reconfigureRows(at: [IndexPath(row: 1, section: 0)])
        #expect(test.shown() == "abbbbc      ")
        #expect(test.table.cellForRow(at: IndexPath(row: 1, section: 0)) === cell && test.displayed == displayed)
    }

    /// Regression: the row kept the height of the cell before it.
    @Test func `a row that is reconfigured with a cell of another kind has the height of that cell`() {
        let test = Source([5, 25, 10])
        #expect(test.shown() == "abbbc       ")
        test.identifier = { $0 == 1 ? "brief" : "text" }
        test.table.reconfigureRows(at: [IndexPath(row: 1, section: 0)])
        #expect(test.shown() == "abc         ")
    }

    @Test func `the delegate may choose self-sizing row by row`() {
        let test = Source([25, 25, 25])
        test.table.rowHeight = 2
        test.heights = { $0 == 1 ? TableView.automaticDimension : nil }
        test.table.invalidateRowHeights()
        #expect(test.shown() == "aabbbcc     ")
    }

    @Test func `scrolling to a row that was never seen shows it`() {
        let test = Source(Array(repeating: 35, count: 1000))
        test.table.scrollToRow(at: IndexPath(row: 700, section: 0), at: .top)
        let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(700 % 26)))
        #expect(test.shown().hasPrefix(String(repeating: letter, count: 4)))
        #expect(test.made < 20, "cells that were only measured are recycled")
    }

    @Test func `rows that are inserted and deleted find their heights`() throws {
        let test = Source([5, 25, 10])
        test.lengths = [5, 45, 25, 10]
        try test.table.insertRows(at: [IndexPath(row: 1, section: 0)], with: .none)
        test.stage.turn(after: .seconds(1))
        #expect((0..<4).map(test.height) == [1, 5, 3, 1])
        test.lengths = [45, 25, 10]
        try test.table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
        test.stage.turn(after: .seconds(1))
        #expect((0..<3).map(test.height) == [5, 3, 1])
    }

    @Test func `a preferred height is at least one line and at most a thousand`() {
        let test = Source([0, 50_000, 5])
        #expect(test.height(0) == 1)
        #expect(test.height(1) == 1000)
    }
}
