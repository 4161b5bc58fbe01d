import Basis
import Glibc

/// Encoded pictures on disk, in one SQLite database, bounded in bytes and in age.
///
/// Safe from any thread; several processes may share one directory. ``read(_:)`` blocks and belongs on a disk thread.
/// Changes return at once and are written behind; a read sees them immediately. What the disk refuses (full, read-only,
/// not a database) never fails a load: it is reported once, and the cache goes on without its disk.
public final class DiskCache: Sendable {
    /// What is kept under a key: encoded bytes, and what is known about them.
    public struct Entry: Sendable, Equatable {
        public var bytes: [UInt8]
        /// What asks later whether it changed.
        public var validators: Validators
        /// How long it is fresh, and for which requests; `nil` if nobody asked.
        public var response: ResponseMetadata?
        /// Whatever the program wants to keep beside the bytes.
        public var extended: [UInt8]?

        /// Without `validators` those of `response` are taken.
        public init(
            bytes: [UInt8], validators: Validators = Validators(), response: ResponseMetadata? = nil,
            extended: [UInt8]? = nil
        ) {
            self.bytes = bytes
            self.validators = validators.isEmpty ? response?.validators ?? validators : validators
            self.response = response
            self.extended = extended
        }
    }

    /// How much is kept, and for how long.
    public struct Limits: Sendable {
        /// Bytes of pictures. Half a gigabyte holds days of browsing and is small beside any disk.
        public var bytes = 512_000_000
        /// Seconds after the last use; a week, as SDWebImage has it.
        public var age = 604_800.0
        /// Bytes that wait to be written. A disk slower than the network must not fill the memory: what comes on top
        /// of these is not kept. Some seconds of a fast line.
        public var pendingBytes = 64_000_000

        public init() {}
    }

    private enum Change {
        case store(Entry)
        case remove
        case touch
    }

    /// What is not yet written. A change is dropped after a write only if its number is still the one written.
    private struct Staging {
        struct Item {
            let change: Change
            let number: Int
            /// When it was made, in seconds since 1970: several in one write keep their order.
            let time: Double

            var bytes: Int {
                if case .store(let entry) = change { return entry.bytes.count }
                return 0
            }
        }

        private(set) var items: [String: Item] = [:]
        private(set) var bytes = 0
        var isFlushScheduled = false
        private var lastNumber = 0

        mutating func put(_ change: Change, _ key: String, at time: Double) {
            lastNumber += 1
            drop(key)
            let item = Item(change: change, number: lastNumber, time: time)
            items[key] = item
            bytes += item.bytes
        }

        mutating func drop(_ key: String, ifStill number: Int? = nil) {
            guard let item = items[key], number == nil || number == item.number else { return }
            items[key] = nil
            bytes -= item.bytes
        }

        mutating func dropAll() { (items, bytes) = ([:], 0) }
    }

    enum Connection {
        case closed
        /// `file` tells which file it is: the one at our path may have been deleted or replaced since.
        case open(DiskCacheStore, file: FileIdentity)
        case failed(DiskCacheError)
    }

