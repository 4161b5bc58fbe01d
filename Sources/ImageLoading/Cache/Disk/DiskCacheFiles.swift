import CSystem
import Glibc

/// The files of a disk cache, as they lie in its folder: looked at before SQLite opens them, and kept for this user alone.
///
/// No file is opened for this but as a name (`O_PATH`): closing another descriptor of a database would drop the locks that
/// SQLite holds on it, and opening a device or a pipe would do something.
struct DiskCacheFiles {
    /// The folder, without links in its path, as SQLite demands where it is to follow none.
    let directory: String

    /// What SQLite keeps beside a database: log, shared memory and rollback journal.
    static let companions = ["-wal", "-shm", "-journal"]

    init(directory: String) {
        self.directory = Self.resolved(directory) ?? directory  // one that is missing, the opening will tell
    }

    /// The database file.
    var path: String { directory + "/" + DiskCacheStore.fileName }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// Throws unless each file is an ordinary one with no other name, or missing.
    func check() throws(SQLiteError) {
        for end in [""] + Self.companions {
            guard let status = status(of: path + end) else { continue }
            let name = DiskCacheStore.fileName + end
            let kind = status.st_mode & S_IFMT
            guard kind == S_IFREG else { throw .refused("\(name) is \(Self.name(of: kind)), not a file") }
            guard status.st_nlink == 1 else { throw .refused("\(name) is a hard link: the file has another name, too") }
        }
    }

    /// Creates an empty database that is private from its first moment, unless there is one. What fails here shows when it
    /// is opened.
    func create() {
        guard status(of: path) == nil else { return }
        let temporary = path + ".new-" + String(UInt64.random(in: .min ... .max), radix: 36)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        // Closed before it has its name: no connection can hold a lock on it that this would drop.
        close(file)
        // Not `link`: until the first name is removed, which a crash prevents, other processes would refuse the file.
        if halftone_rename_new(temporary, path) != 0 { unlink(temporary) }
    }

    /// Takes all rights from others. A new companion gets the rights that the database has when SQLite creates it.
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
            chmod("/proc/self/fd/\(descriptor)", 0o600)  // the file that was looked at, whatever has its name by now
        }
    }

    /// Moves the database out of the way, with what belongs to it: a log holds what is not in the file yet. What was moved
    /// there before is replaced.
    func setAside(as target: String) {
        for end in Self.companions where rename(path + end, target + end) != 0 { unlink(target + end) }
        rename(path, target)
        Self.makePrivate(target)
    }

    /// Removes a database that was moved out of the way.
    static func remove(setAside path: String) {
        for end in [""] + companions { unlink(path + end) }
    }

    // MARK: - Kinds of files

    /// `nil` if there is no such file.
    private func status(of path: String) -> stat? {
        let descriptor = halftone_open_name(path)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status : nil
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
