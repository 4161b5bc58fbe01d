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

    @Test func whatIsTypedIsShownWithTheCursorBehindIt() {
        type("cat")
        #expect(field.text == "cat" && shown() == "cat[ ]    ")
        press(.left, .left, .character("o"))
        #expect(field.text == "coat" && shown() == "co[a]t    ")
    }

    @Test func textThatIsTooLongScrollsWithTheCursor() {
        type("abcdefghij")
        #expect(shown() == "defghij[ ]")
        press(.home)
        #expect(shown() == "[a]bcdefgh")
        press(.right, .right, .end, .left)
        #expect(shown() == "cdefghi[j]")
        press(.control("u"))
        #expect(field.text == "j" && shown() == "[j]       ")
    }

    @Test func noRoomIsLeftBehindTextThatIsTooLong() {
        type("abcdefghij")
        press(.backspace, .backspace)
        #expect(shown() == "bcdefgh[ ]")
        press(.backspace, .backspace, .backspace)
        #expect(shown() == "abcde[ ]  ")
    }

    @Test func aWideCharacterUnderTheCursorIsInViewAsAWhole() {
        type("日本語写真")
        press(.left)
        #expect(shown() == "本語写[真]")
        press(.home)
        #expect(shown() == "[日]本語写")
    }

    @Test func withoutTextThePlaceholderIsShown() {
        field.placeholder = "search"
        #expect(shown() == "[s]earch  ")
        field.resignFirstResponder()
        stage.host.addSubview(TextField(frame: CellRect(column: 0, row: 1, columns: 3, rows: 1)))
        stage.window.focusNext()
        #expect(shown() == "search  ")
        field.text = "x"
        #expect(shown() == "x       ")
    }

    @Test func pastedTextIsOneCleanLine() {
        stage.window.sendEvent(.paste("a\u{1B}[31mb\nc\u{202E}"))
        #expect(field.text == "a[31mb c")
    }

    @Test func longTextEndsAtTheLimit() {
        field.maximumLength = 5
        type("abc")
        stage.window.sendEvent(.paste("defgh"))
        type("i")
        #expect(field.text == "abcde")
    }

    @Test func changesAreToldAndMovementsAreNot() {
        var texts: [String] = []
        field.didChange = { texts.append($0) }
        type("ab")
        press(.left, .end, .delete)
        field.text = "set"
        press(.control("w"))
        #expect(texts == ["a", "ab", ""])
    }

    @Test func enterIsLeftToTheSuperviewUnlessItIsAskedFor() {
        #expect(!stage.window.sendEvent(.key(.enter)))
        var returned: [String] = []
        field.didReturn = { returned.append($0) }
        type("x")
        #expect(stage.window.sendEvent(.key(.enter)) && returned == ["x"])
        #expect(!stage.window.sendEvent(.key(.up)))
    }

    @Test func aClickPutsTheCursorThere() {
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
