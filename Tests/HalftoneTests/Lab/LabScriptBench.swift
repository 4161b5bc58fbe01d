import TestSupport
import Testing

/// Runs of `halftone lab` without a terminal, with their reports and statuses.
struct LabScriptBench {
    let folder = TemporaryFolder()

    struct Run: Sendable {
        let status: ChildProcess.Exit
        let report: String
        let complaints: String
    }

    func run(_ arguments: [String], input: String = "/dev/null") async throws -> Run {
        let folder = folder
        return try await blocking {
            for name in ["out", "err"] { folder.write([], to: name) }
            let process = try ChildProcess(
                [Halftone.program, "lab"] + arguments, on: nil,
                environment: ["XDG_CACHE_HOME": folder.path + "/cache", "LC_ALL": "C.UTF-8"], input: .file(input),
                output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            return Run(
                status: try process.waitForExit(on: nil, seconds: 3000),
                report: String(decoding: folder.read("out"), as: UTF8.self),
                complaints: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }

    func run(script: String, _ more: [String] = []) async throws -> Run {
        try await run(["--script", folder.write(Array(script.utf8), to: "script")] + more)
    }
}
