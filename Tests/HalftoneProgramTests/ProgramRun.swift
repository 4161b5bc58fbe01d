import Glibc
import TestSupport

/// The result of a run of the built program without a terminal.
struct ProgramRun: Sendable {
    let status: ChildProcess.Exit
    let output: [UInt8]
    let complaints: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Runs the program to its end, with its caches, settings and output in `folder`; standard output goes to another
    /// file if one is given.
    static func run(
        _ arguments: [String], in folder: TemporaryDirectory, environment: [String: String] = [:],
        input: String = "/dev/null", output: String? = nil
    ) async throws -> ProgramRun {
        let variables = [
            "XDG_CACHE_HOME": folder.path + "/cache", "XDG_CONFIG_HOME": folder.path + "/config", "LC_ALL": "C.UTF-8",
        ]
        return try await blocking {
            for name in ["out", "err"] { unlink(folder.path + "/" + name) }
            let process = try ChildProcess(
                [Halftone.program] + arguments, on: nil, environment: variables.merging(environment) { $1 },
                input: .file(input), output: .file(output ?? folder.path + "/out"), error: .file(folder.path + "/err"))
            let status = try process.waitForExit(on: nil)
            return ProgramRun(
                status: status, output: folder.read("out"),
                complaints: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }
}
