import FoundationEssentials
import Testing

@testable import halftone

/// The values of a config file, and the position and reason of its first error.
@Suite(.endsInTime) struct JSON5ParserTests {
    private func parse(_ text: String) throws -> ConfigFile.Value { try JSON5Parser.parse(Array(text.utf8)) }

    // MARK: - Values

    @Test(
        arguments: [
            ("{}", .object([:])), ("[]", .list([])),
            ("[ true,false , null, ]", .list([.flag(true), .flag(false), .null])),
            ("{ a: 1, 'b': 'x', \"c\": [], }", .object(["a": .text("1"), "b": .text("x"), "c": .list([])])),
            ("/* a */ { // b\n $c_1: 'it\\'s', }\n// d", .object(["$c_1": .text("it's")])),
            ("/***/ 1 /* * / **/", .text("1")), ("\u{FEFF}{ \"a\": \"\" }", .object(["a": .text("")])),
            ("{\t\"a\"\r\n:\u{A0}{ größe: {} } }", .object(["a": .object(["größe": .object([:])])])),
            ("{ a: 1, a: 2 }", .object(["a": .text("1")])),
        ] as [(String, ConfigFile.Value)])
    func `values are read with all syntax of JSON5`(text: String, value: ConfigFile.Value) throws {
        #expect(try parse(text) == value)
    }

    @Test(arguments: [
        ("0", "0"), ("-3", "-3"), ("+1", "1"), ("0x1F", "31"), (".5", "0.5"), ("5.", "5"), ("-2e3", "-2000"),
        ("2.50", "2.5"), ("9007199254740993", "9007199254740993"), ("Infinity", "inf"), ("-NaN", "nan"),
    ])
    func `numbers are read as they are printed`(text: String, printed: String) throws {
        let value = try parse(text)
        #expect(value == .text(printed) || value == .text("-" + printed))
    }

    @Test(arguments: [
        (#""a \" b""#, "a \" b"), (#"'\\\/\n\t\0'"#, "\\/\n\t\0"), (#""\u00e4\ud83d\ude00\x41""#, "ä😀A"),
        ("'one \\\ntwo'", "one two"), ("'one \\\r\ntwo'", "one two"), (#"'\q'"#, "q"),
        ("'// no comment'", "// no comment"),
        (#""\ud83d""#, "\u{FFFD}"),
    ])
    func `escapes are replaced`(text: String, value: String) throws {
        #expect(try parse(text) == .text(value))
    }

    // MARK: - Errors

    @Test(arguments: [
        ("{\n  a: 1\n  b: 2\n}", 3, 3, "expected ',' or '}'"), ("{ \"a\" 1 }", 1, 7, "expected ':' after the name"),
        ("{ a: [1, 2, }", 1, 13, "expected a value"), ("{ a: grid }", 1, 6, "expected a value; text needs quotes"),
        ("{ a: inf }", 1, 6, "expected a value; text needs quotes"), ("{ a: 1 ", 1, 8, "missing '}'"),
        ("{ a: 1,\r\n", 2, 1, "missing '}'"), ("{ a: [1", 1, 8, "missing ']'"),
        ("{ a: 'ä', ü: \"", 1, 14, "unterminated string"), ("{ a: 'grid,\n b: 'c' }", 1, 6, "unterminated string"),
        ("'\\", 1, 1, "unterminated string"), ("{}\n{}", 2, 1, "unexpected text after the end"),
        ("", 1, 1, "empty document"), ("// only this", 1, 13, "empty document"),
        ("{\n/* a", 2, 1, "unterminated comment"), ("{ / a", 1, 3, "expected '//' or '/*'"),
        ("{ a: 1, , }", 1, 9, "expected a name or '}'"), ("not JSON", 1, 1, "expected a value; text needs quotes"),
        ("'\\u12g4'", 1, 3, "invalid escape"), ("'\\xä1'", 1, 3, "invalid escape"),
        ("1-2", 1, 1, "expected a value; text needs quotes"),
    ])
    func `an error has its position and what was expected there`(text: String, line: Int, column: Int, reason: String) {
        #expect(throws: JSONSyntaxError(line: line, column: column, reason: reason)) { try parse(text) }
    }

    @Test func `bytes that are not UTF-8 have a position`() {
        #expect(throws: JSONSyntaxError(line: 2, column: 2, reason: "not UTF-8")) {
            try JSON5Parser.parse(Array("{\n".utf8) + [0x22, 0xFF, 0x22, 0x7D])
        }
    }

    @Test func `a million open brackets do not overflow the stack`() {
        let bytes = [UInt8](repeating: UInt8(ascii: "["), count: 1 << 20)
        #expect(throws: JSONSyntaxError(line: 1, column: 201, reason: "nested too deeply")) {
            try JSON5Parser.parse(bytes)
        }
    }

    /// Compares every prefix of a text, and the text with any one byte removed.
    @Test func `Foundation's parser refuses the same texts`() throws {
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        let text = Array("{ layout: 'grid', \"list\": [1, true, null], // words\n deep: { a: 'b' } }".utf8)
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        var refused = 0
        for index in text.indices {
            for changed in [Array(text[..<index]), Array(text[..<index] + text[(index + 1)...])] {
                let isRefused = (try? decoder.decode(Anything.self, from: Data(changed))) == nil
                let isRefusedHere = (try? JSON5Parser.parse(changed)) == nil
                #expect(isRefused == isRefusedHere, "\(String(decoding: changed, as: UTF8.self))")
                refused += isRefused ? 1 : 0
            }
        }
        #expect(refused > text.count)
    }
}
