import Basis
import Glibc

/// Encoded pictures on disk, in one SQLite database, bounded in bytes and in age.
///
/// Safe from any thread; several processes may share one directory. ``read(_:)`` blocks and belongs on a disk thread.
/// Changes return at once and are written behind; a read sees them immediately. What the disk refuses (full, read-only,
/// not a database) never fails a load: it is reported once, and the cache goes on without its disk.
public final class DiskCache: Sendable {
    public struct Entry: Sendable, Equatable {
        public var bytes: [UInt8]
        public var validators: Validators

        public init(bytes: [UInt8], validators: Validators = Validators()) {
            self.bytes = bytes
            self.validators = validators
        }
    }

    public struct Limits: Sendable {
        /// Bytes of pictures. Half a gigabyte holds days of browsing and is small beside any disk.
        public var bytes = 512_000_000
        /// Seconds after the last use; a week, as SDWebImage has it.
        public var age = 604_800.0

        public init() {}
    }

    private enum Change {
        case store(Entry)
        case remove
        case touch
    }

    /// What is not yet written. A change is dropped after a write only if its number is still the one written.
    private struct Staging {
        var changes: [String: (change: Change, number: Int)] = [:]
        var lastNumber = 0
        var isFlushScheduled = false
    }

    private enum Connection {
        case closed
        case open(DiskCacheStore)
        case failed
    }

    public let directory: String
    public let limits: Limits
    private let time: any TimeSource
    private let executor: any WorkExecutor
    private let warn: @Sendable (String) -> Void
    private let staging = Lock(Staging())
    private let writer = Lock(Connection.closed)
    private let reader = Lock(Connection.closed)
    private let hasWarned = Lock(false)

    /// Nothing is opened before the first use. `executor` does the writing, one work at a time; `warn` gets one line,
    /// once, from any thread.
    public init(
        directory: String, limits: Limits = Limits(), time: any TimeSource = SystemTime(),
        executor: any WorkExecutor = WorkerPool(threads: 1),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.directory = directory
        self.limits = limits
        self.time = time
        self.executor = executor
        self.warn = warn
    }

    /// The database file.
    public var path: String { directory + "/" + DiskCacheStore.fileName }

    // MARK: - Reading

    /// The entry under a key, which counts as a use. Blocking.
    public func read(_ key: String) -> Entry? {
        switch staging.withLock({ $0.changes[key]?.change }) {
        case .store(let entry): return entry
        case .remove: return nil
        case .touch, nil: break
        }
        var entry: Entry?
        withReader { store throws(SQLiteError) in entry = try store.entry(for: key) }
        if entry != nil { touch(key) }
        return entry
    }

    /// How many entries there are, and their bytes, pending changes written first. Blocking.
    public func totals() -> (count: Int, bytes: Int) {
        flush()
        var result = (count: 0, bytes: 0)
        withWriter { store throws(SQLiteError) in result = try store.totals() }
        return result
    }

    // MARK: - Changing

    /// Keeps bytes under a key, in place of what was there.
    public func store(_ entry: Entry, for key: String) { stage(.store(entry), key, writesNow: true) }

    public func remove(_ key: String) { stage(.remove, key, writesNow: true) }

    /// Counts as a use, and as proof that the entry is fresh.
    public func touch(_ key: String) { stage(.touch, key, writesNow: false) }

    /// Removes every entry. Blocking. Throws if the disk refuses.
    public func removeAll() throws(DiskCacheError) {
        staging.withLock { $0.changes = [:] }
        try perform { store throws(SQLiteError) in
            try store.removeAll()
            try store.releaseEmptyPages()
        }
    }

    /// Writes everything that is pending. Blocking.
    public func flush() {
        let changes = staging.withLock { state in
            state.isFlushScheduled = false
            return state.changes
        }
        guard !changes.isEmpty else { return }
        let now = time.secondsSince1970
        withWriter { store throws(SQLiteError) in
            try store.transaction { () throws(SQLiteError) in
                for (key, staged) in changes { try Self.apply(staged.change, key, now, store) }
                try store.trim(unusedSince: now - limits.age, limit: limits.bytes)
            }
            try store.releaseEmptyPages()
        }
        staging.withLock { state in
            for (key, staged) in changes where state.changes[key]?.number == staged.number {
                state.changes[key] = nil
            }
        }
    }

