import HalftoneCore
import Glibc
import ImageCoding

/// A cache of encoded images on disk, in one SQLite database, bounded in bytes and in age.
///
/// Safe from any thread; several processes may share one directory. Reads block, wait for each other, and belong on
/// a disk thread. Changes return at once and are written behind; reads see them immediately. A failure of the disk
/// (full, read-only, not a database) never fails a load: it is reported once, and the cache goes on without its disk.
public final class DiskCache: Sendable {
    struct Connection {
        let store: DiskCacheStore
        /// The opened file: the one at our path may have been deleted or replaced since.
        let file: FileIdentity
    }

    /// The directory of the database, as it was given.
    public let directory: String
    /// The directories of other disk caches, which are only read.
    ///
    /// Originals that this cache lacks are looked up there, in this order: images that come with a program, for
    /// instance. Nothing is written there, removed or counted, so a removed image may be found there again.
    public let additionalCacheDirectories: [String]
    /// The limits, which do not change.
    public let limits: Limits
    /// The executor of writes, besides threads that flush.
    public let executor: any WorkExecutor
    let warn: @Sendable (String) -> Void
    let time: any TimeSource
    /// The name of the SQLite VFS; `nil`: the default.
    let fileSystem: String?
    let staging: Lock<PendingWrites>
    let writing = Lock(())
    /// The memory for large entries that have been read.
    let allowance: MemoryAllowance
    let writer = Lock<Connection?>(nil)
    let reader = Lock<Connection?>(nil)
    /// The only warning, until it can be given, and whether it was noted: further ones are dropped.
    let warning = Lock((line: String?.none, isNoted: false))
    /// Why the latest write failed, and until when the disk is left alone; `nil` if it succeeded.
    let latestFailure = Lock<(error: DiskCacheError, retriesAt: Duration)?>(nil)
    private let additions: [AdditionalCache]

