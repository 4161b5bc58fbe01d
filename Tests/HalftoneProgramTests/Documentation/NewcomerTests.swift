import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Somebody who has the README beside the terminal and types what it says.
@Suite(.serialized, .endsInTime) struct NewcomerTests {
    private let home = NewcomerHome()

    /// The lines of the first block of code below a heading.
    private static func lines(below heading: String) throws -> [String] {
        try #require(Readme.blocks(in: try Readme().section(heading)).first?.lines)
    }

    @Test func everyLineAboutPrintingInTheReadmePrints() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let lines = try Self.lines(below: "## Print pictures")
        #expect(lines.count >= 7 && lines.allSatisfy { $0.contains("halftone print") })
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

    @Test func everyLineAboutTheGalleryInTheReadmeOpensIt() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let lines = try Self.lines(below: "## Options of the gallery")
        #expect(lines.count >= 3 && lines.allSatisfy { $0.hasPrefix("halftone ") })
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

    /// The table of what it opens, in one shell, one line after the other.
    @Test func everythingThatTheReadmeSaysItOpensIsOpened() async throws {
        let server = try home.serveFeeds()
        defer { server.stop() }
        let table = try #require(Readme.tables(in: try Readme().section("## What it opens")).first)
        // How many pictures there are to each, by what is typed.
        let counts = [
            "halftone": 62, "halftone https://example.com/feed.xml": 2, "halftone https://example.com/": 2,
            "halftone feed.xml": 3, "halftone ~/Pictures": 2, "halftone \"*.jpg\"": 1,
            "halftone \"Pictures/**/*.jpg\"": 3, "halftone photo.jpg": 1, "halftone list.txt": 2, "… | halftone -": 2,
            "halftone a.xml b.xml ~/Pictures": 8,
        ]
        let lines = table.rows.flatMap { Readme.spans(in: $0[0]) }
        #expect(Set(lines) == Set(counts.keys))
        try await home.inShell { [base = server.baseURL] halftone in
            for line in lines {
                let count = counts[line] ?? 0
                try halftone.press(NewcomerHome.local(line.replacing("…", with: "cat list.txt"), base) + "\n")
                try halftone.see("the first picture of \(line)") {
                    $0.emulator.isAlternateScreen && $0.place(of: count) == 1 && $0.colors > 50
                }
                try halftone.press("q")
                try halftone.see("the prompt after \(line)") {
                    !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2
                }
            }
            // and what the table says of options: folders inside folders, and names between zero bytes
            for (line, count) in [
                ("halftone -R ~/Pictures", 3), ("find Pictures -name '*.jpg' -print0 | halftone -0 -", 3),
            ] {
                try halftone.press(line + "\n")
                try halftone.see("what \(line) opens") {
                    $0.emulator.isAlternateScreen && $0.place(of: count) == 1
                }
                try halftone.press("q")
                try halftone.see("the prompt after \(line)") {
                    !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2
                }
            }
        }
    }

    // MARK: - The other commands

