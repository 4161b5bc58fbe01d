import Glibc
import TestSupport

/// What tests of `halftone print` have in common: a folder, pictures in it, and runs of the program.
protocol PrintStage {
    var folder: TemporaryDirectory { get }
}

/// What became of a run.
struct PrintRun: Sendable {
    var status: ChildProcess.Exit
    var output: [UInt8]
    var complaints: String
    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map { String($0) } }
}

extension PrintStage {
    /// Runs `halftone print`, without terminal and caches, to its end.
    func print(
        _ arguments: String..., input: String = "/dev/null", environment: [String: String] = [:]
    ) async throws -> PrintRun {
        let folder = folder
        let environment = environment.merging(["LC_ALL": "C.UTF-8"]) { asked, _ in asked }
        return try await blocking {
            for name in ["out", "err"] { unlink(folder.path + "/" + name) }
            let process = try ChildProcess(
                [Halftone.program, "print", "--no-cache"] + arguments, on: nil, environment: environment,
                input: .file(input), output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            return PrintRun(
                status: try process.waitForExit(on: nil), output: folder.read("out"),
                complaints: String(decoding: folder.read("err"), as: UTF8.self))
        }
    }

    /// The path of a picture of one colour.
    func flat(_ name: String, _ red: UInt8, _ green: UInt8, _ blue: UInt8, width: Int = 8, height: Int = 8)
        -> String
    {
        folder.write(FlatPicture.png(width, height, (red, green, blue)), to: name)
    }
}
