import FoundationEssentials
import ImageLab
import ImageLoading
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// What the manual page has entries for is what the program has.
@Suite(.endsInTime) struct ManualPageTests {
    /// An entry of a list: what it is about, as it is written, and the first line below it.
    private struct Entry {
        /// The section and, within the options, the command.
        let part: String
        let tag: [String]
        let text: String

        /// What it is about without macros and without what keeps mdoc from taking a sign for its own.
        var name: String {
            tag.filter { !["Cm", "Li", "Ar", "Fl", "Ns", "Op"].contains($0) }.joined(separator: " ")
                .replacing("\\&", with: "").replacing("\\-", with: "-")
        }

        /// The options that it is about, as they are typed.
        var options: [String] {
            zip(tag, tag.dropFirst()).filter { $0.0 == "Fl" }.map { "-" + $0.1 }
        }
    }

    private let lines: [String]
    private let entries: [Entry]

    init() throws {
        lines = try Readme.text(of: "Assets/halftone.1").split(separator: "\n").map(String.init)
        var (entries, part) = ([Entry](), "")
        for (line, next) in zip(lines, lines.dropFirst()) {
            if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") { part = String(line.dropFirst(4)) }
            // “Of print:” before a list of options
            if line == "Of", next.hasPrefix(".Cm ") { part = String(next.dropFirst(4).prefix { $0 != " " }) }
            guard line.hasPrefix(".It ") else { continue }
            entries.append(Entry(part: part, tag: line.dropFirst(4).split(separator: " ").map(String.init), text: next))
        }
        self.entries = entries
    }

    private func pairs(in part: String) -> [String] {
        entries.filter { $0.part == part }.map { "\($0.name): \($0.text)" }
    }

    @Test func theManualPageNamesEveryOptionAndEveryKey() {
        for (command, words) in OptionWords.byCommand {
            let part = command == "all" ? "OPTIONS" : command
            let named = Set(entries.filter { $0.part == part }.flatMap(\.options))
            #expect(words.subtracting(named).isEmpty, "no entry of \(part) for \(words.subtracting(named).sorted())")
            #expect(named.subtracting(words).isEmpty, "\(part) has no \(named.subtracting(words).sorted())")
        }
        for (section, lines) in KeyHelp<Action>.sections() {
            #expect(pairs(in: section.rawValue) == lines.map { "\($0.keys): \($0.explanation)" })
        }
        let labs = KeyHelp<LabAction>.sections().flatMap(\.lines)
        #expect(pairs(in: "Keys of the Lab") == labs.map { "\($0.keys): \($0.explanation)" })
    }

    @Test func theManualPageHasEveryLineOfAScriptAndEveryScenario() {
        let named = pairs(in: "SCRIPTS")
        for (line, meaning) in LabHelp.commands { #expect(named.contains("\(line): \(meaning)")) }
        for scenario in LabScenario.all { #expect(named.contains("\(scenario.name): \(scenario.summary)")) }
    }

    @MainActor @Test func theManualPageNamesTheFiguresThatTheLastLineOfATraceHasToo() throws {
        let summary = try JSONDecoder().decode(
            [String: Ignored].self, from: JSONEncoder().encode(TraceSummary()))
        let common = LabFigures.names.intersection(summary.keys)
        #expect(common == Set(LabFigures.sums.map(\.name)) && !common.isEmpty && common.count < summary.count)
        let start = try #require(lines.firstIndex { $0.hasSuffix("the figures are") })
        let end = try #require(lines[start...].firstIndex { $0.contains("as in the last line of a trace") })
        let text = lines[(start + 1)...end].joined(separator: " ").split(separator: " as in ")[0]
        let named = text.replacing(" and ", with: ", ").split(separator: ", ").map(String.init)
        #expect(named == LabFigures.sums.map(\.name))
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// A sign that stands alone behind a macro is the end of a sentence to mdoc, which draws it to the word before:
    /// `find . -name` came out as `find. -name`.
    @Test func noExampleHasASignThatMdocTakesForPunctuation() {
        let examples = lines.filter { $0.hasPrefix(".Dl ") }.map { $0.dropFirst(4).split(separator: " ") }
        #expect(examples.count > 3)
        for words in examples {
            let alone = words.filter { [".", ",", ":", ";", "!", "?", "(", ")", "[", "]"].contains($0) }
            #expect(alone.isEmpty, "\(words.joined(separator: " "))")
        }
    }
}
