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

    /// Runs `body` on the writing connection; the first failure becomes the warning. ``giveWarning()`` must follow when
    /// no lock is held. Returns the failure, if any.
    @discardableResult
    func withWriter(
        triesAgain: Bool = false, _ body: (DiskCacheStore) throws(SQLiteError) -> Void
    ) -> DiskCacheError? {
        do throws(DiskCacheError) {
            try perform(triesAgain: triesAgain, body)
            return nil
        } catch {
            note(warning: error.description)
            return error
        }
    }

    /// Runs `body` on the writing connection. A damaged file is set aside and `body` runs again on a new one. After any
    /// other failure, unless the file was only busy, the disk is left alone for a while or until a caller `triesAgain`.
    func perform(
        triesAgain: Bool = false, _ body: (DiskCacheStore) throws(SQLiteError) -> Void
    ) throws(DiskCacheError) {
        try writer.withLock { (connection: inout Connection) throws(DiskCacheError) in
            if case .failed(let error, let date) = connection, !triesAgain, time.now - date < Self.restPeriod {
                throw error
            }
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
                        description: "the disk cache in \(TextSanitizer.clean(directory)) is not used: \(error)")
                    if !error.isBusy { connection = .failed(failure, at: time.now) }
                    latestFailure.withLock { $0 = failure }
                    throw failure
                }
            }
        }
    }

    /// A full disk may have room again, and an attempt costs a few system calls.
    private static let restPeriod = Duration.seconds(10)

    private func open(_ connection: inout Connection) throws(SQLiteError) -> DiskCacheStore {
        let file = FileIdentity(path: path)
        if case .open(let store, let opened) = connection {
            if file == opened { return store }
            // The file was deleted or replaced: writes to the old one would be lost.
            connection = .closed
            closeReaders()
        }
        try Self.makeDirectory(directory)
        let store = try DiskCacheStore.openForWriting(in: directory, fileSystem: fileSystem)
        guard let file = FileIdentity(path: path) else { throw SQLiteError.cannotOpen }
        connection = .open(store, file: file)
        return store
    }

    /// The outcome of an attempt to read.
    private enum Reading {
        case done
        /// The file has another version or must not be used: the writing connection sets it aside, or reports why.
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
                connection = .closed  // the next read reopens the file
                return error.isDamage ? .isDamaged : error.isRefusal ? .needsWriter : .done
            }
        }
    }

    /// Renames a damaged database, so that it can still be examined and a new one can begin.
    private func setAside(because error: SQLiteError) {
        DiskCacheFiles(directory: directory).setAside(as: setAsidePath)
        closeReaders()
        note(warning: "the disk cache begins anew (\(error)); the old file is \(TextSanitizer.clean(setAsidePath))")
    }

    /// The state of the only warning: the first waits until it can be given, further ones are dropped.
    enum Warning {
        case none
        case waiting(String)
        case given
    }

    func note(warning line: String) {
        warning.withLock { if case .none = $0 { $0 = .waiting(line) } }
    }

    /// Gives the noted warning to the program, which may call the cache in turn: no lock may be held.
    func giveWarning() {
        let line: String? = warning.withLock { warning in
            guard case .waiting(let line) = warning else { return nil }
            warning = .given
            return line
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
