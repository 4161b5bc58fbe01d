import FoundationEssentials
import Glibc

/// A temporary folder for the images and caches of one run, which is removed at the end of the run.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/halftone-benchmarks-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("no temporary folder in \(parent): \(Failure.system)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = path + "/" + name
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    static func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Returns the names of the files and folders in a folder, sorted.
    static func names(in path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    }
}
