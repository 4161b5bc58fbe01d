import TestSupport

/// Runs of `halftone lab` without a terminal, each in a process of its own.
struct LabProcess {
    let folder = TemporaryDirectory()

    func run(
        _ arguments: [String], input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws -> ProgramRun {
        try await ProgramRun.run(["lab"] + arguments, in: folder, environment: environment, input: input)
    }
}
