import HalftoneCore
import Testing

@Suite(.endsInTime) struct TextSanitizerTests {
    @Test func escapeSequencesLoseTheirControlCharacters() {
        #expect(TextSanitizer.clean("a\u{1B}[31mb\u{9B}0m\u{7}\u{7F}c") == "a[31mb0mc")
    }

    @Test func lineBreaksAndTabsBecomeOneSpace() {
        #expect(TextSanitizer.clean("one\r\n\ttwo\u{2028}three") == "one two three")
    }

    @Test(arguments: ["\u{202E}", "\u{2066}", "\u{200D}", "\u{FE0F}", "\u{FEFF}", "\u{E0041}", "\u{061C}"])
    func invisibleAndReorderingCharactersAreRemoved(_ character: String) {
        #expect(TextSanitizer.clean("a\(character)b") == "ab")
    }

    @Test func ordinaryTextOfAnyScriptPasses() {
        let text = "Zürich 東京 עברית ñ — “quotes” 🎨"
        #expect(TextSanitizer.clean(text) == text)
    }

    @Test func bytesThatAreNotUTF8BecomeReplacementCharacters() {
        #expect(TextSanitizer.clean(bytes: [0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }
}
