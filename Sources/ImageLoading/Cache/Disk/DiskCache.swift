import Basis
import Glibc
import ImageCoding

/// Encoded pictures on disk, in one SQLite database, bounded in bytes and in age.
///
/// Safe from any thread; several processes may share one directory. What reads blocks and belongs on a disk thread.
/// Changes return at once and are written behind; a read sees them immediately. What the disk refuses (full, read-only,
/// not a database) never fails a load: it is reported once, and the cache goes on without its disk.
public final class DiskCache: Sendable {
    enum Connection {
        case closed
        /// `file` tells which file it is: the one at our path may have been deleted or replaced since.
        case open(DiskCacheStore, file: FileIdentity)
        case failed(DiskCacheError)
    }

    public let directory: String
    public let limits: Limits
    public let executor: any WorkExecutor
    let warn: @Sendable (String) -> Void
    let time: any TimeSource
    /// SQLite's name of a way to the file system; `nil`: the usual one.
    let fileSystem: String?
    let staging: Lock<PendingWrites>
    /// The memory of large entries that have been read.
    let allowance: MemoryAllowance
    // Taken in this order: one flush at a time, so that no older change overtakes a newer one; then the connections.
    // (A count and not nothing, because the thread sanitizer takes a lock around `()` for a race.)
    private let flushing = Lock(0)
    let writer = Lock(Connection.closed)
    let reader = Lock(Connection.closed)
    /// The connection for large entries and unfinished downloads, so that reads of small entries do not wait for them.
    let longReader = Lock(Connection.closed)
    let warning = Lock(Warning.none)
    let latestFailure = Lock<DiskCacheError?>(nil)

