import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@MainActor
struct LabelTests {
    let label = Label()

    private func lines(_ text: String, columns: Int, maximum: Int = 1) -> [String] {
        label.text = text
        label.maximumLines = maximum
        return label.lines(columns: columns)
    }

    /// What is seen of it.
    private func shown(_ text: String, columns: Int, rows: Int, maximum: Int) -> [String] {
        let stage = Stage(columns: columns + 3, rows: rows + 1)
        label.text = text
        label.maximumLines = maximum
        label.frame = CellRect(column: 0, row: 0, columns: columns, rows: rows)
        stage.host.addSubview(label)
        let frame = stage.frame()
        return (0...rows).map { frame.text(row: $0) }
    }

    @Test func aTextThatFitsIsOneLine() {
        #expect(lines("two  words", columns: 10, maximum: 3) == ["two  words"])
        #expect(lines("", columns: 10, maximum: 3).isEmpty)
        #expect(lines("text", columns: 0, maximum: 3).isEmpty)
    }

    @Test func aTextIsBrokenBetweenWords() {
        #expect(lines("one two three four", columns: 9, maximum: 4) == ["one two", "three", "four"])
        #expect(lines("one two", columns: 3, maximum: 4) == ["one", "two"])
        #expect(lines("one two three four", columns: 9, maximum: 2) == ["one two", "three four"])
    }

    @Test func aWordLongerThanALineIsBrokenInside() {
        #expect(lines("abcdefghij kl", columns: 4, maximum: 9) == ["abcd", "efgh", "ij", "kl"])
        #expect(lines("ab cdefghij", columns: 4, maximum: 9) == ["ab", "cdef", "ghij"])
    }

    @Test func wideCharactersTakeTwoColumnsAndAreNotCutInHalf() {
        #expect(lines("日本語の写真", columns: 5, maximum: 9) == ["日本", "語の", "写真"])
        #expect(lines("日本", columns: 1, maximum: 9) == ["日", "本"])
        #expect(shown("日本語の写真", columns: 5, rows: 2, maximum: 2) == ["日本", "語の…", ""])
    }

    @Test func theLastLineEndsWithAnEllipsisWhenThereIsMore() {
        #expect(shown("one two three four", columns: 9, rows: 2, maximum: 2) == ["one two", "three fo…", ""])
        #expect(shown("one two", columns: 5, rows: 1, maximum: 1) == ["one …", ""])
        #expect(shown("one", columns: 1, rows: 1, maximum: 1) == ["…", ""])
    }

    @Test func linesBelowTheLabelAreNotDrawn() {
        #expect(shown("one two three", columns: 5, rows: 1, maximum: 3) == ["one", ""])
    }

    @Test func aLabelOfNoLinesHasOne() {
        #expect(lines("one two", columns: 3, maximum: 0) == ["one two"])
    }

    @Test func combiningMarksTakeNoColumn() {
        #expect(lines("e\u{301}e\u{301}e\u{301} x", columns: 3, maximum: 2) == ["e\u{301}e\u{301}e\u{301}", "x"])
    }
}
