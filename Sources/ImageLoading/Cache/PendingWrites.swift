import Glibc
import ImageCoding

/// The pending writes of a storage, and what lookups need to know of them. A value: no I/O, no clock.
///
/// Only the latest change of a key counts; after a write it is dropped only if it is still the one that was written.
struct PendingWrites {
    enum Change {
        case store(DiskCache.Entry)
        case remove
        /// Removes the older entry under the key of one that had no room, or that the storage has refused. No caller
        /// asked for it, so it does not make a failing disk try again at once.
        case removeRefused
        /// The server has confirmed an entry in the storage, with this HTTP metadata.
        case renew(ResponseMetadata)
    }

    struct Item {
        let change: Change
        let number: Int

        private var entry: DiskCache.Entry? { if case .store(let entry) = change { entry } else { nil } }
        /// The bytes that this change holds in memory.
        var bytes: Int { entry.map { $0.size - $0.body.bytesInFile } ?? 0 }
        var bytesInFile: Int { entry?.body.bytesInFile ?? 0 }
    }

    /// The result of a lookup in the pending writes.
    enum Lookup {
        /// The entry under the key; `nil`: none.
        case known(DiskCache.Entry?)
        /// The entry of the storage, if it has one, with this overlay.
        case inStorage(Overlay)
    }

    /// The pending changes of an entry that is still in the storage.
    struct Overlay {
        fileprivate let renewal: ResponseMetadata?
        fileprivate let kept: Revision?

        /// Whether no entry is removed.
        var removesNothing: Bool { kept == nil }

        /// Returns the changed entry, or `nil` if it is removed.
        func applied(to entry: DiskCache.Entry, under key: DiskKey) -> DiskCache.Entry? {
            if let kept, !entry.mayStay(beside: kept, under: key) { return nil }
            return renewal.map(entry.renewed) ?? entry
        }
    }

    /// The changes of one write.
    struct Batch {
        /// The number of the change that removes everything in the storage.
        var removesAll: Int?
        var removedSources: [String: Int] = [:]
        /// Pictures whose entries of other revisions are removed from the storage.
        var keptRevisions: [String: (revision: Revision, number: Int)] = [:]
        var items: [DiskKey: Item] = [:]
        /// When entries were last used, by the numbers of their rows.
        var uses: [Int: Double] = [:]

        var isEmpty: Bool { removesAll == nil && !hasChanges }
        /// Whether a caller removes entries or pictures.
        var hasRemovals: Bool {
            !removedSources.isEmpty || items.values.contains { if case .remove = $0.change { true } else { false } }
        }
        /// Whether there is more than the removal of everything.
        var hasChanges: Bool {
            !(removedSources.isEmpty && keptRevisions.isEmpty && items.isEmpty && uses.isEmpty)
        }
    }

    private(set) var pending = Batch()
    /// The keys of the pending items of each picture.
    private var keys: [String: Set<DiskKey>] = [:]
    /// Bytes of entries pending in memory.
    private(set) var bytes = 0
    /// Bytes of large entries pending in temporary files.
    private var bytesInFiles = 0
    let limits: DiskCache.Limits
    private var lastNumber = 0
    /// Whether changes were staged since the last write began.
    private(set) var isScheduled = false
    /// Whether the scheduled write has not been started.
    private var mustStart = false
    /// The thread that is writing; `nil`: none.
    private var writer: pthread_t?
    /// Whether the writing thread itself was to begin a write, which must then follow.
    private var mustContinue = false

    /// Creates an empty set of writes. Only the limits on pending bytes and on all bytes apply here.
    init(limits: DiskCache.Limits) { self.limits = limits }

    /// The number of used entries that justifies a write of its own: a crash that loses some only blurs the eviction
    /// order, and every write invalidates the page cache of the reading connection.
    static let usesForWrite = 256

    func lookUp(_ key: DiskKey) -> Lookup {
        var renewal: ResponseMetadata?
        switch pending.items[key]?.change {
        case .store(let entry): return .known(entry)
        case .remove, .removeRefused: return .known(nil)
        case .renew(let metadata): renewal = metadata
        case nil:
            if pending.removedSources[key.source] != nil || pending.removesAll != nil { return .known(nil) }
        }
        let kept = pending.keptRevisions[key.source]?.revision
        return .inStorage(Overlay(renewal: renewal, kept: kept))
    }

    // MARK: - Changes

    /// Stages an entry. If it is larger than the storage may become, or the pending writes have no room, stages a
    /// removal instead, as an older entry must not stay in its place, and returns `false`.
    @discardableResult
    mutating func put(_ entry: DiskCache.Entry, _ key: DiskKey) -> Bool {
        drop(key)  // its bytes make room
        let inFile = entry.body.bytesInFile
        let hasRoom =
            entry.size <= limits.bytes && mayKeep(entry.size - inFile)
            && bytesInFiles + inFile <= limits.bytes
        set(hasRoom ? .store(entry) : .removeRefused, key)
        return hasRoom
    }

    mutating func remove(_ key: DiskKey) { set(.remove, key) }

    /// Stages the confirmation of a pending or stored entry. What is removed stays removed.
    mutating func renew(_ key: DiskKey, with metadata: ResponseMetadata) {
        switch lookUp(key) {
        case .known(nil): break
        case .known(let entry?): set(.store(entry.renewed(with: metadata)), key)
        case .inStorage: set(.renew(metadata), key)
        }
    }

