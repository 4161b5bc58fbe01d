import HalftoneCore
import Glibc

/// The place, size and modification time of a file, by which a change is noticed.
struct FileVersion: Equatable {
    private let facts: [Int]

    /// Creates the version of a file; `nil` if there is none.
    init?(of path: FilePath) {
        var status = stat()
        guard path.withCString({ stat($0, &status) }) == 0 else { return nil }
        facts = [
            Int(bitPattern: UInt(status.st_ino)), Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
        ]
    }
}
