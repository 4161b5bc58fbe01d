import Glibc

/// A temporary folder for the pictures and caches of one run, which is removed at the end of the run.
final class TemporaryDirectory {
    let path: String

    init() throws {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array((parent + "/halftone-benchmarks-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure("no temporary folder in \(parent): \(Failure.system)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder. Its content is at most one level deep.
    func remove() { Self.removeFolder(path) }

    private static func removeFolder(_ path: String) {
        guard let folder = opendir(path) else { return }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            if unlink(path + "/" + name) != 0, errno == EISDIR { removeFolder(path + "/" + name) }
        }
        closedir(folder)
        rmdir(path)
    }

    /// Writes a file and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        let path = path + "/" + name
        guard let file = fopen(path, "w") else { throw Failure("cannot write \(path): \(Failure.system)") }
        let written = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, written == bytes.count else {
            throw Failure("cannot write \(path): \(Failure.system)")
        }
        return path
    }

    static func bytes(of path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw Failure("cannot read \(path): \(Failure.system)") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { return bytes }
            bytes += piece.prefix(count)
        }
    }
}
