import Glibc
import LabTestSupport
import TestSupport
import Testing

/// The output of `--verbose` for every command: on standard error, at the end, and nothing without the option.
@Suite(.serialized, .endsInTime) struct VerboseTests {
    private let folder = TemporaryDirectory()

    private func run(_ arguments: String...) async throws -> (
        status: ChildProcess.Exit, text: String, complaints: [String]
    ) {
        let run = try await ProgramRun.run(arguments, in: folder)
        return (run.status, run.text, run.complaints.split(separator: "\n").map(String.init))
    }

    private var noSettings: String {
        "halftone: settings: none, there is no \(folder.path)/config/halftone/config.json"
    }
    private var cache: String {
        "halftone: disk cache: \(folder.path)/cache/halftone, because of XDG_CACHE_HOME"
    }

    private func isCost(_ line: String?) -> Bool {
        line?.contains(/^halftone: took: [0-9]+ ms, [0-9.]+ [KMG]?B at most$/) == true
    }

    private func writeSettings(_ text: String) -> String {
        mkdir(folder.path + "/config", 0o700)
        mkdir(folder.path + "/config/halftone", 0o700)
        return folder.write(Array(text.utf8), to: "config/halftone/config.json")
    }

    @Test func `each command reports its settings, the disk cache and its cost`() async throws {
        let trace = folder.path + "/trace"
        _ = try await run("print", "--no-cache", "--trace", trace, "/nonexistent.png")
        for arguments in [
            ["cache", "info"], ["cache", "trim"], ["cache", "clear"], ["cache", "path"], ["trace", trace],
        ] {
            let quiet = try await ProgramRun.run(arguments, in: folder)
            let run = try await ProgramRun.run(arguments + ["--verbose"], in: folder)
            let lines = run.complaints.split(separator: "\n").map(String.init)
            #expect(run.status == .code(0) && run.text == quiet.text && quiet.complaints.isEmpty, "\(arguments)")
            #expect(lines.count == 3 && Array(lines.prefix(2)) == [noSettings, cache], "\(lines)")
            #expect(isCost(lines.last))
        }
        #expect(access(folder.path + "/cache", F_OK) != 0, "the option does not create a missing cache")
    }

    /// Regression: doctor reported that no config file was read, even if one was.
    @Test func `doctor reports it beside its own report, which names the config file that was read`() async throws {
        #expect(try await run("doctor").text.contains(#/configuration +none/#))
        let settings = writeSettings("{}")
        let run = try await run("doctor", "--verbose", "--no-cache")
        #expect(run.status == .code(0) && run.text.hasPrefix("program\n") && run.complaints.count == 3)
        #expect(run.text.split(separator: "\n").contains { $0.contains("configuration") && $0.contains(settings) })
        #expect(run.complaints.first == "halftone: settings: \(settings)")
        #expect(run.complaints.dropFirst().first == "halftone: disk cache: none, because of --no-cache")
        #expect(isCost(run.complaints.last))
    }

    @Test func `a directory of the config file is reported as the file's or the option's`() async throws {
        _ = writeSettings("{ cacheDir: '\(folder.path)/mine' }")
        let run = try await run("cache", "path", "--verbose")
        #expect(run.complaints.contains("halftone: disk cache: \(folder.path)/mine, set by --cache-dir or cacheDir"))
    }

    @Test func `a scenario of the Lab reports the work of server and loads`() async throws {
        let quiet = try await run("lab", "--scenario", "cancellation")
        let run = try await run("lab", "--verbose", "--scenario", "cancellation")
        #expect(run.status == .code(0) && quiet.complaints.isEmpty && !run.text.isEmpty)
        #expect(run.complaints.first == noSettings && isCost(run.complaints.last))
        for part in [
            "disk cache: temporary, removed at the end", "server: http://127.0.0.1:",
            "screen: 160x50 cells, off screen", "loads: ",
            "fetched from files and servers: ", "pictures shown in a wrong row: 0",
        ] { #expect(run.complaints.contains { $0.hasPrefix("halftone: ") && $0.contains(part) }, "\(part)") }
        let kept = try await self.run("lab", "--verbose", "--no-cache", "--scenario", "cancellation")
        #expect(kept.complaints.contains("halftone: disk cache: none, because of --no-cache"))
    }

    @Test func `the gallery reports it after the terminal is restored, with the figures of its trace`() async throws {
        let folder = folder
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let list = folder.write(Array("\(picture)\n\(picture)\n".utf8), to: "list.txt")
        let arguments = ["--verbose", "--no-cache", "--no-resume", "--trace", folder.path + "/trace", list]
        let screen = try await Halftone.run(arguments, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.see("a picture") { $0.colors > 50 }
            for (key, place) in [("j", "2/2"), ("k", "1/2"), ("j", "2/2"), ("k", "1/2")] {
                try halftone.press(key)
                try halftone.see(place)
            }
            #expect(!halftone.screen.contains("settings: "))
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
            return halftone.screen
        }
        let summary = try RecordedTrace(folder.read("trace")).summary
        let frames = try #require(summary["framesPresented"])
        #expect(frames >= 5)
        for key in ["bytesWritten", "encodeMicroseconds", "writeMicroseconds"] {
            #expect(summary[key] ?? 0 > 0, "\(key)")
        }
        for part in [
            "settings: none, there is no ", "disk cache: none, because of --no-cache", "terminal",
            "frames: \(frames), ", "loads: ", "fetched from files and servers: ", "took: ",
        ] { #expect(screen.contains("halftone: " + part), "\(part) in \(screen)") }
        for part in ["100x30 cells, 24bit colors, because COLORTERM=truecolor", "ms encoding"] {
            #expect(screen.contains(part), "\(part) in \(screen)")
        }
    }
}