    /// Removes everything. Returns what is not written any more; releasing it may take a while.
    @discardableResult
    mutating func removeAll() -> Batch {
        lastNumber += 1
        defer { (pending, keys, bytes, bytesInFiles) = (Batch(removesAll: lastNumber), [:], 0, 0) }
        return pending
    }

    mutating func removeAll(of source: String) {
        lastNumber += 1
        for key in keys[source] ?? [] { drop(key) }
        pending.keptRevisions[source] = nil
        pending.removedSources[source] = lastNumber
    }

    mutating func removeAll(of source: String, but revision: Revision) {
        lastNumber += 1
        drop(source, but: revision)
        pending.keptRevisions[source] = (revision, lastNumber)
    }

    /// Drops pending variants of a picture that were made of other bytes than these.
    mutating func dropVariants(of source: String, but revision: Revision) {
        drop(source, but: revision) { $0.variant != nil }
    }

    private mutating func drop(
        _ source: String, but revision: Revision, where isMeant: (DiskKey) -> Bool = { _ in true }
    ) {
        for key in keys[source] ?? [] where isMeant(key) {
            guard case .store(let entry)? = pending.items[key]?.change else { continue }
            if !entry.mayStay(beside: revision, under: key) { drop(key) }
        }
    }

    /// Notes a use, and schedules a write once there are enough.
    mutating func use(_ id: Int, at time: Double) {
        pending.uses[id] = time
        if pending.uses.count >= Self.usesForWrite { schedule() }
    }

    private mutating func set(_ change: Change, _ key: DiskKey) {
        lastNumber += 1
        drop(key)
        let item = Item(change: change, number: lastNumber)
        pending.items[key] = item
        keys[key.source, default: []].insert(key)
        bytes += item.bytes
        bytesInFiles += item.bytesInFile
    }

    private mutating func drop(_ key: DiskKey, ifStill number: Int? = nil) {
        guard let item = pending.items[key], number == nil || number == item.number else { return }
        pending.items[key] = nil
        keys[key.source]?.remove(key)
        if keys[key.source]?.isEmpty == true { keys[key.source] = nil }
        bytes -= item.bytes
        bytesInFiles -= item.bytesInFile
    }

    /// Returns whether the given number of bytes fits. A change larger than the limit may be pending alone.
    private func mayKeep(_ size: Int) -> Bool { bytes == 0 || bytes + size <= limits.pendingBytes }

    // MARK: - Scheduling

    var isBusy: Bool { isScheduled || writer != nil }

    /// Schedules a write; ``takeStart()`` then tells the caller to start it.
    mutating func schedule() {
        if !isScheduled { (isScheduled, mustStart) = (true, true) }
    }

    /// Returns whether the caller must start a write now: `true` once for each that is scheduled.
    mutating func takeStart() -> Bool {
        defer { mustStart = false }
        return mustStart
    }

    /// Begins a write on this thread. Returns the changes to write, which lookups see until ``didWrite(_:)``.
    mutating func beginWrite() -> Batch {
        (isScheduled, mustStart, writer) = (false, false, pthread_self())
        return pending
    }

    /// Returns whether this thread is writing already. Then ``endWrite(_:isWritten:)`` will return `true`.
    mutating func postpone() -> Bool {
        guard let writer, pthread_equal(writer, pthread_self()) != 0 else { return false }
        mustContinue = true
        return true
    }

    /// Ends a write. Returns whether the next one must be started.
    mutating func endWrite(_ batch: Batch, isWritten: Bool) -> Bool {
        if isWritten { didWrite(batch) } else { didRefuse(batch) }
        defer { (writer, mustContinue) = (nil, false) }
        return mustContinue
    }

    // MARK: - Writing

    /// Drops the written changes and keeps those added or changed since.
    mutating func didWrite(_ batch: Batch) {
        dropUses(of: batch)
        for (key, item) in batch.items { drop(key, ifStill: item.number) }
        if pending.removesAll == batch.removesAll { pending.removesAll = nil }
        for (source, number) in batch.removedSources where pending.removedSources[source] == number {
            pending.removedSources[source] = nil
        }
        for (source, kept) in batch.keptRevisions where pending.keptRevisions[source]?.number == kept.number {
            pending.keptRevisions[source] = nil
        }
    }

    /// Drops the bytes of changes that the storage has refused: a disk may refuse for ever. All removals stay for the
    /// next write, which also removes what the refused entries were to replace.
    mutating func didRefuse(_ batch: Batch) {
        dropUses(of: batch)
        for (key, item) in batch.items where pending.items[key]?.number == item.number {
            switch item.change {
            case .store: set(.removeRefused, key)
            case .renew: drop(key)
            case .remove, .removeRefused: break
            }
        }
        let refused = pending.items.values.count { if case .removeRefused = $0.change { true } else { false } }
        if refused + pending.keptRevisions.count > Self.maxRefused { removeAll() }
    }

    private mutating func dropUses(of batch: Batch) {
        for (id, time) in batch.uses where pending.uses[id] == time { pending.uses[id] = nil }
    }

    /// Maximum number of removals in place of refused changes, of which every fetch brings some. Beyond it, the storage
    /// is to remove everything.
    static let maxRefused = 10_000
}
