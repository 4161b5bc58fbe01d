import HalftoneCore
import OptionParsing
import TestSupport
import Testing

/// Rows of options: parsing, errors and help.
@Suite(.endsInTime) struct OptionRowTests {
    private enum Color: String, CaseIterable { case red, green }

    private struct Options {
        var color = Color.red
        var count = 1
        var wait = Duration.zero
        var path = ""
        var isOn = false
    }

    private let rows: [OptionRow<Options>] = [
        OptionRow("color", .choice("NAME", Color.allCases), configDefault: .red, help: "red or green") {
            $0.color = $1
        },
        OptionRow("max-count", .number("N", 1...9), configDefault: 1, help: "how many") { $0.count = $1 },
        OptionRow("wait", .milliseconds(0...100), configDefault: .milliseconds(5), help: "how long") { $0.wait = $1 },
        OptionRow("log", .file(), configDefault: "a \"b\"", help: "where") { $0.path = $1 },
        OptionRow("on", short: "o", isInConfig: true, help: "whether") { $0.isOn = true },
        OptionRow("help", short: "h", help: "help") { _ in },
    ]

    private func parse(_ words: String...) throws -> (options: Options, operands: [FilePath], names: Set<String>) {
        var options = Options()
        let (operands, names) = try OptionParser(rows).parse(words.map { FilePath($0) }, into: &options)
        return (options, operands, names)
    }

    private func mistake(_ words: String...) -> String? {
        var options = Options()
        do throws(UsageError) {
            let parser = OptionParser(rows) { $0 == "other" ? "--other is not supported here" : nil }
            _ = try parser.parse(words.map { FilePath($0) }, into: &options)
            return nil
        } catch {
            return error.description
        }
    }

    @Test func `options are read among operands, and the last one counts`() throws {
        let read = try parse("a", "--color=green", "--max-count", "3", "b", "--wait", "7", "--on", "--", "--log")
        #expect(read.operands == ["a", "b", "--log"])
        #expect(read.options.color == .green && read.options.count == 3 && read.options.isOn)
        #expect(read.options.wait == .milliseconds(7))
        #expect(read.names == ["color", "max-count", "wait", "on"])
        let mixed = try parse("--color", "green", "--color=red", "-", "-ho")
        #expect(mixed.operands == ["-"] && mixed.names == ["color", "help", "on"])
        #expect(
            try parse("--color=green", "-ho").options.isOn && parse("--log", "a=b", "--log=a=b").options.path == "a=b")
    }

    /// Regression: such a value was taken for a part of the name.
    @Test func `a value may begin with a combining mark`() throws {
        #expect(try parse("--log=\u{301}x").options.path == "\u{301}x")
    }

    @Test func `an invalid argument is named with the expected ones`() {
        #expect(mistake("--color", "blue") == "invalid value 'blue' for --color (red, green)")
        for number in ["", "-1", "0", "10", "nine", "9x", "1e0", "99999999999999999999"] {
            let words = "invalid value '\(number)' for --max-count (a number from 1 to 9)"
            #expect(mistake("--max-count=\(number)") == words)
        }
        #expect(mistake("--wait", "1s") == "invalid value '1s' for --wait (a number from 0 to 100)")
        #expect(mistake("--log", "") == "invalid value '' for --log (a file)")
        #expect(mistake("--max-count") == "--max-count needs an argument")
        #expect(mistake("--nothing") == "unknown option '--nothing'")
        #expect(mistake("--nothing=\u{1B}") == "unknown option '--nothing'")
        #expect(mistake("--other=1") == "--other is not supported here")
        #expect(mistake("--") == nil && mistake("-ox") == "unknown option '-x'")
        #expect(
            mistake("--=1") == "unknown option '--'" && mistake("--lo") == "unknown option '--lo' (did you mean --log?)"
                && mistake("--on=1") == "--on takes no value")
        #expect(mistake("--color", "\u{1B}[2J")?.contains("\u{1B}") == false)
    }

    @Test func `a label replaces the option's name`() {
        var options = Options()
        #expect(throws: UsageError.self) { try rows[1].apply("x", to: &options, label: "maxCount") }
        do {
            try rows[1].apply("x", to: &options, label: "maxCount")
        } catch {
            #expect("\(error)" == "invalid value 'x' for maxCount (a number from 1 to 9)")
        }
    }

    @Test func `a setting has the name and the default of the config file`() {
        let settings = rows.compactMap(\.facts.configured)
        #expect(settings.map(\.name) == ["color", "maxCount", "wait", "log", "on"])
        #expect(settings.map(\.standard) == ["\"red\"", "1", "5", "\"a \\\"b\\\"\"", "false"])
    }

    @Test func `the help has one line for each option`() {
        let lines = OptionFacts.help(rows.map(\.facts)).split(separator: "\n")
        #expect(lines.first == "options:" && lines.count == rows.count + 1)
        #expect(lines[1] == "  --color NAME   red or green" && lines[5] == "  -o, --on       whether")
        let row = OptionRow<Options>("fit", .choice("HOW", ["a", "b"]) { $0 }) { _, _ in }
        #expect(row.facts.help == "a, b", "without a text, the values")
    }

    private static let help = """
        usage: x

        Some words that are long
        enough for two lines.

        options:
          -R, --recursive  read folders inside a folder
          ↑ k  ↓ j         a line of pictures
        """

    @Test(arguments: [
        (47, help),
        (
            40,
            """
            usage: x

            Some words that are long enough for two
            lines.

            options:
              -R, --recursive  read folders inside a
                               folder
              ↑ k  ↓ j         a line of pictures
            """
        ),
        (
            30,
            """
            usage: x

            Some words that are long
            enough for two lines.

            options:
              -R, --recursive
                  read folders inside a
                  folder
              ↑ k  ↓ j
                  a line of pictures
            """
        ),
    ])
    func `the help is wrapped where the terminal is narrower`(columns: Int, text: String) {
        #expect(OptionFacts.fitted(Self.help, columns: columns) == text)
    }

    @Test(arguments: [-1, 0, 1, 7]) func `every word of the help is there, however narrow it is`(columns: Int) {
        let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
        #expect(words(OptionFacts.fitted(Self.help + "\n   ", columns: columns)) == words(Self.help))
    }
}
