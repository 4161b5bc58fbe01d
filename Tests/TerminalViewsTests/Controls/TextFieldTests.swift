import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct TextFieldTests {
    let stage = Stage(columns: 12, rows: 2)
    let field = TextField(frame: CellRect(column: 1, row: 0, columns: 8, rows: 1))

    init() {
        stage.host.addSubview(field)
        field.becomeFirstResponder()
    }

    private func type(_ text: String) { for character in text { stage.window.sendEvent(.key(.character(character))) } }
    private func press(_ keys: Key...) { for key in keys { stage.window.sendEvent(.key(key)) } }

    /// Returns the visible text, with the cursor's cell in brackets.
    private func shown() -> String {
        let frame = stage.frame()
        var text = ""
        for column in 1..<9 where frame[column, 0].glyph != 0 {
            let cell = frame[column, 0]
            let sign = Unicode.Scalar(cell.glyph).map(String.init) ?? "?"
            text += cell.attributes.contains(.reverse) ? "[\(sign)]" : sign
        }
        return text
    }

    @Test func `typed text is shown with the cursor after it`() {
        type("cat")
        #expect(field.text == "cat" && shown() == "cat[ ]    ")
        press(.left, .left, .character("o"))
        #expect(field.text == "coat" && shown() == "co[a]t    ")
    }

    @Test func `text that is too long scrolls with the cursor`() {
        type("abcdefghij")
        #expect(shown() == "defghij[ ]")
        press(.home)
        #expect(shown() == "[a]bcdefgh")
        press(.right, .right, .end, .left)
        #expect(shown() == "cdefghi[j]")
        press(.control("u"))
        #expect(field.text == "j" && shown() == "[j]       ")
    }

    @Test func `no space is left after text that is too long`() {
        type("abcdefghij")
        press(.backspace, .backspace)
        #expect(shown() == "bcdefgh[ ]")
        press(.backspace, .backspace, .backspace)
        #expect(shown() == "abcde[ ]  ")
    }

    @Test func `a wide character under the cursor is in view as a whole`() {
        type("日本語写真")
        press(.left)
        #expect(shown() == "本語写[真]")
        press(.home)
        #expect(shown() == "[日]本語写")
    }

    @Test func `only the first responder shows a cursor`() {
        #expect(shown() == "[ ]       ")
        let other = TextField(frame: CellRect(column: 0, row: 1, columns: 3, rows: 1))
        stage.host.addSubview(other)
        other.becomeFirstResponder()
        field.text = "x"
        #expect(shown() == "x       ")
    }

    @Test func `pasted text is one clean line`() {
        stage.window.sendEvent(.paste("a\u{1B}[31mb\nc\u{202E}"))
        #expect(field.text == "a[31mb c")
    }

    @Test func `long text ends at the limit`() {
        let most = String(repeating: "a", count: TextField.maxLength)
        field.text = String(most.dropLast(2))
        stage.window.sendEvent(.paste("aab"))
        type("c")
        #expect(field.text == most)
    }

    @Test func `changes are reported, and movements are not`() {
        var texts: [String] = []
        field.didChange = { texts.append($0) }
        type("ab")
        press(.left, .end, .delete)
        field.text = "set"
        press(.control("w"))
        #expect(texts == ["a", "ab", ""])
    }

    @Test func `Enter is passed to the superview unless the field has a handler`() {
        #expect(!stage.window.sendEvent(.key(.enter)))
        var returned: [String] = []
        field.didReturn = { returned.append($0) }
        type("x")
        #expect(stage.window.sendEvent(.key(.enter)) && returned == ["x"])
        #expect(!stage.window.sendEvent(.key(.up)))
    }

    @Test func `a click puts the cursor there`() {
        type("a日bcdefghij")
        for (column, index) in [(1, 4), (8, 11)] {
            let mouse = MouseEvent(action: .press, position: CellPoint(column: column, row: 0))
            _ = shown()
            stage.window.sendEvent(.mouse(mouse))
            #expect(field.editor.cursor == index)
            press(.end)
        }
    }
}
