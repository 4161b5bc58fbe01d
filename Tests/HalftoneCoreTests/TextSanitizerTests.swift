import HalftoneCore
import TestSupport
import Testing

@Suite(.endsInTime) struct TextSanitizerTests {
    /// Escape sequences lose their control characters, line breaks and tabs become one space, and invisible and
    /// reordering characters are removed.
    @Test(arguments: [
        ("a\u{1B}[31mb\u{9B}0m\u{7}\u{7F}c", "a[31mb0mc"), ("one\r\n\ttwo\u{2028}three", "one two three"),
        ("a\u{202E}b\u{2066}c\u{200D}d\u{FE0F}e", "abcde"), ("a\u{FEFF}b\u{E0041}c\u{061C}d", "abcd"),
    ])
    func `what a terminal takes for a command is removed`(text: String, shown: String) {
        #expect(TextSanitizer.clean(text) == shown)
    }

    @Test func `ordinary text of any script passes`() {
        let text = "Zürich 東京 עברית ñ — “quotes” 🎨"
        #expect(TextSanitizer.clean(text) == text)
    }

    @Test func `the password of each address in a sentence is removed`() {
        let text = "//h/a//b http://bob:SEKRET@h//x//y (c://d:SEKRET@f)"
        #expect(TextSanitizer.sentence(text) == "//h/a//b http://h//x//y (c://f)")
    }

    @Test func `a long word with many slashes is read in linear time`() {
        // Quadratic time would be minutes for each of these.
        for piece in ["x://", "-//", "://mailto:a", "a:b@", "//\"", "//", "/@"] {
            let slashes = String(repeating: piece, count: 32_768 / piece.utf8.count)
            for text in [slashes, "@" + slashes, slashes + "@" + slashes, slashes + "@"] {
                #expect(!TextSanitizer.sentence(text).isEmpty)
            }
        }
    }

    @Test func `bytes that are not UTF-8 become replacement characters`() {
        #expect(TextSanitizer.clean(bytes: [0x61, 0xFF, 0x62]) == "a\u{FFFD}b")
    }
}
