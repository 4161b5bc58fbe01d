import ImageLab
import OptionParsing
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// The generated parts of the manual page, and the rest.
@MainActor @Suite(.endsInTime) struct ManualPageTests {
    private let lines: [String]

    init() throws { lines = try Document.text(of: "Assets/halftone.1").split(separator: "\n").map(String.init) }

    @Test func `the page is what the program writes`() throws {
        let page = try Document.text(of: "Assets/halftone.1")
        let isCurrent = try page == ManualPage.updated(page)
        #expect(isCurrent, "it is out of date: swift run halftone --write-documents Assets")
    }

    @Test func `the text between marks is replaced, and the rest stays`() throws {
        let page = try Document.text(of: "Assets/halftone.1")
        let old = page.replacing("show or hide this help", with: "show this help")
        let updated = try ManualPage.updated(old)
        #expect(old != page && updated == page)
        let other = page.replacing(".Sh EXAMPLES", with: ".Sh SAMPLES")
        let kept = try ManualPage.updated(other)
        #expect(other != page && kept == other)
    }

    @Test func `a page without a mark is refused`() throws {
        let page = try Document.text(of: "Assets/halftone.1").replacing(".\\\" generated: keys\n", with: "")
        #expect(throws: ManualPage.MissingMark.self) { try ManualPage.updated(page) }
    }

    @Test func `every option has one entry among those of its command, and no other has`() {
        var entries = ["": [String]()]
        var command = ""
        for line in lines.drop(while: { $0 != ".Sh OPTIONS" }).prefix(while: { $0 != ".Sh KEYS" }) {
            if line.hasPrefix(".Cm "), line.hasSuffix(" :") {
                command = String(line.dropFirst(4).dropLast(2))
                entries[command] = []
            } else if line.hasPrefix(".It ") {
                entries[command]?.append(line.prefix { $0 != "A" }.trimmingSpaces)
            }
        }
        func tags(_ options: some Sequence<OptionFacts>) -> [String] {
            options.map { ".It " + ($0.short.map { "Fl \($0) , " } ?? "") + "Fl -" + $0.name }
        }
        let common = CommonOptions.rows().map { (row: OptionRow<BrowseOptions>) in row.facts }
        #expect(entries[""] == tags(common))
        for command in Subcommands.all {
            #expect(entries[command.name] ?? [] == tags(command.optionFacts.dropLast(common.count)), "\(command.name)")
        }
    }

    @Test func `every command is named in the manual page and the help`() throws {
        try #require(!Subcommands.all.isEmpty)
        for command in Subcommands.all {
            #expect(lines.contains(".Cm \(command.name)") || command.name == "browse", "\(command.name)")
            #expect(
                command.usage.allSatisfy { Help.text(for: BrowseCommand.self, all: true).contains("halftone \($0)\n") })
        }
    }
}
