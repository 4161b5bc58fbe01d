import GalleryScreens
import ImageLab
import LabScreens
import OptionParsing
import ScreenKit

/// The generated parts of the manual page, in mdoc(7).
@MainActor
enum ManualPage {
    /// The error of a manual page that lacks a mark.
    struct MissingMark: Error, CustomStringConvertible {
        let name: String
        var description: String { "the manual page has no lines between '\(begin(name))' and '\(end)'" }
    }

    private static var parts: [(name: String, text: String)] {
        [
            ("synopsis", Subcommands.facts.flatMap(\.usage).map { ".Nm\n" + synopsis($0) }.joined()),
            ("options", options), ("keys", KeyHelp<Action>.manualWithSections),
            (
                "cells of the Lab",
                list(LabHelp.cells.lines.map { ("Li " + $0.words, $0.meaning) }, width: "was row 5: ...")
            ),
            ("keys of the Lab", KeyHelp<LabAction>.manual),
            ("scenarios", list(LabScenario.all.map { ("Cm " + $0.name, $0.summary) }, width: "cancellation")),
        ]
    }

    /// Returns the page with its generated parts replaced; text outside the marks stays.
    static func updated(_ page: String) throws(MissingMark) -> String {
        var page = page
        for (name, text) in parts {
            guard let start = page.firstRange(of: begin(name) + "\n"),
                let stop = page[start.upperBound...].firstRange(of: end + "\n")
            else { throw MissingMark(name: name) }
            page.replaceSubrange(start.upperBound..<stop.lowerBound, with: text)
        }
        return page
    }

    private static nonisolated func begin(_ name: String) -> String { ".\\\" generated: \(name)" }
    private static nonisolated var end: String { ".\\\" end" }

    // MARK: - Lists

    private static func list(_ items: [(tag: String, text: String)], width: String, compact: Bool = true) -> String {
        ".Bl -tag -width \"\(width)\"\(compact ? " -compact" : "")\n"
            + items.map { ".It \($0.tag)\n\($0.text)\n" }.joined() + ".El\n"
    }

    private static var options: String {
        let common = list(of: CommonOptions.rows().map { (row: OptionRow<BrowseOptions>) in row.facts })
        return "Common to all commands:\n" + common
            + Subcommands.facts.filter { !$0.ownOptions.isEmpty }.map {
                ".Pp\nOf\n.Cm \($0.name) :\n" + list(of: $0.ownOptions)
            }.joined()
    }

    private static func list(of options: [OptionFacts]) -> String {
        list(options.map { (tag($0), $0.manual ?? entry($0)) }, width: "Ds", compact: false)
    }

    /// `Fl 0 , Fl -null`, or `Fl -size Ar columns Ns x Ns Ar rows`.
    private static func tag(_ option: OptionFacts) -> String {
        let short = option.short.map { "Fl \($0) , " } ?? ""
        return short + "Fl -" + option.name + (option.argument.map { " " + placeholder($0.name) } ?? "")
    }

    /// Returns the entry of an option that has no manual text: the words of its argument, or its help as a sentence.
    private static func entry(_ option: OptionFacts) -> String {
        let sentence = option.help.prefix(1).uppercased() + option.help.dropFirst()
        return switch option.completion {
        case .words(let words): alternatives(words)
        case .none, .file, .folder: sentence + "."
        }
    }

    /// `.Cm list`, `or` and `.Cm grid .`
    private static func alternatives(_ words: [String]) -> String {
        let others = words.dropLast()
        return (others.isEmpty ? "" : wrapped(Array(others), end: "") + "\nor\n") + ".Cm \(words.last ?? "") ."
    }

    /// Returns words as lines of `.Cm`, of at most 110 characters.
    private static func wrapped(_ words: [String], end: String) -> String {
        let last = (words.last ?? "") + (end.isEmpty ? "" : " " + end)
        let lines = OptionFacts.wrapped(words.dropLast().map { $0 + " ," } + [last], columns: 106)
        return lines.map { ".Cm " + $0 }.joined(separator: "\n")
    }

    // MARK: - Usage

    /// Returns a line for each word of a usage: `print [OPTION...] IMAGE...` has `.Cm print`, `.Op Ar option ...` and
    /// `.Ar image ...`.
    private static func synopsis(_ usage: String) -> String {
        var lines: [String] = []
        var isOpen = false
        for word in usage.split(separator: " ") {
            let part = macros(word.filter { $0 != "[" && $0 != "]" })
            if isOpen {
                lines[lines.count - 1] += " " + part
            } else {
                lines.append((word.first == "[" ? ".Op " : ".") + part)
            }
            if word.first == "[" { isOpen = true }
            if word.last == "]" { isOpen = false }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func macros(_ word: String) -> String {
        if word.hasPrefix("--") { return "Fl -" + word.dropFirst(2) }
        let isRepeated = word.hasSuffix("...")
        let name = isRepeated ? String(word.dropLast(3)) : word
        let macro =
            name == name.uppercased() ? placeholder(name) : "Cm " + name.split(separator: "|").joined(separator: " | ")
        return macro + (isRepeated ? " ..." : "")
    }

    /// `Ar columns Ns x Ns Ar rows` for `COLUMNSxROWS`.
    private static func placeholder(_ name: String) -> String {
        var parts: [String] = []
        var isName = false
        for character in name {
            if parts.isEmpty || character.isUppercase != isName { parts.append("") }
            isName = character.isUppercase
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0.first?.isUppercase == true ? "Ar " + $0.lowercased() : $0 }.joined(separator: " Ns ")
    }
}
