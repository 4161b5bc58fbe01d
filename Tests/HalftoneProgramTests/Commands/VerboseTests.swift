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

    @Test func `cache reports its path and its size before and after`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        _ = try await run("print", "--size", "9x9", "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)")
        let quiet = try await run("cache", "info")
        let info = try await run("cache", "info", "--verbose")
        #expect(info.status == .code(0) && info.text == quiet.text && quiet.complaints.isEmpty)
        #expect(Array(info.complaints.prefix(2)) == [noSettings, cache])
        #expect(info.complaints.count == 4 && info.complaints[2].contains("images.sqlite: 1 entries, "))
        #expect(isCost(info.complaints.last))
        let clear = try await run("cache", "clear", "--verbose")
        #expect(clear.text.isEmpty && clear.complaints.count == 5, "\(clear.complaints)")
        #expect(clear.complaints[2].hasPrefix("halftone: before: ") && clear.complaints[2].contains(": 1 entries, "))
        #expect(clear.complaints[3].hasPrefix("halftone: after: ") && clear.complaints[3].contains(": 0 entries, "))
    }

    @Test func `the verbose option does not create a missing cache`() async throws {
        for verb in ["info", "clear", "path"] {
            let run = try await run("cache", verb, "--verbose")
            #expect(
                run.status == .code(0) && run.complaints.contains { $0.hasSuffix("images.sqlite: empty") }, "\(verb)")
        }
        #expect(access(folder.path + "/cache", F_OK) != 0)
    }

    @Test func `trace reports how much was read`() async throws {
        let trace = folder.path + "/trace"
        _ = try await run("print", "--no-cache", "--trace", trace, "/nonexistent.png")
        let quiet = try await run("trace", trace)
        let run = try await run("trace", "--verbose", trace)
        #expect(run.status == .code(0) && run.text == quiet.text && quiet.complaints.isEmpty)
        #expect(run.complaints.count == 3 && run.complaints[0] == noSettings, "\(run.complaints)")
        #expect(run.complaints[1].hasPrefix("halftone: trace: \(trace), "))
        #expect(run.complaints[1].hasSuffix(", loads: 1, with its summary"))
        #expect(isCost(run.complaints.last))
    }

    @Test func `doctor reports it beside its own report`() async throws {
        let settings = writeSettings("{}")
        let run = try await run("doctor", "--json", "--verbose", "--no-cache")
        #expect(run.status == .code(0) && run.text.hasPrefix("{") && run.complaints.count == 3)
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

    @Test func `the template is printed with the errors of the current config file`() async throws {
        let quiet = try await run("config", "--print-default")
        let none = try await run("config", "--print-default", "--verbose")
        #expect(none.status == .code(0) && none.text == quiet.text && quiet.complaints.isEmpty)
        #expect(none.complaints.count == 2 && none.complaints[0] == noSettings && isCost(none.complaints[1]))
        let path = writeSettings("{ colour: 1 }")
        let wrong = try await run("config", "--print-default", "--verbose")
        #expect(wrong.status == .code(0) && wrong.text == quiet.text && wrong.complaints.count == 3)
        #expect(wrong.complaints[0] == "halftone: settings: \(path)")
        #expect(wrong.complaints[1].hasPrefix("halftone: \(path): unknown setting 'colour'"))
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
