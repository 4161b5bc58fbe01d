import Glibc

/// Disk space of files.
enum DiskUsage {
    /// The bytes of a database and of SQLite's files beside it.
    static func bytes(of path: String) -> Int {
        ["", "-wal", "-shm"].reduce(0) { total, end in
            var status = stat()
            return total + (stat(path + end, &status) == 0 ? Int(status.st_size) : 0)
        }
    }
}
