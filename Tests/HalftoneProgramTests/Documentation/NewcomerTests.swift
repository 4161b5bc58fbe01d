import FoundationEssentials
import Glibc
import LabTestSupport
import TestSupport
import Testing

@testable import ImageLab
@testable import LabScreens

/// The commands in README.md, the manual page and the article on the Lab, typed as written.
@Suite(.serialized, .endsInTime) struct NewcomerTests {
    private let home = NewcomerHome()

    // MARK: - Commands

    /// Returns the commands of README.md, without their comments.
    private static func commandsOfReadme() throws -> [String] {
        let block = try #require(Document.blocks(in: try Document.readme().section("## Use")).first)
        return block.lines.map { String($0.prefix { $0 != "#" }).trimmingSpaces }
    }

    /// Returns the examples of the manual pages.
    private static func examples() throws -> [String] {
        try ["halftone.1", "halftone-lab.1"].flatMap { page in
            try Document("Assets/\(page)").lines.drop { $0 != ".Sh EXAMPLES" }.filter { $0.hasPrefix(".Dl ") }
                .map { String($0.dropFirst(4)).replacing("\\&", with: "") }
        }
    }

    private static func isPrinting(_ line: String) -> Bool { line.contains("halftone print") }

    private static func isBrowsing(_ line: String) -> Bool {
        !isPrinting(line)
            && !["cache", "config", "doctor", "help", "lab", "list", "trace"].contains {
                "\(line) ".hasPrefix("halftone \($0) ")
            }
    }

    // MARK: - Printing and browsing