    /// Nothing is opened before the first use. `executor` does the writing, one work at a time; `warn` gets one line,
    /// once, from any thread.
    public convenience init(
        directory: String, limits: Limits = Limits(), time: any TimeSource = SystemTime(),
        executor: any WorkExecutor = WorkerPool(threads: 1),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            directory: directory, limits: limits, time: time, executor: executor, fileSystem: nil, warn: warn)
    }

    init(
        directory: String, limits: Limits, time: any TimeSource, executor: any WorkExecutor, fileSystem: String?,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.directory = directory
        self.limits = limits
        self.time = time
        self.executor = executor
        self.fileSystem = fileSystem
        self.warn = warn
        staging = Lock(PendingWrites(limits: limits))
        allowance = MemoryAllowance(.init(one: limits.memoryBytesOfOne, all: limits.memoryBytes))
    }

    /// Creates the directory and the database now, instead of with the first store, so that a cache that cannot work is
    /// known at once. Blocking; may be called again, and then tries again.
    ///
    /// - Throws: why the disk cannot be used. The warning is given too.
    public func prepare() throws(DiskCacheError) {
        defer { giveWarning() }
        do throws(DiskCacheError) {
            try perform(triesAgain: true) { _ in }
        } catch {
            note(warning: error.description)
            throw error
        }
    }

    /// Why nothing reaches the disk at the moment; `nil` while writing works, and before the first write. Any thread;
    /// never waits for the disk.
    public var failure: DiskCacheError? { latestFailure.withLock { $0 } }

    /// The database file.
    public var path: String { directory + "/" + DiskCacheStore.fileName }

    // MARK: - Reading

    /// What is kept under a key, which counts as a use. Blocking.
    public func read(_ key: DiskKey) -> Entry? {
        let overlay: PendingWrites.Overlay
        switch staging.withLock({ $0.look(key) }) {
        case .known(let entry): return entry
        case .inStorage(let changes): overlay = changes
        }
        var found: DiskCacheStore.Found?
        withReader { store throws(SQLiteError) in found = try store.entry(for: key) }
        if case .large = found {
            withReader(longReader) { store throws(SQLiteError) in found = try store.entry(for: key, large: allowance) }
        }
        guard case .entry(let entry, let id) = found, let entry = overlay.applied(to: entry, under: key) else {
            return nil
        }
        let now = time.secondsSince1970
        staging.withLock { $0.use(id, at: now) }
        startWriting()
        return entry
    }

    /// Whether something is kept under a key. Does not count as a use. Blocking.
    public func contains(_ key: DiskKey) -> Bool {
        switch staging.withLock({ $0.look(key) }) {
        case .known(let entry): return entry != nil
        case .inStorage(let overlay): guard overlay.keepsAll else { return read(key) != nil }
        }
        var isThere = false
        withReader { store throws(SQLiteError) in isThere = try store.contains(key) }
        return isThere
    }

    /// How many entries there are, and their bytes, pending changes written first. Blocking.
    public func totals() -> (count: Int, bytes: Int) {
        flush()
        var result = (count: 0, bytes: 0)
        withWriter { store throws(SQLiteError) in result = try store.totals() }
        giveWarning()
        return result
    }

    // MARK: - Changing

    /// Keeps an entry in place of what was there. One larger than the whole cache is not kept, nor is an image that was made
    /// of other bytes than those that are kept of its picture (``Entry/fetchedDigest``); new bytes drive such images out.
    public func store(_ entry: Entry, for key: DiskKey) {
        let entry = entry.labelled(under: key)
        change { $0.store(entry, key, at: $1) }
    }

    /// Forgets what is under a key, and overwrites it: it may be what must not have been kept.
    public func remove(_ key: DiskKey) { change { $0.remove(key, at: $1) } }

    /// Forgets the bytes of a picture and all its variants.
    public func removeAll(of source: String) { change { state, _ in state.removeAll(of: source) } }

    /// Forgets of a picture what was made of other bytes than these. What a program stored without saying of which bytes it
    /// is stays.
    public func removeAll(of source: String, but revision: Revision) {
        change { state, _ in state.removeAll(of: source, but: revision) }
    }

    /// The server confirmed what is kept under a key: it is fresh as of now, which counts as a use. `metadata` is what is
    /// known about it; `nil` keeps what was known. Does nothing if nothing is kept.
    public func freshen(_ key: DiskKey, with metadata: ResponseMetadata? = nil) {
        change { $0.amend(.init(renewal: .some(metadata)), key, at: $1) }
    }

    /// Sets what is kept beside the bytes under a key; `nil` removes it. Does nothing if nothing is kept.
    public func setExtended(_ bytes: [UInt8]?, for key: DiskKey) {
        change { $0.amend(.init(extended: .some(bytes)), key, at: $1) }
    }

    /// Changes what waits to be written. It is written after ``startWriting()``.
    func stage(_ change: (inout PendingWrites) -> Void) {
        staging.withLock { state in
            change(&state)
            state.schedule()
        }
    }

    /// Has what was staged written by the executor.
    func startWriting() {
        if staging.withLock({ $0.takeStart() }) { executor.run { [self] in flush() } }
    }

    func change(_ body: (inout PendingWrites, _ now: Double) -> Void) {
        let now = time.secondsSince1970
        stage { body(&$0, now) }
        startWriting()
    }

    // MARK: - Writing

    /// Writes everything that is pending. Blocking. What the disk refuses is dropped.
    public func flush() {
        flushing.withLock { count in
            count += 1
            let batch = staging.withLock { $0.beginWrite() }
            guard !batch.isEmpty else { return }
            withWriter { store throws(SQLiteError) in try write(batch, to: store) }
            staging.withLock { $0.didWrite(batch) }
        }
        giveWarning()
    }

    /// Whether changes are being written, or are about to be. Any thread; never waits for the disk.
    public var isWriting: Bool { staging.withLock(\.isBusy) }

    /// Removes what is too old and what is too much, as every write does. Blocking.
    public func trim() {
        flush()
        withWriter { store throws(SQLiteError) in
            try store.database.transaction { () throws(SQLiteError) in try trim(store) }
            try store.releaseEmptyPages()
        }
        giveWarning()
    }

    private func write(_ batch: PendingWrites.Batch, to store: DiskCacheStore) throws(SQLiteError) {
        let now = time.secondsSince1970
        try store.database.transaction { () throws(SQLiteError) in
            for source in batch.removedSources.keys { try store.removeAll(of: source) }
            for (source, kept) in batch.keptRevisions { try store.removeAll(of: source, but: kept.revision) }
            // Pictures first: the other sizes of one are kept beside it or not at all.
            func rank(_ key: DiskKey, _ item: PendingWrites.Item) -> (Int, Int) {
                (key.variant == nil ? 0 : 1, item.number)
            }
            for (key, item) in batch.items.sorted(by: { rank($0.key, $0.value) < rank($1.key, $1.value) }) {
                switch item.change {
                case .store(let entry): try store.put(entry, for: key, at: item.time ?? now)
                case .remove: try store.erase(key)
                case .amend(let amendment): try store.amend(amendment, key, at: item.time ?? now)
                }
            }
            for (id, time) in batch.uses { try store.touch(id, at: time) }
            for (key, change) in batch.partials.sorted(by: { $0.value.number < $1.value.number }) {
                try store.apply(change, to: key)
            }
            try trim(store)
        }
        try store.releaseEmptyPages()
    }

    private func trim(_ store: DiskCacheStore) throws(SQLiteError) {
        let now = time.secondsSince1970
        try store.correctTimes(after: now)
        try store.trim(olderThan: now - limits.age, by: limits.expiry, limit: limits.bytes)
        try store.trimPartials(olderThan: now - limits.partialAge, limit: limits.partialBytes)
    }

    // MARK: - Everything

    /// Removes every entry, and a damaged file that was set aside. Blocking. Throws if the disk refuses.
    public func removeAll() throws(DiskCacheError) {
        defer { giveWarning() }
        try flushing.withLock { _ throws(DiskCacheError) in
            staging.withLock { $0.dropAll() }
            DiskCacheFiles.remove(setAside: setAsidePath)
            try perform(triesAgain: true) { store throws(SQLiteError) in
                try store.database.transaction { () throws(SQLiteError) in try store.removeAll() }
                try store.shrink()
            }
        }
    }

    /// The same for those who can do nothing about what the disk refuses: it becomes the warning.
    public func clear() {
        do throws(DiskCacheError) { try removeAll() } catch {
            note(warning: error.description)
            giveWarning()
        }
    }
}

// MARK: - Keys of originals

extension DiskCache {
    /// The original bytes under a picture's key. Blocking.
    public func read(_ source: String) -> Entry? { read(DiskKey(source: source)) }

    /// Keeps a picture's original bytes.
    public func store(_ entry: Entry, for source: String) { store(entry, for: DiskKey(source: source)) }

    /// Forgets a picture's original bytes.
    public func remove(_ source: String) { remove(DiskKey(source: source)) }

    /// The server confirmed a picture's original bytes.
    public func touch(_ source: String) { freshen(DiskKey(source: source)) }
}
