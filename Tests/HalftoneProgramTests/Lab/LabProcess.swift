import TestSupport

/// Runs of `halftone lab` without a terminal, each in a process of its own.
struct LabProcess {
    let folder = TemporaryDirectory()

    struct Run: Sendable {
        let status: ChildProcess.Exit
        let report: String
        let complaints: String
    }

    func run(
        _ arguments: [String], input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws -> Run {
        let folder = folder
        return try await blocking {
            for name in ["out", "err"] { folder.write([], to: name) }
            let variables = ["XDG_CACHE_HOME": folder.path + "/cache", "LC_ALL": "C.UTF-8"]
            let process = try ChildProcess(
                [Halftone.program, "lab"] + arguments, on: nil, environment: variables.merging(environment) { $1 },
                input: .file(input), output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            return Run(
                status: try process.waitForExit(on: nil), report: String(decoding: folder.read("out"), as: UTF8.self),
                complaints: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }

    /// Plays a script of the test's own.
    func run(script: String, _ more: [String] = []) async throws -> Run {
        try await run(["--script", folder.write(Array(script.utf8), to: "script")] + more)
    }
}
