import CSystem
import Glibc

/// The files of a disk cache in its folder: checked before SQLite opens them, and private to this user.
///
/// No file is opened, or only its name (`O_PATH`): closing another descriptor of a database would drop the locks that
/// SQLite holds on it, and opening a device or a pipe has effects.
struct DiskCacheFiles {
    /// The folder, without symbolic links in its path, as SQLite demands if it is to follow none.
    let directory: String

    /// The files that SQLite keeps beside a database: log, shared memory and rollback journal.
    static let companions = ["-wal", "-shm", "-journal"]

    init(directory: String) {
        self.directory = Self.resolved(directory) ?? directory  // opening reports a missing folder
    }

    var path: String { directory + "/" + DiskCacheStore.fileName }

    /// Whether changes may be in the log and not in the database yet.
    var hasLog: Bool { status(of: path + "-wal").map { $0.st_size > 0 } ?? false }

    /// Numbers of which one differs after a change of the database by another process; `nil` without a database.
    var stamp: [Int]? {
        status(of: path).map { status in
            [
                Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), status.st_size,
                status.st_mtim.tv_sec, status.st_mtim.tv_nsec, hasLog ? 1 : 0,
            ]
        }
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Throws unless each file is missing, or a regular file with no other name.
    func check() throws(SQLiteError) {
        for end in [""] + Self.companions {
            guard let status = status(of: path + end), let objection = Self.objection(to: status) else { continue }
            throw .refused("\(DiskCacheStore.fileName + end) is \(objection)")
        }
    }

    /// What the file is instead of one of ours. A file without a name is none: the last connection that closes removes
    /// the companions, between the steps of a look at them, too.
    static func objection(to status: stat) -> String? {
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else { return name(of: kind) + ", not a file" }
        return status.st_nlink > 1 ? "a hard link: the file has another name, too" : nil
    }

    /// Creates an empty database that is private from the start, unless there is one. A failure shows when it is
    /// opened.
    func create() {
        guard status(of: path) == nil else { return }
        let temporary = path + ".new-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        // Closed before it has its name, so that this drops no lock of a connection.
        close(file)
        // Not `link`: while the file has two names, which a crash would make permanent, other processes refuse it.
        if halftone_rename_new(temporary, path) != 0 { unlink(temporary) }
    }

    /// Makes the files private. SQLite gives a new companion the permissions of the database.
    func makePrivate() { Self.makePrivate(path) }

    private static func makePrivate(_ path: String) {
        for end in [""] + companions {
            let descriptor = halftone_open_name(path + end)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
                status.st_mode & 0o7777 != 0o600
            else { continue }
            chmod("/proc/self/fd/\(descriptor)", 0o600)  // the file that was checked, even if it was renamed
        }
    }

    /// Moves the database aside with its companions, as a log holds what is not in the file yet. Replaces what was
    /// moved there before.
    func setAside(as target: String) {
        for end in Self.companions where rename(path + end, target + end) != 0 { unlink(target + end) }
        rename(path, target)
        Self.makePrivate(target)
    }

    static func remove(setAside path: String) {
        for end in [""] + companions { unlink(path + end) }
    }

    // MARK: - Kinds of files

    private func status(of path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }

    private static func name(of kind: mode_t) -> String {
        switch kind {
        case S_IFLNK: "a symbolic link"
        case S_IFDIR: "a directory"
        case S_IFIFO: "a FIFO"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    }
}