    @Test func `every line about printing prints`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let lines = try (Self.commandsOfReadme() + Self.examples()).filter(Self.isPrinting)
        #expect(lines.count >= 9)
        for line in lines {
            let typed = NewcomerHome.local(line, server.baseURL)
            try await home.inShell { halftone in
                try halftone.press(typed + "; echo \"status $?\"\n")
                try halftone.see("the end of \(line)") { halftone in
                    (0...2).contains { halftone.screen.contains("status \($0)") }
                }
                #expect(halftone.screen.contains("status 0"), "\(line):\n\(halftone.screen)")
                let hasColors = ["8;2;", "8;5;"].contains { halftone.terminal.contains($0) }
                #expect(hasColors, "\(line) printed no picture")
            }
        }
    }

    @Test func `every example of a gallery opens it`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let lines = try Self.examples().filter(Self.isBrowsing)
        #expect(lines.count >= 5)
        for line in lines {
            let typed = NewcomerHome.local(line, server.baseURL)
            try await home.inShell { halftone in
                try halftone.press(typed + "\n")
                try halftone.see("the first picture of \(line)") {
                    $0.emulator.isAlternateScreen && $0.emulator.text(row: 29).contains("1/") && $0.colors > 50
                }
                try halftone.press("q")
                try halftone.see("the prompt again") {
                    !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2
                }
                try halftone.press("exit\n")
                #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0), "\(line)")
            }
        }
    }

    /// All kinds of sources, in one shell, one command after the other.
    @Test func `every kind of source that the README names is opened`() async throws {
        let server = try home.serveFeeds()
        defer { server.stop() }
        // The number of pictures for each command.
        let counts = [
            "halftone": 62, "halftone https://example.com/feed.xml": 2, "halftone https://example.com/": 2,
            "halftone ~/Pictures": 3, "halftone list.txt": 2,
            "cat list.txt | halftone -": 2,
        ]
        let lines = try Self.commandsOfReadme().filter(Self.isBrowsing)
        #expect(Set(lines) == Set(counts.keys))
        // Other statements of README.md and the manual page: -R, files of feeds and pictures, NUL-separated names.
        let others = [
            ("halftone a.xml b.xml ~/Pictures", 9), ("halftone feed.xml", 3),
            ("halftone *.jpg", 1), ("halftone photo.jpg", 1),
            ("halftone -R ~/Pictures", 3), ("find Pictures -name '*.jpg' -print0 | halftone -0 -", 3),
        ]
        try await home.inShell { [base = server.baseURL] halftone in
            for (line, count) in lines.map({ ($0, counts[$0] ?? 0) }) + others {
                try halftone.press(NewcomerHome.local(line, base) + "\n")
                try halftone.see("the first picture of \(line)") {
                    $0.emulator.isAlternateScreen && $0.place(of: count) == 1 && $0.colors > 50
                }
                try halftone.press("q")
                try halftone.see("the prompt after \(line)") {
                    !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2
                }
            }
        }
    }

    // MARK: - The other commands

    @Test func `every other example ends without an error`() async throws {
        let server = try home.serveFeeds()
        defer { server.stop() }
        let examples = try Self.examples().filter { !Self.isPrinting($0) && !Self.isBrowsing($0) }
        #expect(examples.count >= 7)
        // The examples' commands without their options, and with the other options and formats.
        let others = [
            "halftone list list.txt", "halftone cache info", "halftone cache path", "halftone cache clear",
            "halftone doctor", "halftone doctor --json", "halftone help print", "halftone print --help",
        ]
        let trace = "halftone print --trace trace.jsonl --size 20x10 photo.jpg"
        // The Lab on a screen and its server have tests of their own.
        let lines = [trace] + examples.filter { !$0.hasPrefix("halftone lab") || $0.contains(">") } + others
        try await home.inShell { [lines] halftone in
            for (number, line) in lines.enumerated() {
                // the line number is new on the screen, and the typed command does not contain the status line
                try halftone.press("clear; \(line); echo \"status $? of \(number)\"\n")
                try halftone.see("the end of \(line)") { halftone in
                    (0...2).contains { halftone.screen.contains("status \($0) of \(number)") }
                }
                #expect(halftone.screen.contains("status 0 of \(number)"), "\(line):\n\(halftone.screen)")
            }
        }
        #expect(home.folder.read("chrome.json").count > 100)
    }

    @Test func `the server of the Lab serves the URLs of its article`() throws {
        let section = try Document.article("TheLab", of: "ImageLab").section("## Run the server alone")
        let paths = Document.spans(in: section.joined(separator: " ")).filter { $0.hasPrefix("/") }
        #expect(paths == ["/image/NAME?delay=300&rate=50000", "/feed/NAME?count=1000", "/log"])
        #expect(section.contains { $0.hasPrefix("`halftone lab --serve`") })
        let site = LabSite(pictures: DemoPictures.all(), baseURL: "http://lab")
        for path in paths {
            let target = path.replacing("NAME", with: path.hasPrefix("/feed") ? "demo" : DemoPicture.firstJPEG.name)
            #expect(site.reply(to: LabRequest(method: "GET", target: target)).status == 200, "\(target)")
        }
    }

    @Test func `the scenario of the article passes, and the Lab opens on loads to cancel`() async throws {
        let article = try Document.article("TheLab", of: "ImageLab")
        let steps = try #require(Document.blocks(in: try article.section("## Play a scenario")).first?.lines)
        #expect(steps.contains("check(stalePaints == 0)"))
        let named = article.prose.flatMap { Document.spans(in: $0) }
            .filter { $0.hasPrefix("halftone lab") && $0 != "halftone lab --serve" }
        #expect(named == ["halftone lab", "halftone lab --scenario cancellation"])
        try await home.inShell { halftone in
            for (number, line) in named.dropFirst().enumerated() {
                // On the terminal the scenario waits for its reader.
                try halftone.press("\(line) >report; echo \"status $? of \(number)\"\n")
                try halftone.see("the end of \(line)") { halftone in
                    (0...2).contains { halftone.screen.contains("status \($0) of \(number)") }
                }
                #expect(halftone.screen.contains("status 0 of \(number)"), "\(line):\n\(halftone.screen)")
            }
            try halftone.press("\(named[0])\n")
            try halftone.see("the Lab") { $0.emulator.isAlternateScreen && $0.screen.contains("feed slow") }
            try halftone.press("q")
            try halftone.see("the prompt again") { !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2 }
        }
    }
}