    private static func apply(
        _ change: Change, _ key: String, _ now: Double, _ store: DiskCacheStore
    ) throws(SQLiteError) {
        switch change {
        case .store(let entry): try store.put(entry, for: key, at: now)
        case .remove: try store.remove(key)
        case .touch: try store.touch(key, at: now)
        }
    }

    private func stage(_ change: Change, _ key: String, writesNow: Bool) {
        let mustSchedule = staging.withLock { state in
            if case .touch = change, case .store = state.changes[key]?.change { return false }
            state.lastNumber += 1
            state.changes[key] = (change, state.lastNumber)
            // Uses alone may wait for the next write: losing a few in a crash only blurs the order of eviction.
            guard writesNow || state.changes.count >= 64, !state.isFlushScheduled else { return false }
            state.isFlushScheduled = true
            return true
        }
        if mustSchedule { executor.run { [self] in flush() } }
    }
}

// MARK: - Connections and their failures

/// Why the disk cache could not do what it was asked for.
public struct DiskCacheError: Error, CustomStringConvertible, Sendable {
    public let description: String
}

extension DiskCache {
    private func withWriter(_ body: (DiskCacheStore) throws(SQLiteError) -> Void) {
        do throws(DiskCacheError) { try perform(body) } catch { warnOnce(error.description) }
    }

    /// Runs `body` on the writing connection. A damaged file is set aside and `body` runs again on a new one.
    private func perform(_ body: (DiskCacheStore) throws(SQLiteError) -> Void) throws(DiskCacheError) {
        try writer.withLock { (connection: inout Connection) throws(DiskCacheError) in
            if case .failed = connection { return }
            for attempt in 0...1 {
                do throws(SQLiteError) {
                    let store = try open(&connection)
                    return try body(store)
                } catch {
                    connection = .closed
                    if error.isDamage, attempt == 0 {
                        setAside(because: error)
                        continue
                    }
                    if !error.isBusy { connection = .failed }
                    throw DiskCacheError(
                        description: "the disk cache in \(Sanitiser.clean(directory)) is not used: \(error)")
                }
            }
        }
    }

    private func open(_ connection: inout Connection) throws(SQLiteError) -> DiskCacheStore {
        if case .open(let store) = connection { return store }
        Self.makeDirectory(directory)
        let store = try DiskCacheStore.openForWriting(in: directory)
        connection = .open(store)
        return store
    }

    private func withReader(_ body: (DiskCacheStore) throws(SQLiteError) -> Void) {
        reader.withLock { connection in
            do throws(SQLiteError) {
                let store: DiskCacheStore
                if case .open(let opened) = connection {
                    store = opened
                } else {
                    guard access(path, F_OK) == 0 else { return }  // nothing was ever stored
                    store = try DiskCacheStore.openForReading(in: directory)
                    connection = .open(store)
                }
                try body(store)
            } catch {
                // The next read opens the file anew. The writer finds damage too, and sets the file aside.
                connection = .closed
                if error.isDamage {
                    executor.run { [self] in withWriter { store throws(SQLiteError) in try store.check() } }
                }
            }
        }
    }

    /// Renames a damaged database, so that nothing is lost that somebody may want to look at, and a new one can begin.
    private func setAside(because error: SQLiteError) {
        let suffix = ".damaged-\(Int(time.secondsSince1970))"
        for end in ["-wal", "-shm"] { unlink(path + end) }
        rename(path, path + suffix)
        reader.withLock { $0 = .closed }
        warnOnce(
            "the disk cache was damaged (\(error)); it begins anew, the old file is \(Sanitiser.clean(path + suffix))")
    }

    private func warnOnce(_ line: String) {
        let isFirst = hasWarned.withLock { hasWarned in
            defer { hasWarned = true }
            return !hasWarned
        }
        if isFirst { warn(line) }
    }

    /// Creates a directory and its parents, for this user alone. What fails here shows when the file is opened.
    private static func makeDirectory(_ path: String) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part
            mkdir(made, 0o700)
            made += "/"
        }
    }
}

extension DiskCacheStore {
    /// Reads the whole index; throws if the file is damaged.
    fileprivate func check() throws(SQLiteError) {
        if let result = try database.text("PRAGMA quick_check(1)"), result != "ok" {
            throw SQLiteError(code: 11, message: result)
        }
    }
}
