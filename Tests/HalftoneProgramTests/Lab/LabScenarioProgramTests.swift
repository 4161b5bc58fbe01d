import TestSupport
import Testing

/// `halftone lab --scenario` without a terminal: what needs a process of its own.
@Suite(.endsInTime) struct LabScenarioProgramTests {
    private let folder = TemporaryDirectory()

    private func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run(["lab"] + arguments, in: folder, environment: environment)
    }

    @Test func `without a terminal and without a scenario the Lab reports that`() async throws {
        let run = try await run()
        #expect(run.status == .code(2) && run.complaints.contains("there is no terminal to draw on"))
    }

    @Test func `without a folder for its disk cache the Lab reports that and continues`() async throws {
        let run = try await run("--scenario", "reuse", environment: ["TMPDIR": "/nonexistent"])
        #expect(run.status == .code(0))
        #expect(run.text.contains("reuse: passed, "))
        #expect(run.complaints == "halftone: no disk cache: /nonexistent: No such file or directory\n")
    }

    @Test func `the trace of a scenario is complete and has no stale paint`() async throws {
        let run = try await run("--scenario", "reuse", "--trace", folder.path + "/trace")
        #expect(run.status == .code(0))
        let trace = try RecordedTrace(folder.read("trace"))
        #expect(trace.summary["stalePaints"] == 0 && (trace.summary["framesPresented"] ?? 0) > 1)
        #expect(trace.count("paint") >= 10)
    }
}
