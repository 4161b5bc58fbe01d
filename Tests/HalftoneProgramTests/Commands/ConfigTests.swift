import Glibc
import LabTestSupport
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// The config file: its template, its effects, and the messages about errors in it.
@Suite(.endsInTime) struct ConfigTests {
    let folder = TemporaryDirectory()

    private func run(_ arguments: String...) async throws -> ProgramRun {
        try await ProgramRun.run(arguments, in: folder)
    }

    /// Writes the file to its default path.
    private func write(_ text: String) {
        mkdir(folder.path + "/config", 0o700)
        mkdir(folder.path + "/config/halftone", 0o700)
        unlink(folder.path + "/config/halftone/config.json")
        folder.write(Array(text.utf8), to: "config/halftone/config.json")
    }

    @Test func `the template is valid as it is and with every setting enabled`() async throws {
        let template = try await run("config")
        #expect(template.status == .code(0) && template.text.contains("// \"transition\": \"fade\","))
        #expect(template.text.contains("// \"cacheDir\": \"\(folder.path)/cache/halftone\","))
        #expect(try await run("config", "--print-default").text == template.text)
        write(template.text)
        #expect(try await run("cache", "path").status == .code(0))
        // when every setting and every key of the template is enabled
        let active = template.text.split(separator: "\n").map { line -> String in
            let text = line.trimmingSpaces
            guard text.hasPrefix("//") else { return text }
            let rest = text.dropFirst(2).trimmingSpaces
            return rest.hasPrefix("\"") || rest == "}," ? rest : text
        }
        #expect(active.count { $0.hasPrefix("\"") } > 30)
        write(active.joined(separator: "\n"))
        let run = try await run("browse")
        #expect(run.status == .code(2))
        #expect(run.complaints == "halftone: there is no terminal to draw on; `halftone print` works without one\n")
        let cache = try await self.run("cache", "path")
        #expect(cache.text == "\(folder.path)/cache/halftone/images.sqlite\n")
    }

    @Test func `an option of the command line overrides the file`() async throws {
        write("{ /* mine */ cacheDir: '\(folder.path)/one', loadDelay: 5, // and so on\n }")
        #expect(try await run("cache", "path").text == folder.path + "/one/images.sqlite\n")
        #expect(
            try await run("cache", "path", "--cache-dir", folder.path + "/two").text.hasPrefix(folder.path + "/two"))
    }

    /// Regression: the Lab used the users' cache as its own, cleared it and left its own pictures there.
    @Test func `the Lab does not use the cache of the config file`() async throws {
        write("{ cacheDir: '\(folder.path)/mine' }")
        let scenario = "cancellation"  // which clears its caches
        #expect(try await run("lab", "--scenario", scenario).status == .code(0))
        #expect(access(folder.path + "/mine", F_OK) != 0)
        // but a cache that is given to the Lab by option is used
        #expect(try await run("lab", "--scenario", scenario, "--cache-dir", folder.path + "/lab").status == .code(0))
        #expect(access(folder.path + "/lab/images.sqlite", F_OK) == 0)
    }

    @Test func `another file can be named`() async throws {
        write("{ \"cacheDir\": \"/one\" }")
        let path = folder.write(Array("{ \"cacheDir\": \"/three\" }".utf8), to: "other.json")
        #expect(try await run("cache", "path", "--config", path).text.hasPrefix("/three/"))
        let missing = try await run("cache", "path", "--config", "/nonexistent")
        #expect(missing.status == .code(2) && missing.complaints.contains("/nonexistent: No such file or directory"))
    }

    @Test(arguments: [
        ("{\n  layout: 'grid'\n  loadDelay: 5 }", "config.json:3:3: invalid JSON: expected ',' or '}'"),
        ("{ colors: '\\u001b[2J', zoom: 1 }", "; unknown setting 'zoom'"),
    ])
    func `a file with mistakes is reported in one line`(text: String, complaint: String) async throws {
        write(text)
        let run = try await run("browse")
        #expect(run.status == .code(2))
        #expect(run.complaints.hasPrefix("halftone: \(folder.path)/config/halftone/config.json:"))
        #expect(run.complaints.contains(complaint), "\(run.complaints)")
        #expect(run.complaints.split(separator: "\n").count == 1 && !run.complaints.contains("\u{1B}"))
        // then help still works
        #expect(try await self.run("browse", "--help").status == .code(0))
    }

    @Test func `the template names every action of the gallery and of the Lab, with its keys`() async throws {
        let template = try await run("config").text
        let parts = template.split(separator: "// \"labKeys\": {")
        try #require(parts.count == 2 && parts[0].contains("// \"keys\": {"))
        #expect(parts[0].contains("\"mark\": [\"m\"],") && parts[0].contains("\"down\": [\"↓\", \"j\"],"))
        for row in LabAction.table {
            let keys = row.keys.map { "\"\($0.name)\"" }.joined(separator: ", ")
            #expect(parts[1].contains("\"\(row.action.rawValue)\": [\(keys)],"))
        }
    }

    @Test func `the keys of the file work in the Lab and are in its help`() async throws {
        let folder = folder
        write("{ labKeys: { quit: ['X'], help: ['F2'], nextFeed: ['x', 'Ctrl-X'], cancel: ['Z'] } }")
        try await Halftone.run(["lab", "--feed", "steady"], columns: 160, rows: 50, folder: folder) { halftone in
            try halftone.see("the hints") { halftone in
                ["x feed", "X quit", "F2 help"].allSatisfy { halftone.screen.contains($0) }
            }
            try halftone.press("\u{18}")
            try halftone.see("Halftone Lab  feed slow")
            try halftone.press("\u{1B}OQ")
            try halftone.see("the help with the new keys") { $0.screen.contains(#/x Ctrl-X +next feed/#) }
            try halftone.press("\u{1B}OQ", "X")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
        }
    }

    @Test func `the keys of the file work in the gallery and are in its help`() async throws {
        let folder = folder
        write("{ keys: { quit: ['X'], help: ['F2'], mark: ['x', 'Ctrl-X'] } }")
        let pictures = folder.path + "/pictures"
        mkdir(pictures, 0o700)
        folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/a.jpg")
        try await Halftone.run([pictures], columns: 120, folder: folder) { halftone in
            // given the hints, which name the keys
            try halftone.see("1/1")
            try halftone.see("the hints") { $0.screen.contains("X quit") && $0.screen.contains("F2 help") }
            // then the new keys have the effect, also the second one, and the help shows them
            for (key, marked) in [("x", true), ("\u{18}", false)] {
                try halftone.press(key)
                try halftone.see(marked ? "1 marked" : "no mark") { $0.screen.contains("1 marked") == marked }
            }
            try halftone.press("\u{1B}OQ")
            try halftone.see("x Ctrl-X")
            #expect(halftone.screen.contains(#/x Ctrl-X +toggle mark/#))
            try halftone.press("\u{1B}OQ")
            try halftone.see("redraw the screen")
            try halftone.press("\u{1B}OQ")
            try halftone.see("no help") { !$0.screen.contains("redraw the screen") }
            // and the old ones have none: a key after them is handled, and nothing else has happened
            try halftone.press("m", "?", "\u{1B}OP", "q", "y")
            try halftone.see("copied ")
            #expect(!halftone.screen.contains("x Ctrl-X") && !halftone.screen.contains("1 marked"))
            // and messages name the new ones
            try halftone.press("\u{1B}")
            try halftone.see("X quits")
            try halftone.press("X")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
        }
    }
}
