import HalftoneCore
import TestSupport
import Testing

@Suite(.endsInTime) struct TextSanitizerTests {
    @Test func `escape sequences lose their control characters`() {
        #expect(TextSanitizer.clean("a\u{1B}[31mb\u{9B}0m\u{7}\u{7F}c") == "a[31mb0mc")
    }

    @Test func `line breaks and tabs become one space`() {
        #expect(TextSanitizer.clean("one\r\n\ttwo\u{2028}three") == "one two three")
    }

    @Test(arguments: ["\u{202E}", "\u{2066}", "\u{200D}", "\u{FE0F}", "\u{FEFF}", "\u{E0041}", "\u{061C}"])
    func `invisible and reordering characters are removed`(_ character: String) {
        #expect(TextSanitizer.clean("a\(character)b") == "ab")
    }

    @Test func `ordinary text of any script passes`() {
        let text = "Zürich 東京 עברית ñ — “quotes” 🎨"
        #expect(TextSanitizer.clean(text) == text)
    }

    @Test func `bytes that are not UTF-8 become replacement characters`() {
        #expect(TextSanitizer.clean(bytes: [0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }
}
