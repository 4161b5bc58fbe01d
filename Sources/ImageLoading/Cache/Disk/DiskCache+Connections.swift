import HalftoneCore
import Glibc

/// A failure of the disk cache.
public struct DiskCacheError: DescribedError, Sendable {
    /// One line, sanitized for a terminal.
    public let description: String
}

/// The identity of the file at a path.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// Creates the identity; `nil` if there is no file. A symbolic link is a file of its own.
    init?(path: String) {
        var status = Glibc.stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}

// MARK: - Connections and their failures

extension DiskCache {
    /// The path to which a damaged or foreign file is moved. Only the latest is kept.
    var setAsidePath: String { path + ".damaged" }

    /// Runs `body` on the writing connection. A damaged file is set aside and `body` runs again on a new one. After any
    /// other failure, unless the file was only busy, the disk is left alone for a while or until a caller `triesAgain`.
    /// Returns the failure, if any. The first becomes the warning: ``giveWarning()`` must follow when no lock is held.
    @discardableResult
    func withWriter(
        triesAgain: Bool = false, _ body: (DiskCacheStore) throws(SQLiteError) -> Void
    ) -> DiskCacheError? {
        let failure = writer.withLock { connection -> DiskCacheError? in
            if !triesAgain, let failure = latestFailure.withLock({ $0 }), time.now < failure.retriesAt {
                return failure.error
            }
            var isNew = false
            while true {
                do throws(SQLiteError) {
                    try body(try open(&connection))
                    latestFailure.withLock { $0 = nil }
                    return nil
                } catch {
                    connection = nil
                    if error.isDamage, !isNew {
                        setAside(because: error)
                        isNew = true
                        continue
                    }
                    let failure = DiskCacheError(
                        description: "the disk cache in \(TextSanitizer.clean(directory)) is not used: \(error)")
                    let retriesAt = time.now + (error.isBusy ? .zero : Self.restPeriod)
                    latestFailure.withLock { $0 = (failure, retriesAt) }
                    return failure
                }
            }
        }
        if let failure { note(warning: failure.description) }
        return failure
    }

    /// A full disk may have room again, and an attempt costs a few system calls.
    private static let restPeriod = Duration.seconds(10)

    private func open(_ connection: inout Connection?) throws(SQLiteError) -> DiskCacheStore {
        if let open = connection {
            if FileIdentity(path: path) == open.file { return open.store }
            // The file was deleted or replaced: writes to the old one would be lost.
            connection = nil
            closeReader()
        }
        try Self.makeDirectory(directory)
        let store = try DiskCacheStore.openForWriting(in: directory, fileSystem: fileSystem)
        guard let file = FileIdentity(path: path) else { throw SQLiteError.cannotOpen }
        connection = Connection(store: store, file: file)
        return store
    }

    private func closeReader() { reader.withLock { $0 = nil } }

    /// Runs `body` on the reading connection, if there is a file.
    func withReader(_ body: (DiskCacheStore) throws(SQLiteError) -> Void) {
        guard let error = tryToRead(body) else { return }
        if error.isDamage {
            // The writer finds the damage too, and sets the file aside.
            executor.run { [self] in
                withWriter { store throws(SQLiteError) in try store.check() }
                giveWarning()
            }
        } else if error.isRefusal {
            // The writer sets the file aside, or finds why it must not be used.
            withWriter { _ in }
            _ = tryToRead(body)
            giveWarning()
        }
    }

    /// Runs `body` on the reading connection. Returns the failure, if any.
    private func tryToRead(_ body: (DiskCacheStore) throws(SQLiteError) -> Void) -> SQLiteError? {
        reader.withLock { connection in
            do throws(SQLiteError) {
                if let open = connection {
                    try body(open.store)
                    return nil
                }
                guard let file = FileIdentity(path: path) else { return nil }  // nothing was ever stored
                let store = try DiskCacheStore.openForReading(in: directory, fileSystem: fileSystem)
                connection = Connection(store: store, file: file)
                try body(store)
                return nil
            } catch {
                connection = nil  // the next read reopens the file
                return error
            }
        }
    }

    /// Renames a damaged database, so that it can still be examined and a new one can begin.
    private func setAside(because error: SQLiteError) {
        DiskCacheFiles(directory: directory).setAside(as: setAsidePath)
        closeReader()
        note(warning: "the disk cache begins anew (\(error)); the old file is \(TextSanitizer.clean(setAsidePath))")
    }

    func note(warning line: String) {
        warning.withLock { if !$0.isNoted { $0 = (line, isNoted: true) } }
    }

    /// Gives the noted warning to the program, which may call the cache in turn: no lock may be held.
    func giveWarning() {
        let line = warning.withLock { warning in
            defer { warning.line = nil }
            return warning.line
        }
        if let line { warn(line) }
    }

    /// Creates a directory and its parents, private to this user. Throws the system's reason if it does not exist then.
    private static func makeDirectory(_ path: String) throws(SQLiteError) {
        var made = path.hasPrefix("/") ? "/" : ""
        var failure: Int32 = 0
        for part in path.split(separator: "/") {
            made += part
            failure = mkdir(made, 0o700) == 0 || errno == EEXIST ? failure : errno
            made += "/"
        }
        var status = Glibc.stat()
        guard stat(path, &status) == 0 else {
            throw .directory(String(cString: strerror(failure == 0 ? errno : failure)))
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .directory(String(cString: strerror(ENOTDIR))) }
    }
}

extension DiskCacheStore {
    /// Runs SQLite's quick check; throws if the file is damaged.
    fileprivate func check() throws(SQLiteError) {
        if let result = try database.text("PRAGMA quick_check(1)"), result != "ok" {
            throw SQLiteError.damaged(result)
        }
    }
}
