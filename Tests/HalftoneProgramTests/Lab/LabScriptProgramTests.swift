import FoundationEssentials
import Glibc
import ImageLab
import TestSupport
import Testing

/// `halftone lab` without a terminal: the scenarios that ship, and what only a process of its own has.
@Suite(.endsInTime) struct LabScriptProgramTests {
    private let lab = LabProcess()
    private var folder: TemporaryDirectory { lab.folder }

    private func run(
        _ arguments: String..., input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws -> LabProcess.Run { try await lab.run(arguments, input: input, environment: environment) }

    @Test(arguments: LabScenario.all.map(\.name))
    func everyScenarioThatShipsPasses(name: String) async throws {
        let run = try await self.run("--scenario", name)
        #expect(run.status == .code(0), "\(run.report)\(run.complaints)")
        #expect(run.report.hasSuffix("\n") && run.report.contains("\n\(name): passed, "), "\(run.report)")
        #expect(!run.report.contains("FAIL") && run.complaints.isEmpty, "\(run.complaints)")
    }

    @Test func aScriptCanComeOnStandardInput() async throws {
        let path = folder.write(Array("wait for idle\nexpect every cell is shown\n".utf8), to: "in")
        let run = try await run("--script", "-", input: path)
        #expect(run.status == .code(0) && run.report.hasSuffix("standard input: passed, 2 checks\n"), "\(run.report)")
    }

    @Test func optionsThatExcludeEachOtherAreRefused() async throws {
        let run = try await run("--serve", "--scenario", "reuse")
        #expect(run.status == .code(2) && run.complaints.contains("one of --serve, --script and --scenario"))
        let unknown = try await self.run("--scenario", "nothing")
        #expect(unknown.status == .code(2) && unknown.complaints.contains("--scenario is one of reuse, cancellation"))
    }

    @Test func withoutATerminalAndWithoutAScriptTheLabSaysSo() async throws {
        let run = try await run()
        #expect(run.status == .code(2) && run.complaints.contains("there is no terminal to draw on"))
    }

    @Test func aScriptThatIsInterruptedTellsHowFarItCameAndLeavesNothingBehind() async throws {
        // given a script that waits for ever, and writes its trace to us
        let folder = folder
        let script = folder.write(
            Array("limit 3600\nexpect rows == 62\nkey G\nwait for selected row == 9\n".utf8), to: "script")
        let (place, pipe) = (folder.path + "/place", folder.path + "/pipe")
        #expect(mkdir(place, 0o700) == 0 && mkfifo(pipe, 0o600) == 0)
        folder.write([], to: "out")
        let status = try await blocking {
            let process = try ChildProcess(
                [Halftone.program, "lab", "--script", script, "--trace", pipe], on: nil,
                environment: ["TMPDIR": place, "LC_ALL": "C.UTF-8"], input: .file("/dev/null"),
                output: .file(folder.path + "/out"), error: .file("/dev/null"))
            let trace = open(pipe, O_RDONLY | O_CLOEXEC)
            defer { close(trace) }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            // when it has gone on to the last rows, and is interrupted in the middle
            var told = ""
            while !told.contains("\"row\":61"), case let count = read(trace, &buffer, buffer.count), count > 0 {
                told += String(decoding: buffer.prefix(count), as: UTF8.self)
            }
            #expect(told.contains("\"row\":61"))
            process.signal(SIGTERM)
            while read(trace, &buffer, buffer.count) > 0 {}
            return try process.waitForExit(on: nil)
        }
        // then it says so and dies of the signal, and its disk cache is gone
        #expect(status == .signal(SIGTERM))
        let report = String(decoding: folder.read("out"), as: UTF8.self)
        #expect(report.contains("ok   2  expect rows == 62\n") && report.contains(": not finished, "), "\(report)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).isEmpty)
    }

    @Test func withoutAPlaceForADiskCacheTheLabSaysSoAndGoesOn() async throws {
        let script = folder.write(Array("wait for idle\nexpect every cell is shown\n".utf8), to: "script")
        let run = try await run("--script", script, environment: ["TMPDIR": "/nonexistent"])
        #expect(run.status == .code(1))
        #expect(run.report.hasSuffix("script: passed, 2 checks\n"))
        #expect(run.complaints == "halftone: no disk cache: /nonexistent: No such file or directory\n")
    }
}
