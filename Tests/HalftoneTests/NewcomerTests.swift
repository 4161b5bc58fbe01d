import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Somebody who has the README beside the terminal and types what it says.
@Suite(.serialized, .timeLimit(.minutes(60))) struct NewcomerTests {
    let folder = TemporaryFolder()

    /// The lines of the first block of code below a heading.
    private static func lines(below heading: String) throws -> [String] {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let readme = String(
            decoding: FileManager.default.contents(atPath: root + "/README.md") ?? Data(), as: UTF8.self)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let start = try #require(lines.firstIndex(of: heading))
        let code = lines[start...].drop { !$0.hasPrefix("```") }.dropFirst().prefix { $0 != "```" }
        return Array(code)
    }

    /// A home with the files that the README speaks of, and programs that stand in for others.
    private func makeHome() {
        for name in ["Pictures", "bin"] { mkdir(folder.path + "/" + name, 0o700) }
        let photo = DemoPicture.firstJPEG.bytes
        for name in ["photo.jpg", "Pictures/one.jpg", "Pictures/two.jpg", "b.webp"] { folder.write(photo, to: name) }
        folder.write(FlatPicture.png(8, 8, (0, 200, 0)), to: "a.png")
        folder.write(BlinkingGIF.bytes(loops: 1, hundredths: 3, frames: 3), to: "wave.gif")
        folder.write(Array("photo.jpg\na.png\n".utf8), to: "list.txt")
        symlink(Halftone.program, folder.path + "/bin/halftone")
        for (name, script) in [("less", "exec cat"), ("curl", "exec cat '\(folder.path)/photo.jpg'")] {
            chmod(folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "bin/" + name), 0o700)
        }
    }

    /// The web of the README is a server of this machine.
    private static func local(_ line: String, _ base: String) -> String {
        line.replacing("https://example.com/feed.xml", with: base + "/feed/demo")
            .replacing("https://example.com/photo.png", with: "\(base)/image/\(DemoPicture.firstJPEG.name)")
    }

    @Test func everyLineAboutPrintingInTheReadmePrints() async throws {
        makeHome()
        let server = try DemoPicture.server()
        defer { server.stop() }
        let lines = try Self.lines(below: "## Print pictures")
        #expect(lines.count >= 7 && lines.allSatisfy { $0.contains("halftone print") })
        for line in lines {
            let typed = Self.local(line, server.baseURL)
            try await inShell { halftone in
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
        makeHome()
        let server = try DemoPicture.server()
        defer { server.stop() }
        let lines = try Self.lines(below: "## Options of the gallery")
        #expect(lines.count >= 3 && lines.allSatisfy { $0.hasPrefix("halftone ") })
        for line in lines {
            let typed = Self.local(line, server.baseURL)
            try await inShell { halftone in
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

    /// A shell at home, at its prompt.
    private func inShell(_ body: @escaping @Sendable (Halftone) throws -> Void) async throws {
        let environment = [
            "HOME": folder.path, "PATH": "\(folder.path)/bin:/usr/bin:/bin", "PS1": "$ ",
            "PROMPT_COMMAND": "cd '\(folder.path)'; set -o pipefail",
        ]
        try await Halftone.run([], environment: environment, folder: folder, inShell: true) { halftone in
            // What is typed before the prompt is lost when the shell takes the terminal.
            try halftone.see("the prompt") { $0.emulator.cursor.column == 2 }
            try body(halftone)
        }
    }
}
