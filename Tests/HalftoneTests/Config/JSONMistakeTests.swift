import FoundationEssentials
import Testing

@testable import halftone

/// Where a config file stops being JSON5.
@Suite(.endsInTime) struct JSONMistakeTests {
    @Test(arguments: [
        ("{\n  a: 1\n  b: 2\n}", 3, 3, "a comma or } is wanted"),
        ("{ \"a\" 1 }", 1, 7, "a colon is wanted behind the name"),
        ("{ a: [1, 2, }", 1, 13, "a value is wanted"),
        ("{ a: grid }", 1, 6, "a value is wanted; text stands between quotes"),
        ("{ a: 1 ", 1, 8, "its } is missing"), ("{ a: [1", 1, 8, "its ] is missing"),
        ("{ a: 'ä', ü: \"", 1, 14, "the quote that begins here has no end"),
        ("{}\n{}", 2, 1, "nothing may follow the end"), ("", 1, 1, "there is nothing in it"),
        ("// only this", 1, 13, "there is nothing in it"),
        ("{\n/* a", 2, 1, "the comment that begins here has no end"),
        ("{ / a", 1, 3, "a comment begins with // or /*"), ("{ a: 1, , }", 1, 9, "a name or } is wanted"),
        ("not JSON", 1, 1, "a value is wanted; text stands between quotes"),
    ])
    func itsPlaceIsGivenAndWhatIsWantedThere(text: String, line: Int, column: Int, words: String) throws {
        let mistake = try #require(JSONMistake(in: Array(text.utf8)))
        #expect(mistake.line == line && mistake.column == column && mistake.words == words, "\(mistake)")
    }

    @Test(arguments: [
        "{}", "[]", "{ a: 1, 'b': [true, null, 0x1F, .5, 5., -2e3, +1, Infinity, -NaN], }", "\"a \\\" b\"",
        "/* a */ { // b\n $c_1: 'it\\'s', }\n// d", "\u{FEFF}{ \"a\": \"\" }", "{\t\"a\"\r\n:\u{A0}{ b: {} } }",
    ])
    func whatIsRightHasNone(text: String) {
        #expect(JSONMistake(in: Array(text.utf8)) == nil)
    }

    @Test func aThousandOpenBracketsAreNoStackOfCalls() {
        let mistake = JSONMistake(in: Array(repeating: UInt8(ascii: "["), count: 1 << 20))
        #expect(mistake?.words == "it is nested too deeply")
    }

    /// Whatever is cut off or crossed out is found: the decoder refuses it, and this says where.
    @Test func whatTheDecoderRefusesOfATextThatWasRightHasAPlace() {
        let text = Array("{ layout: 'grid', \"list\": [1, true, null], // words\n deep: { a: 'b' } }".utf8)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        func isRefused(_ bytes: [UInt8]) -> Bool {
            do {
                _ = try decoder.decode([String: ConfigFile.Value].self, from: Data(bytes))
                return false
            } catch {
                return true
            }
        }
        #expect(!isRefused(text))
        var refused = 0
        for index in text.indices {
            for wrong in [Array(text[..<index]), Array(text[..<index] + text[(index + 1)...])] where isRefused(wrong) {
                refused += 1
                #expect(JSONMistake(in: wrong) != nil, "\(String(decoding: wrong, as: UTF8.self))")
            }
        }
        #expect(refused > text.count)
    }
}
