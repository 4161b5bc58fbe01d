import Glibc
import Testing

/// A directory that exists as long as this object.
public final class TemporaryDirectory: Sendable {
    public let path: String

    /// Creates a directory. On failure it records an issue and cancels the test, whose waits then end.
    ///
    /// - Parameter isFast: whether to use a file system in memory, if there is one, for tests that write very much.
    public init(isFast: Bool = false) {
        let parent = isFast && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array((parent + "/halftone-test-XXXXXX").utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
        }
        if made == nil {
            Issue.record("no temporary directory in \(parent): \(String(cString: strerror(errno)))")
            withUnsafeCurrentTask { $0?.cancel() }
        }
        path = made ?? "/nonexistent"
    }

    deinit { Self.remove(Array(path.utf8CString)) }

    /// Removes a file, or a directory with its contents. Paths are C strings, because names need not be UTF-8.
    private static func remove(_ path: [CChar]) {
        // A link to a directory is removed, not followed.
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0, let directory = fdopendir(descriptor) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                    tuple.withMemoryRebound(to: CChar.self, capacity: 256) {
                        Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1))
                    }
                }
                if ![".", ".."].contains(where: { Array($0.utf8CString) == name }) {
                    remove(path.dropLast() + Array("/".utf8CString.dropLast()) + name)
                }
            }
            closedir(directory)
        }
        Glibc.remove(path)
    }

    /// Writes a file into the directory and returns its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
        let (file, bytes) = (path + "/" + name, Array(bytes))
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count != bytes.count { Issue.record("cannot write \(file): \(String(cString: strerror(errno)))") }
        return file
    }

    /// The bytes of a file in the directory; empty if there is none.
    public func read(_ name: String) -> [UInt8] {
        let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
        return bytes
    }
}
