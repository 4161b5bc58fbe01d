import FoundationEssentials
import Glibc
import OptionParsing
import TestSupport
import Testing

@testable import halftone

/// The manual pages: their generated parts, and that the rest has everything.
@MainActor @Suite(.endsInTime) struct ManualPageTests {
    private func text(of page: ManualPage) throws -> String { try Document.text(of: "Assets/\(page.rawValue)") }

    /// Returns the lines of a section.
    private func section(_ name: String, of page: ManualPage) throws -> [String] {
        let lines = try text(of: page).split(separator: "\n").map(String.init)
        let section = lines.drop { $0 != ".Sh " + name }.dropFirst().prefix { !$0.hasPrefix(".Sh ") }
        try #require(!section.isEmpty, "\(page.rawValue) has no \(name)")
        return Array(section)
    }

    /// With `HALFTONE_WRITE_DOCUMENTS` it writes the pages.
    @Test(arguments: ManualPage.allCases) func `a page has the tables of the program`(page: ManualPage) throws {
        let updated = try page.updated(text(of: page))
        if getenv("HALFTONE_WRITE_DOCUMENTS") != nil {
            try updated.write(
                toFile: "\(Document.root)/Assets/\(page.rawValue)", atomically: true, encoding: .utf8)
        }
        let isCurrent = try text(of: page) == updated
        #expect(isCurrent, "out of date: HALFTONE_WRITE_DOCUMENTS=1 swift test --filter ManualPageTests")
    }

    @Test func `every option has one entry in a group of its command, and no other has`() throws {
        var entries: [String: [String]] = [:]
        var commands = ["lab"]  // its page has no groups
        for line in try section("OPTIONS", of: .lab) + section("OPTIONS", of: .program) {
            if line.hasPrefix(".Ss ") {
                let names = line.firstRange(of: ": ").map { line[$0.upperBound...] } ?? ""
                commands = names.split(separator: ", ", omittingEmptySubsequences: false).map(String.init)
            } else if line.hasPrefix(".It Fl ") {
                for name in commands { entries[name, default: []].append(line.prefix { $0 != "A" }.trimmingSpaces) }
            }
        }
        func tags(_ options: some Sequence<OptionFacts>) -> [String] {
            options.map { ".It " + ($0.short.map { "Fl \($0) , " } ?? "") + "Fl -" + $0.name }.sorted()
        }
        let common = CommonOptions.rows().map { (row: OptionRow<BrowseOptions>) in row.facts }
        #expect(entries[""]?.sorted() == tags(common))
        for command in Subcommands.all {
            let own = command.optionFacts.dropLast(common.count)
            #expect(entries[command.name, default: []].sorted() == tags(own), "\(command.name)")
        }
    }

    @Test func `every command is named in the manual page and the help`() throws {
        try #require(!Subcommands.all.isEmpty)
        let lines = try section("DESCRIPTION", of: .program)
        for command in Subcommands.all {
            #expect(lines.contains(".It Cm \(command.name)"), "\(command.name)")
            #expect(Help.text(for: BrowseCommand.self, all: true).contains("halftone \(command.usage)\n"))
        }
    }

    /// Regression: shared entries spoke of keys, openers and pictures, which `list` has not.
    @Test func `groups of commands without keys name none`() throws {
        var names: Substring = ""
        for line in try section("OPTIONS", of: .program) {
            if line.hasPrefix(".Ss ") { names = line.firstRange(of: ": ").map { line[$0.upperBound...] } ?? "" }
            #expect(!names.contains("list") || !line.hasPrefix(".Ic "), "\(names): \(line)")
        }
        #expect(!names.isEmpty)
    }

    @Test func `every variable of the environment has an entry`() throws {
        let named = try section("ENVIRONMENT", of: .program).filter { $0.hasPrefix(".It Ev ") }
            .flatMap { $0.split(separator: " ") }
        let sources = ["TerminalScreen/Session/Capabilities/TerminalDetection", "ScreenKit/Engine/UserFolder"]
        let read = try sources.flatMap { source in
            try Document.text(of: "Sources/\(source).swift").matches(of: /"([A-Z][A-Z_]+)"/).map(\.1)
        }
        #expect(read.count > 10 && Set(read).isSubset(of: named), "\(Set(read).subtracting(named))")
    }

    /// Regression: an example split names at blanks.
    @Test func `examples pass names to xargs with zeros between them`() throws {
        let pipes = try section("EXAMPLES", of: .program).filter { $0.contains("xargs") }
        #expect(!pipes.isEmpty && pipes.allSatisfy { $0.contains("list -0 ") && $0.contains("xargs -0 ") })
    }

    @Test func `every file of the program has an entry`() throws {
        let lines = try section("FILES", of: .program)
        for name in [
            "config.json", "state.json", "state.json.lock", "state.json.damaged", "images.sqlite", "images.sqlite-wal",
            "images.sqlite-shm", "images.sqlite.damaged", ".halftone-*",
        ] { #expect(lines.contains { $0.hasSuffix("Pa \(name)") || $0.hasSuffix("/\(name)") }, "\(name)") }
    }
}