    /// Creates the cache; nothing is opened before the first use. `executor` writes, besides threads that flush; `warn`
    /// gets one line, once, from any thread.
    public convenience init(
        directory: String, additionalCacheDirectories: [String] = [], limits: Limits = Limits(),
        time: any TimeSource = SystemTime(), executor: any WorkExecutor = WorkerPool(threads: 1),
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            directory: directory, additionalCacheDirectories: additionalCacheDirectories, limits: limits, time: time,
            executor: executor, fileSystem: nil, warn: warn)
    }

    init(
        directory: String, additionalCacheDirectories: [String] = [], limits: Limits, time: any TimeSource,
        executor: any WorkExecutor, fileSystem: String?, warn: @escaping @Sendable (String) -> Void
    ) {
        self.directory = directory
        self.additionalCacheDirectories = additionalCacheDirectories
        additions = additionalCacheDirectories.map(AdditionalCache.init)
        self.limits = limits
        self.time = time
        self.executor = executor
        self.fileSystem = fileSystem
        self.warn = warn
        staging = Lock(PendingWrites(limits: limits))
        allowance = MemoryAllowance(.init(one: limits.memoryBytesOfOne, all: limits.memoryBytes))
    }

    /// Why nothing can be written at the moment; `nil` while writing works, and before the first write. Any thread;
    /// never waits for the disk.
    public var failure: DiskCacheError? { latestFailure.withLock { $0?.error } }

    /// The path of the database file.
    public var path: String { directory + "/" + DiskCacheStore.fileName }

    /// Whether there is a file of any kind at the path, even a broken link. Most calls would create a missing one.
    package var isPresent: Bool { FileIdentity(path: path) != nil }

    // MARK: - Reading

    /// Returns the entry under a key, or `nil` on a miss. Counts as a use. Blocking.
    public func read(_ key: DiskKey) -> Entry? { currentEntry(for: key) ?? additionalEntry(for: key) }

    /// Returns whether there is an entry under a key. Does not count as a use. Blocking.
    public func contains(_ key: DiskKey) -> Bool { hasCurrentEntry(for: key) || additionalEntry(for: key) != nil }

    /// Returns an original of the additional directories. A variant there may be of other bytes than the original here.
    private func additionalEntry(for key: DiskKey) -> Entry? {
        guard key.variant == nil else { return nil }
        return additions.lazy.compactMap { [allowance] in $0.entry(for: key, allowance) }.first
    }

    /// Returns the number of entries and their bytes, after writing pending changes. Blocking.
    public func totals() -> (count: Int, bytes: Int) {
        flush()
        var result = (count: 0, bytes: 0)
        withWriter { store throws(SQLiteError) in result = try store.totals() }
        giveWarning()
        return result
    }

    // MARK: - Changing

    /// Stores an entry in place of an earlier one. Drops an entry larger than the whole cache, and a variant made of
    /// other bytes than the stored original (``Entry/fetchedDigest``); a new original removes such variants.
    public func store(_ entry: Entry, for key: DiskKey) { stage(entry, for: key) }

    /// Removes the entry under a key.
    public func remove(_ key: DiskKey) { change { $0.remove(key) } }

    /// Removes the original of a picture and all its variants.
    public func removeAll(of source: String) { change { $0.removeAll(of: source) } }

    /// Removes entries of a picture that were made of other bytes than these. A variant that a program stored without
    /// naming its original stays.
    public func removeAll(of source: String, but revision: Revision) {
        change { $0.removeAll(of: source, but: revision) }
    }

    /// Replaces the HTTP metadata of an entry that the server confirmed. Counts as a use. Does nothing without an entry,
    /// or if it is no longer the one that was confirmed.
    public func freshen(_ key: DiskKey, with metadata: ResponseMetadata) { change { $0.renew(key, with: metadata) } }

    // MARK: - Writing

    /// Writes all pending changes. Blocking. If the disk refuses, removals are tried again with the next write, and
    /// refused entries removed by it: older ones do not come back.
    public func flush() {
        flushStaged()
        giveWarning()  // of another thread's write
    }

    /// Removes expired and surplus entries, as every write does. Blocking.
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
            // Originals first: a variant is stored only if it matches its original.
            func rank(_ key: DiskKey, _ item: PendingWrites.Item) -> (Int, Int) {
                (key.variant == nil ? 0 : 1, item.number)
            }
            for (key, item) in batch.items.sorted(by: { rank($0.key, $0.value) < rank($1.key, $1.value) }) {
                switch item.change {
                case .store(let entry): try store.put(entry, for: key, at: now)
                case .remove, .removeRefused: try store.remove(key)
                case .renew(let metadata): try store.renew(key, with: metadata, at: now)
                }
            }
            for (id, time) in batch.uses { try store.touch(id, at: time) }
            try trim(store)
        }
        try store.releaseEmptyPages()
    }

    private func trim(_ store: DiskCacheStore) throws(SQLiteError) {
        let now = time.secondsSince1970
        try store.correctTimes(after: now)
        try store.trim(olderThan: now - limits.age, by: limits.expiry, limit: limits.bytes)
    }

    // MARK: - Everything

    /// Removes every entry, and a damaged file that was set aside. Blocking.
    ///
    /// - Throws: Why the disk refuses. The warning is given too.
    public func removeAll() throws(DiskCacheError) {
        clear()
        if let failure { throw failure }
    }

    /// Removes every entry like ``removeAll()``, but a failure of the disk becomes the warning.
    public func clear() {
        stage { $0.removeAll() }
        flush()
    }
}

// MARK: - Writing behind

extension DiskCache: ImageStorage, WriteBehindStorage {
    func write(_ batch: PendingWrites.Batch) -> Bool {
        if batch.removesAll != nil {
            DiskCacheFiles.remove(setAside: setAsidePath)
            let failure = withWriter(triesAgain: true) { store throws(SQLiteError) in
                try store.database.transaction { () throws(SQLiteError) in try store.removeAll() }
                try store.shrink()
            }
            // Later changes must not be written before it: it is tried again, and would remove them.
            guard failure == nil else { return false }
        }
        guard batch.hasChanges else { return true }
        return withWriter(triesAgain: batch.hasRemovals) { store throws(SQLiteError) in try write(batch, to: store) }
            == nil
    }

    func didFinishWriting() { giveWarning() }

    /// Returns an entry as it was last written, and notes the use.
    func writtenEntry(for key: DiskKey) -> Entry? {
        var found: (entry: Entry, id: Int)?
        withReader { store throws(SQLiteError) in found = try store.entry(for: key, allowance) }
        guard let found else { return nil }
        let now = time.secondsSince1970
        staging.withLock { $0.use(found.id, at: now) }
        startWriting()
        return found.entry
    }

    func hasWrittenEntry(for key: DiskKey) -> Bool {
        var isThere = false
        withReader { store throws(SQLiteError) in isThere = try store.contains(key) }
        return isThere
    }
}
