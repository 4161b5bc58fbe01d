import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct LabelTests {
    let label = Label()

    private func lines(_ text: String, columns: Int, maximum: Int = 1) -> [String] {
        label.text = text
        label.numberOfLines = maximum
        return label.lines(columns: columns).map(\.text)
    }

    /// Returns the visible lines of a label.
    private func shown(_ text: String, columns: Int, rows: Int, maximum: Int) -> [String] {
        let stage = Stage(columns: columns + 3, rows: rows + 1)
        label.text = text
        label.numberOfLines = maximum
        label.frame = CellRect(column: 0, row: 0, columns: columns, rows: rows)
        stage.host.addSubview(label)
        return stage.frame().lines
    }

    @Test func `a text that fits is one line`() {
        #expect(lines("two  words", columns: 10, maximum: 3) == ["two  words"])
        #expect(lines("", columns: 10, maximum: 3).isEmpty)
        #expect(lines("text", columns: 0, maximum: 3).isEmpty)
    }

    @Test func `a text is broken between words`() {
        #expect(lines("one two three four", columns: 9, maximum: 4) == ["one two", "three", "four"])
        #expect(lines("one two", columns: 3, maximum: 4) == ["one", "two"])
        #expect(lines("one two three four", columns: 9, maximum: 2) == ["one two", "three fo…"])
    }

    @Test func `a word longer than a line is broken inside`() {
        #expect(lines("abcdefghij kl", columns: 4, maximum: 9) == ["abcd", "efgh", "ij", "kl"])
        #expect(lines("ab cdefghij", columns: 4, maximum: 9) == ["ab", "cdef", "ghij"])
    }

    @Test func `wide characters take two columns and are not cut in half`() {
        #expect(lines("日本語の写真", columns: 5, maximum: 9) == ["日本", "語の", "写真"])
        #expect(lines("日本", columns: 1, maximum: 9) == ["日", "本"])
        #expect(shown("日本語の写真", columns: 5, rows: 2, maximum: 2) == ["日本", "語の…", ""])
    }

    @Test func `the last line ends with an ellipsis when there is more`() {
        #expect(shown("one two three four", columns: 9, rows: 2, maximum: 2) == ["one two", "three fo…", ""])
        #expect(shown("one two", columns: 5, rows: 1, maximum: 1) == ["one …", ""])
        #expect(shown("one", columns: 1, rows: 1, maximum: 1) == ["…", ""])
    }

    @Test func `lines below the label are not drawn`() {
        #expect(shown("one two three", columns: 5, rows: 1, maximum: 3) == ["one", ""])
    }

    @Test func `a label with zero lines has as many as it needs`() {
        #expect(lines("one two three", columns: 3, maximum: 0) == ["one", "two", "thr", "ee"])
        #expect(lines("one two", columns: 3, maximum: 0) == lines("one two", columns: 3, maximum: 9))
    }

    @Test func `a line feed breaks the line`() {
        #expect(lines("one\ntwo\n\nthree", columns: 9, maximum: 0) == ["one", "two", "", "three"])
        #expect(lines("one\ntwo", columns: 9, maximum: 1) == ["one two"])
    }

    @Test func `no line is too long, and no text that fits is lost`() {
        let text = "ab 日本語 cde\u{301} fghijklmnop 写 q"
        for columns in 2...40 {
            for maximum in 0...5 {
                let lines = lines(text, columns: columns, maximum: maximum)
                #expect(lines.allSatisfy { Canvas.columns(of: $0) <= columns })
                #expect(maximum == 0 || lines.count <= maximum)
                if columns >= Canvas.columns(of: text) { #expect(lines == [text]) }
                if maximum == 0 { #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " }) }
            }
        }
    }

    @Test func `runs keep their styles over line breaks and cuts`() {
        let (red, blue) = (CellStyle(foreground: CellColor(hex: 0xFF0000)), CellStyle(foreground: CellColor(hex: 0xFF)))
        var text = AttributedText("one t", style: red)
        text.append("wo three", style: blue)
        label.attributedText = text
        label.numberOfLines = 2
        #expect(
            label.lines(columns: 5) == [
                AttributedText("one", style: red),
                AttributedText("t", style: red) + AttributedText("wo …", style: blue),
            ])
        label.text = "plain"
        #expect(label.attributedText == AttributedText("plain"))
        label.style = red
        #expect(label.attributedText == AttributedText("plain", style: red))
    }

    @Test(arguments: [(Label.TextAlignment.left, "abc  |"), (.right, "  abc|")])
    func `a line is at the position of its alignment`(_ alignment: Label.TextAlignment, _ shown: String) {
        let stage = Stage(columns: 6, rows: 1)
        let edge = Label(frame: CellRect(column: 5, row: 0, columns: 1, rows: 1))
        edge.text = "|"
        label.text = "abc"
        label.textAlignment = alignment
        label.frame = CellRect(column: 0, row: 0, columns: 5, rows: 1)
        for view in [label, edge] { stage.host.addSubview(view) }
        #expect(stage.frame().text(row: 0) == shown)
    }

    @Test func `a label lets the mouse through`() {
        let stage = Stage(showing: label, columns: 6, rows: 1)
        #expect(stage.window.hitTest(.zero) === stage.host)
    }

    @Test func `the preferred size of a label is that of its lines`() {
        label.text = "one two three"
        label.numberOfLines = 0
        #expect(label.sizeThatFits(CellSize(columns: 8, rows: 9)) == CellSize(columns: 7, rows: 2))
        #expect(label.sizeThatFits(CellSize(columns: 80, rows: 9)) == CellSize(columns: 13, rows: 1))
        #expect(label.sizeThatFits(CellSize(columns: 3, rows: 2)) == CellSize(columns: 3, rows: 2))
        #expect(label.sizeThatFits(CellSize(columns: 0, rows: 2)) == CellSize(columns: 0, rows: 0))
    }

    @Test func `combining marks take no column`() {
        #expect(lines("e\u{301}e\u{301}e\u{301} x", columns: 3, maximum: 2) == ["e\u{301}e\u{301}e\u{301}", "x"])
    }

    @Test func `a link is under the text and nowhere else`() throws {
        let target = try #require(Hyperlink("https://example.com/"))
        let stage = Stage(columns: 12, rows: 3)
        stage.window.didFindWrongDamage = { Issue.record("\($0)") }
        label.text = "one two three"
        label.numberOfLines = 2
        label.textAlignment = .right
        label.link = target
        label.frame = CellRect(column: 1, row: 0, columns: 9, rows: 2)
        stage.host.addSubview(label)
        func linked() -> [String] {
            let frame = stage.frame()
            return (0..<3).map { row in
                (0..<12).map { frame.linkTarget(column: $0, row: row) == target ? "#" : "." }.joined()
            }
        }
        #expect(linked() == ["...#######..", ".....#####..", "............"])
        label.text = "one"
        #expect(linked() == [".......###..", "............", "............"])
        label.link = nil
        #expect(linked().allSatisfy { !$0.contains("#") })
    }
}
