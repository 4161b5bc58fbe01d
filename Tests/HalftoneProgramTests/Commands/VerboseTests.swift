import Glibc
import LabTestSupport
import TestSupport
import Testing

/// The output of `--verbose` for every command: on standard error, at the end, and nothing without the option.
@Suite(.serialized, .endsInTime) struct VerboseTests {
    private let folder = TemporaryDirectory()

    private struct Run: Sendable {
        let status: ChildProcess.Exit
        let text: String
        let complaints: [String]
    }

    private func run(_ arguments: String...) async throws -> Run {
        let run = try await ProgramRun.run(arguments, in: folder)
        return Run(
            status: run.status, text: run.text, complaints: run.complaints.split(separator: "\n").map(String.init))
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

    @Test func `doctor reports it beside its own report`() async throws {
        let settings = writeSettings("{}")
        let run = try await run("doctor", "--verbose", "--no-cache")
        #expect(run.status == .code(0) && run.text.hasPrefix("program\n") && run.complaints.count == 3)
        #expect(run.complaints.first == "halftone: settings: \(settings)")
        #expect(run.complaints.dropFirst().first == "halftone: disk cache: none, because of --no-cache")
        #expect(isCost(run.complaints.last))
    }

    /// Regression: doctor reported that no config file was read, even if one was.
    @Test func `doctor names the config file that was read`() async throws {
        #expect(try await run("doctor").text.contains(#/configuration +none/#))
        let settings = writeSettings("{}")
        let report = try await run("doctor").text
        #expect(report.split(separator: "\n").contains { $0.contains("configuration") && $0.contains(settings) })
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

    @Test func `the server alone reports at its end what it served`() async throws {
        let folder = folder
        let pipe = try NamedPipe(folder.path + "/pipe")
        let complaints = try await blocking {
            let reader = try pipe.openReader()
            defer { close(reader) }
            let server = try ChildProcess(
                [Halftone.program, "lab", "--serve", "--verbose"], on: nil, input: .file("/dev/null"),
                output: .file(pipe.path), error: .file(folder.path + "/err"))
            let address = try NamedPipe.read(reader, for: "the server's address") { $0.hasSuffix("\n") }.dropLast()
            let print = try ChildProcess(
                [Halftone.program, "print", "--no-cache", "\(address)/image/\(DemoPicture.firstJPEG.name)"], on: nil,
                input: .file("/dev/null"), output: .file("/dev/null"), error: .file("/dev/null"))
            #expect(try print.waitForExit(on: nil) == .code(0))
            server.signal(SIGTERM)
            #expect(try server.waitForExit(on: nil) == .code(0))
            return String(decoding: folder.read("err"), as: UTF8.self)
        }
        #expect(
            complaints.contains("halftone: server: http://127.0.0.1:") && complaints.contains(", requests: 1, sent: "))
    }

    @Test func `the gallery reports it after the terminal is restored`() async throws {
        let folder = folder
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        try await Halftone.run(["--verbose", "--no-cache", "--no-resume", picture], folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.see("a picture") { $0.colors > 50 }
            #expect(!halftone.screen.contains("settings: "))
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
            for part in [
                "halftone: settings: none, there is no ", "halftone: disk cache: none, because of --no-cache",
                "halftone: terminal", "halftone: frames: ", "halftone: loads: 1, ",
                "halftone: fetched from files and servers: 1, ",
                "halftone: took: ",
            ] { #expect(halftone.screen.contains(part), "\(part) in \(halftone.screen)") }
        }
    }
}
