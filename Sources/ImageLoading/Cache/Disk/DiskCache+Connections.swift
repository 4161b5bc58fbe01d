import Basis
import Glibc

/// Why the disk cache could not do what it was asked for.
public struct DiskCacheError: DescribedError, Sendable {
    /// One line, clean enough for a terminal.
    public let description: String
}

/// Which file a path leads to.
struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// `nil` if there is no file. A link is a file of its own.
    init?(path: String) {
        var status = Glibc.stat()
        guard lstat(path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
    }
}

// MARK: - The connections and their failures

extension DiskCache {
    /// Where a file that is damaged, or not ours, is put. One is kept: they must not add up.
    var setAsidePath: String { path + ".damaged" }

    /// Runs `body` on the writing connection; what goes wrong is a warning, once. ``giveWarning()`` must follow when no lock
    /// is held any more.
    func withWriter(_ body: (DiskCacheStore) throws(SQLiteError) -> Void) {
        do throws(DiskCacheError) { try perform(body) } catch { note(warning: error.description) }
    }

    /// Runs `body` on the writing connection. A damaged file is set aside and `body` runs again on a new one. After any
    /// other failure the disk is left alone, unless the caller `triesAgain`.
    func perform(
        triesAgain: Bool = false, _ body: (DiskCacheStore) throws(SQLiteError) -> Void
    ) throws(DiskCacheError) {
        try writer.withLock { (connection: inout Connection) throws(DiskCacheError) in
            if case .failed(let error) = connection, !triesAgain { throw error }
            for attempt in 0...1 {
                do throws(SQLiteError) {
                    let store = try open(&connection)
                    try body(store)
                    return latestFailure.withLock { $0 = nil }
                } catch {
                    connection = .closed
                    if error.isDamage, attempt == 0 {
                        setAside(because: error)
                        continue
                    }
                    let failure = DiskCacheError(
                        description: "the disk cache in \(Sanitiser.clean(directory)) is not used: \(error)")
                    if !error.isBusy { connection = .failed(failure) }
                    latestFailure.withLock { $0 = failure }
                    throw failure
                }
            }
        }
    }

    private func open(_ connection: inout Connection) throws(SQLiteError) -> DiskCacheStore {
        let file = FileIdentity(path: path)
        if case .open(let store, let opened) = connection {
            if file == opened { return store }
            // Somebody deleted or replaced the file: what is written to the old one would be lost.
            connection = .closed
            closeReaders()
        }
        try Self.makeDirectory(directory)
        let store = try DiskCacheStore.openForWriting(in: directory, fileSystem: fileSystem)
        guard let file = FileIdentity(path: path) else { throw SQLiteError.cannotOpen }
        connection = .open(store, file: file)
        return store
    }

    /// What came of an attempt to read.
    private enum Reading {
        case done
        /// The file is of an earlier version, which the writing connection brings to ours, or is not to be used, which that
        /// connection tells.
        case needsWriter
        case isDamaged
    }

    private func closeReaders() { for reader in [reader, longReader] { reader.withLock { $0 = .closed } } }

    /// Runs `body` on a reading connection, the usual one unless it is given, if there is a file.
    func withReader(_ own: Lock<Connection>? = nil, _ body: (DiskCacheStore) throws(SQLiteError) -> Void) {
        let reader = own ?? reader
        switch tryToRead(reader, body) {
        case .done: return
        case .needsWriter:
            withWriter { _ in }
            _ = tryToRead(reader, body)
            giveWarning()
        case .isDamaged:
            // The writer finds the damage too, and sets the file aside.
            executor.run { [self] in
                withWriter { store throws(SQLiteError) in try store.check() }
                giveWarning()
            }
        }
    }

    private func tryToRead(
        _ reader: Lock<Connection>, _ body: (DiskCacheStore) throws(SQLiteError) -> Void
    ) -> Reading {
        reader.withLock { connection in
            do throws(SQLiteError) {
                let store: DiskCacheStore
                if case .open(let opened, _) = connection {
                    store = opened
                } else {
                    guard let file = FileIdentity(path: path) else { return .done }  // nothing was ever stored
                    guard let opened = try DiskCacheStore.openForReading(in: directory, fileSystem: fileSystem) else {
                        return .needsWriter
                    }
                    store = opened
                    connection = .open(store, file: file)
                }
                try body(store)
                return .done
            } catch {
                connection = .closed  // the next read opens the file anew
                return error.isDamage ? .isDamaged : error.isRefusal ? .needsWriter : .done
            }
        }
    }

    /// Renames a damaged database, so that nothing is lost that somebody may want to look at, and a new one can begin.
    private func setAside(because error: SQLiteError) {
        DiskCacheFiles(directory: directory).setAside(as: setAsidePath)
        closeReaders()
        note(warning: "the disk cache begins anew (\(error)); the old file is \(Sanitiser.clean(setAsidePath))")
    }

    /// The first warning waits until it can be given; further ones are not worth telling.
    enum Warning {
        case none
        case waiting(String)
        case given
    }

    func note(warning line: String) {
        warning.withLock { if case .none = $0 { $0 = .waiting(line) } }
    }

    /// Tells the program what was noted. It may do with the cache whatever it likes: no lock may be held.
    func giveWarning() {
        let line: String? = warning.withLock { warning in
            guard case .waiting(let line) = warning else { return nil }
            warning = .given
            return line
        }
        if let line { warn(line) }
    }

    /// Creates a directory and its parents, for this user alone. Throws with the system's reason if it is not there then.
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
    /// Reads the whole index; throws if the file is damaged.
    fileprivate func check() throws(SQLiteError) {
        if let result = try database.text("PRAGMA quick_check(1)"), result != "ok" {
            throw SQLiteError.damaged(result)
        }
    }
}
