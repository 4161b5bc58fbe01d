import TestSupport
import Testing

/// A program of another project that encodes or decodes pictures.
struct ReferenceProgram: Sendable {
    let name: String
    /// The Debian package that has it.
    let package: String

    /// Runs the program to its end, which must be a success, and returns its standard output. Blocking.
    func output(_ arguments: [String]) throws -> [UInt8] {
        try requireProgram(name, of: package)
        let folder = TemporaryDirectory()
        let process = try ChildProcess(
            [name] + arguments, on: nil, input: .file("/dev/null"), output: .file(folder.path + "/output"),
            error: .file(folder.path + "/complaints"))
        let status = try process.waitForExit(on: nil)
        let complaints = String(decoding: folder.read("complaints"), as: UTF8.self)
        try #require(status == .code(0), "\(name) \(arguments.joined(separator: " ")): \(complaints)")
        return folder.read("output")
    }
}
