import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import halftone

/// `halftone lab` without a terminal: the built-in scenarios, and what needs a process of its own.
@Suite(.endsInTime) struct LabScriptProgramTests {
    private let lab = LabProcess()
    private var folder: TemporaryDirectory { lab.folder }

    private func run(
        _ arguments: String..., input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws -> ProgramRun { try await lab.run(arguments, input: input, environment: environment) }

    @Test func `a script can be read from standard input`() async throws {
        let path = folder.write(Array("wait for idle\nexpect every cell is shown\n".utf8), to: "in")
        let run = try await run("--script", "-", input: path)
        #expect(run.status == .code(0) && run.text.hasSuffix("standard input: passed, 2 checks\n"), "\(run.text)")
    }

    @Test func `a disk cache that cannot be used is reported and does not fail a script`() async throws {
        let path = folder.write(Array("wait for idle\nexpect every cell is shown\n".utf8), to: "in")
        let cache = folder.path + "/cache"
        #expect(mkdir(cache, 0o700) == 0 && mkfifo(cache + "/images.sqlite", 0o600) == 0)
        let run = try await run("--script", path, "--cache-dir", cache)
        #expect(run.status == .code(0) && run.text.hasSuffix("passed, 2 checks\n"), "\(run.text)")
        #expect(run.complaints.contains("images.sqlite is a FIFO, not a file"), "\(run.complaints)")
    }

    @Test func `options that exclude each other are refused`() async throws {
        let run = try await run("--serve", "--scenario", "reuse")
        #expect(run.status == .code(2) && run.complaints.contains("one of --serve, --script and --scenario"))
        let unknown = try await self.run("--scenario", "nothing")
        #expect(unknown.status == .code(2) && unknown.complaints.contains("for --scenario (reuse, cancellation"))
    }

    @Test func `without a terminal and without a script the Lab reports that`() async throws {
        let run = try await run()
        #expect(run.status == .code(2) && run.complaints.contains("there is no terminal to draw on"))
    }

    @Test func `an interrupted script reports its progress and leaves no files behind`() async throws {
        // given a script that waits forever, and writes its trace to a pipe
        let folder = folder
        let script = folder.write(
            Array("limit 3600\nexpect rows == 62\nkey G\nwait for selected row == 9\n".utf8), to: "script")
        let place = folder.path + "/place"
        #expect(mkdir(place, 0o700) == 0)
        let pipe = try NamedPipe(folder.path + "/pipe")
        folder.write([], to: "out")
        let status = try await blocking {
            let process = try ChildProcess(
                [Halftone.program, "lab", "--script", script, "--trace", pipe.path], on: nil,
                environment: ["TMPDIR": place, "LC_ALL": "C.UTF-8"], input: .file("/dev/null"),
                output: .file(folder.path + "/out"), error: .file("/dev/null"))
            let trace = try pipe.openReader()
            defer { close(trace) }
            // when it has moved to the last rows, and is interrupted during the wait
            let told = try NamedPipe.read(trace, for: "the last row") { $0.contains("\"row\":61") }
            #expect(told.contains("\"row\":61"))
            process.signal(SIGTERM)
            _ = try NamedPipe.read(trace, for: "the end of the trace")
            return try process.waitForExit(on: nil)
        }
        // then it reports that and ends by the signal, and its disk cache is removed
        #expect(status == .signal(SIGTERM))
        let report = String(decoding: folder.read("out"), as: UTF8.self)
        #expect(report.contains("ok   2  expect rows == 62\n") && report.contains(": not finished, "), "\(report)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test func `without a folder for its disk cache the Lab reports that and continues`() async throws {
        let script = folder.write(Array("wait for idle\nexpect every cell is shown\n".utf8), to: "script")
        let run = try await run("--script", script, environment: ["TMPDIR": "/nonexistent"])
        #expect(run.status == .code(0))
        #expect(run.text.hasSuffix("script: passed, 2 checks\n"))
        #expect(run.complaints == "halftone: no disk cache: /nonexistent: No such file or directory\n")
    }
}
