import Glibc

/// A directory that is there as long as this object.
public final class TemporaryDirectory: Sendable {
    public let path: String

    /// `isFast`: in memory where the system has such a file system, for tests that write more than a disk likes.
    public init(isFast: Bool = false) {
        let parent = isFast && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array((parent + "/halftone-test-XXXXXX").utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/nonexistent"
        }
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                    tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { remove(path + "/" + name) }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }

    /// Writes a file into the directory and returns its path.
    @discardableResult
    public func write(_ bytes: [UInt8], to name: String) -> String {
        let file = path + "/" + name
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        return file
    }
}
