import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) struct TextEditorTests {
    private func edited(_ text: String, cursor: Int, _ body: (inout TextEditor) -> Void) -> String {
        var editor = TextEditor(text)
        editor.move(.backward, by: .all)
        for _ in 0..<cursor { editor.move(.forward, by: .character) }
        body(&editor)
        var characters = editor.characters.map(String.init)
        characters.insert("|", at: editor.cursor)
        return characters.joined()
    }

    @Test func `text is inserted at the cursor`() {
        #expect(edited("ad", cursor: 1) { $0.insert("bc") } == "abc|d")
        #expect(edited("", cursor: 0) { $0.insert("") } == "|")
    }

    @Test func `a combining mark joins the character before the cursor`() {
        #expect(edited("ex", cursor: 1) { $0.insert("\u{301}") } == "e\u{301}|x")
        #expect(edited("e\u{301}x", cursor: 1) { $0.delete(.backward, by: .character) } == "|x")
    }

    @Test func `adjacent characters may combine`() {
        // the two halves of a flag
        #expect(
            edited("\u{1F1E9}x\u{1F1EA}", cursor: 2) { $0.delete(.backward, by: .character) } == "\u{1F1E9}\u{1F1EA}|")
    }

    @Test(arguments: [
        ("one two", 7, "one |two"), ("one two", 4, "|one two"), ("one, two", 5, "|one, two"), ("  ", 2, "|  "),
        ("a b", 0, "|a b"), ("foo.bar", 7, "foo.|bar"),
    ])
    func `a word backward ends at its first character`(_ text: String, _ cursor: Int, _ result: String) {
        #expect(edited(text, cursor: cursor) { $0.move(.backward, by: .word) } == result)
    }

    @Test(arguments: [("one two", 0, "one| two"), ("one two", 3, "one two|"), ("one  ", 3, "one  |"), ("", 0, "|")])
    func `a word forward ends after its last character`(_ text: String, _ cursor: Int, _ result: String) {
        #expect(edited(text, cursor: cursor) { $0.move(.forward, by: .word) } == result)
    }

    @Test func `deleting takes what moving would pass`() {
        #expect(edited("one two three", cursor: 7) { $0.delete(.backward, by: .word) } == "one | three")
        #expect(edited("one two three", cursor: 7) { $0.delete(.forward, by: .word) } == "one two|")
        #expect(edited("one two", cursor: 3) { $0.delete(.backward, by: .all) } == "| two")
        #expect(edited("one two", cursor: 3) { $0.delete(.forward, by: .all) } == "one|")
        #expect(edited("ab", cursor: 2) { $0.delete(.forward, by: .character) } == "ab|")
        #expect(edited("ab", cursor: 0) { $0.delete(.backward, by: .word) } == "|ab")
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `the cursor is always in the text`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var editor = TextEditor("start")
        let pieces = ["a", "\u{301}", "日", " ", "\u{1F1E9}", "\u{1F1EA}", "word word"]
        for _ in 0..<200 {
            let direction = TextEditor.Direction.allCases.randomElement(using: &random) ?? .forward
            let reach = TextEditor.Reach.allCases.randomElement(using: &random) ?? .word
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: editor.insert(pieces.randomElement(using: &random) ?? "")
            case 2, 3: editor.move(direction, by: reach)
            default: editor.delete(direction, by: reach)
            }
            #expect((0...editor.characters.count).contains(editor.cursor), "seed \(seed)")
            #expect(Array(editor.text) == editor.characters, "seed \(seed)")
        }
    }
}