    @Test func everyOtherCommandOfTheReadmeEndsWell() async throws {
        let server = try home.serveFeeds()
        defer { server.stop() }
        let section = try Readme().section("## Options of the gallery").filter { !$0.hasPrefix("|") }
        let named = Readme.spans(in: section.joined(separator: " ")).filter { $0.hasPrefix("halftone ") }
        // what stands in brackets may be there or not; capitals stand for something of the reader's
        var lines = ["halftone print --trace trace.jsonl --size 20x10 photo.jpg"]
        for line in named where line != "halftone lab --serve" {
            let filled = line.replacing("FILE", with: "trace.jsonl").replacing("MS", with: "100")
                .replacing("COMMAND", with: "print").replacing("SOURCE...", with: "list.txt")
            let without = filled.replacing(#/ *\[[^\]]*\]/#, with: "")
            lines += Set([without, filled.replacing("[", with: "").replacing("]", with: "")]).sorted()
        }
        for verb in ["path", "trim", "clear"] {
            #expect(section.contains { $0.contains("`\(verb)`") })
            lines.append("halftone cache \(verb)")
        }
        lines += ["halftone trace --chrome chrome.json trace.jsonl", "halftone config --print-default"]
        #expect(lines.count >= 11)
        try await home.inShell { [lines] halftone in
            for (number, line) in lines.enumerated() {
                // the number of the line is new on the screen, and what is typed has no number for the status
                try halftone.press("clear; \(line); echo \"status $? of \(number)\"\n")
                try halftone.see("the end of \(line)") { halftone in
                    (0...2).contains { halftone.screen.contains("status \($0) of \(number)") }
                }
                #expect(halftone.screen.contains("status 0 of \(number)"), "\(line):\n\(halftone.screen)")
            }
        }
        #expect(home.folder.read("chrome.json").count > 100)
    }

    @Test func theServerOfTheReadmeServesWhatItSays() async throws {
        let section = try Readme().section("## Options of the gallery").joined(separator: " ")
        let paths = Readme.spans(in: section).filter { $0.hasPrefix("/") }
        #expect(paths == ["/image/NAME?delay=300&rate=50000", "/list/NAME?count=10000", "/log"])
        #expect(Readme.spans(in: section).contains("halftone lab --serve"))
        let name = DemoPicture.firstJPEG.name
        try await home.inShell { halftone in
            // given the server in the background of the shell
            try halftone.press("clear; halftone lab --serve &\n")
            try halftone.see("its address") { $0.screen.contains(#/http:..127[.]0[.]0[.]1:[0-9]+ *\n/#) }
            let address = try #require(halftone.screen.firstMatch(of: #/(http:..127[.]0[.]0[.]1:[0-9]+) *\n/#)?.1)
            let port = address.split(separator: ":").last ?? ""
            // then it has a slow picture
            let picture = paths[0].replacing("NAME", with: name)
            try halftone.press("clear; halftone print --size 20x10 '\(address)\(picture)'; echo \"status $?\"\n")
            try halftone.see("status 0")
            #expect(halftone.terminal.contains("8;2;"))
            // and a long list
            try halftone.press("halftone '\(address)\(paths[1].replacing("NAME", with: "demo"))'\n")
            try halftone.see("1/10000")
            try halftone.press("q")
            try halftone.see("the prompt again") { !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2 }
            // and knows of both
            let list = paths[1].replacing("NAME", with: "demo")
            try halftone.press("clear; exec 3<>/dev/tcp/127.0.0.1/\(port)\n")
            try halftone.press("printf 'GET \(paths[2]) HTTP/1.0\\r\\n\\r\\n' >&3; tr '\"' '\\n' <&3 >log; clear\n")
            try halftone.press("grep -xF -e '\(picture)' -e '\(list)' log | sort -u\n")
            try halftone.see("what was asked for") { halftone in
                let lines = (0..<30).map { halftone.emulator.text(row: $0).trimmingSpaces }
                return lines.contains { $0 == picture } && lines.contains { $0 == list }
            }
            try halftone.press("clear; kill %1; wait %1; echo \"status $?\"\n")
            try halftone.see("status 0")
        }
    }

    @Test func theScriptOfTheReadmeHoldsAndTheLabOpens() async throws {
        let script = try Self.lines(below: "## The Lab")
        #expect(script.contains("    expect stalePaints == 0") && script.count > 5)
        home.folder.write(Array(script.joined(separator: "\n").utf8), to: "script.lab")
        let section = try Readme().section("## The Lab").joined(separator: " ")
        let named = Readme.spans(in: section).filter { $0.hasPrefix("halftone lab") }
        #expect(named == ["halftone lab", "halftone lab --script FILE", "halftone lab --scenario reuse"])
        try await home.inShell { halftone in
            for (number, line) in named.dropFirst().enumerated() {
                let typed = line.replacing("FILE", with: "script.lab")
                try halftone.press("\(typed); echo \"status $? of \(number)\"\n")
                try halftone.see("the end of \(line)") { halftone in
                    (0...2).contains { halftone.screen.contains("status \($0) of \(number)") }
                }
                #expect(halftone.screen.contains("status 0 of \(number)"), "\(line):\n\(halftone.screen)")
            }
            try halftone.press("\(named[0])\n")
            try halftone.see("the Lab") { $0.emulator.isAlternateScreen && $0.screen.contains("Halftone Lab") }
            try halftone.press("q")
            try halftone.see("the prompt again") { !$0.emulator.isAlternateScreen && $0.emulator.cursor.column == 2 }
        }
    }
}