    public let directory: String
    public let limits: Limits
    let executor: any WorkExecutor
    let warn: @Sendable (String) -> Void
    private let time: any TimeSource
    private let staging = Lock(Staging())
    // Taken in this order: one flush at a time, so that no older change overtakes a newer one; then the connections.
    // (A count and not nothing, because the thread sanitizer takes a lock around `()` for a race.)
    private let flushing = Lock(0)
    let writer = Lock(Connection.closed)
    let reader = Lock(Connection.closed)
    let hasWarned = Lock(false)

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
        switch staging.withLock({ $0.items[key]?.change }) {
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

    /// What is kept under a key, which counts as a use. Blocking.
    public func read(_ key: DiskKey) -> Entry? { read(key.text) }

    /// Whether something is kept under a key. Does not count as a use. Blocking.
    public func contains(_ key: DiskKey) -> Bool {
        switch staging.withLock({ $0.items[key.text]?.change }) {
        case .store: return true
        case .remove: return false
        case .touch, nil: break
        }
        var isThere = false
        withReader { store throws(SQLiteError) in isThere = try store.contains(key.text) }
        return isThere
    }

    // MARK: - Changing

    /// Keeps an entry in place of what was there. One larger than the whole cache is not kept.
    public func store(_ entry: Entry, for key: DiskKey) { store(entry, for: key.text) }

    /// Forgets what is under a key.
    public func remove(_ key: DiskKey) { remove(key.text) }

    /// The server confirmed what is kept under a key: it is fresh as of now, and `metadata` is what is known about it;
    /// `nil` keeps what was known.
    public func renew(_ key: DiskKey, with metadata: ResponseMetadata?) { touch(key.text) }

    /// Forgets the bytes of a picture and all its variants.
    public func removeAll(of source: String) { remove(source) }

    /// The same as ``removeAll()``, for those who can do nothing about what the disk refuses: it becomes the warning.
    public func clear() {
        do throws(DiskCacheError) { try removeAll() } catch { warnOnce(error.description) }
    }

    /// Keeps bytes under a key, in place of what was there. Larger ones than the whole cache are not kept.
    public func store(_ entry: Entry, for key: String) {
        guard entry.bytes.count <= limits.bytes else { return remove(key) }
        stage(.store(entry), key)
    }

    /// Forgets what is under a key.
    public func remove(_ key: String) { stage(.remove, key) }

    /// Counts as a use, and as proof that the entry is fresh.
    public func touch(_ key: String) { stage(.touch, key) }

    /// Removes every entry, and a damaged file that was set aside. Blocking. Throws if the disk refuses.
    public func removeAll() throws(DiskCacheError) {
        try flushing.withLock { _ throws(DiskCacheError) in
            staging.withLock { $0.dropAll() }
            unlink(setAsidePath)
            try perform(triesAgain: true) { store throws(SQLiteError) in
                try store.removeAll()
                try store.releaseEmptyPages()
                try store.shortenLog()
            }
        }
    }

    /// Writes everything that is pending. Blocking. What the disk refuses is dropped.
    public func flush() {
        flushing.withLock { count in
            count += 1
            let items = staging.withLock { state in
                state.isFlushScheduled = false
                return state.items
            }
            guard !items.isEmpty else { return }
            let oldest = time.secondsSince1970 - limits.age
            withWriter { store throws(SQLiteError) in
                try store.transaction { () throws(SQLiteError) in
                    for (key, item) in items { try Self.apply(item.change, key, item.time, store) }
                    try store.trim(unusedSince: oldest, limit: limits.bytes)
                }
                try store.releaseEmptyPages()
            }
            staging.withLock { state in
                for (key, item) in items { state.drop(key, ifStill: item.number) }
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

    private func stage(_ change: Change, _ key: String) {
        let now = time.secondsSince1970
        let mustSchedule = staging.withLock { state in
            switch (change, state.items[key]?.change) {
            case (.touch, .store), (.touch, .remove):
                return false  // what is written anew is fresh, and what is removed stays removed
            case (.store(let entry), _) where !mayKeep(entry, beside: state):
                state.put(.remove, key, at: now)  // an older picture must not take its place
            default:
                state.put(change, key, at: now)
            }
            // Uses alone may wait for the next write: losing a few in a crash only blurs the order of eviction.
            if case .touch = change, state.items.count < 64 { return false }
            defer { state.isFlushScheduled = true }
            return !state.isFlushScheduled
        }
        if mustSchedule { executor.run { [self] in flush() } }
    }

    private func mayKeep(_ entry: Entry, beside state: Staging) -> Bool {
        state.bytes == 0 || state.bytes + entry.bytes.count <= limits.pendingBytes
    }
}
