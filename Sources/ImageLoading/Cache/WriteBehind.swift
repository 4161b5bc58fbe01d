import HalftoneCore
import ImageCoding

/// A storage whose changes are staged under a lock and written later. Lookups see staged changes at once.
protocol WriteBehindStorage: AnyObject, Sendable {
    var executor: any WorkExecutor { get }
    var staging: Lock<PendingWrites> { get }
    /// Held by the thread that writes.
    var writing: Lock<Void> { get }
    /// Returns an entry as it was last written, or `nil` if there is none. Blocks.
    func writtenEntry(for key: DiskKey) -> DiskCache.Entry?
    /// Returns whether there is an entry, without regard to staged changes. Blocks.
    func hasWrittenEntry(for key: DiskKey) -> Bool
    /// Writes a batch. Blocks. Called by one thread at a time, without a lock. Returns whether it was written.
    func write(_ batch: PendingWrites.Batch) -> Bool
    /// Returns an entry, with staged changes applied, or `nil` if there is none. Counts as a use. Blocks.
    func read(_ key: DiskKey) -> DiskCache.Entry?
    /// Returns whether there is an entry, with staged changes applied. Blocks.
    func contains(_ key: DiskKey) -> Bool
    /// Blocks until all earlier changes are written.
    func flush()
    /// Called after each batch, when other threads may write. Default: does nothing.
    func didFinishWriting()
}

extension WriteBehindStorage {
    func didFinishWriting() {}

    /// Changes the pending writes, which are written after ``startWriting()``. Never blocks, and calls no code outside
    /// the storage.
    func stage(_ change: (inout PendingWrites) -> Void) {
        staging.withLock { state in
            change(&state)
            state.schedule()
        }
    }

    /// Starts writing the staged changes, on the executor. Must be called without a lock held.
    func startWriting() {
        if staging.withLock({ $0.takeStart() }) { writeLater() }
    }

    private func writeLater() {
        executor.run { [self] in write { $0.isScheduled } }
    }

    /// Writes what is staged if a condition still holds, after the write of another thread.
    private func write(if isWanted: (PendingWrites) -> Bool) {
        // During a write, a storage may change or flush its cache; its executor may run the next write at once.
        guard !staging.withLock({ $0.postpone() }) else { return }
        let mustContinue = writing.withLock { _ in
            guard let batch = staging.withLock({ isWanted($0) ? $0.beginWrite() : nil }) else { return false }
            let isWritten = batch.isEmpty || write(batch)
            return staging.withLock { $0.endWrite(batch, isWritten: isWritten) }
        }
        if mustContinue { writeLater() }
        didFinishWriting()
    }

    /// Blocks until all changes staged so far are written, by this thread or by others. A storage that is being written
    /// to does not wait: the write follows.
    func flushStaged() { write { !$0.pending.isEmpty } }

    func change(_ body: (inout PendingWrites) -> Void) {
        stage(body)
        startWriting()
    }

    /// Stages an entry and starts writing. Returns `false` if there is no room for it: it is then removed.
    @discardableResult
    func stage(_ entry: DiskCache.Entry, for key: DiskKey) -> Bool {
        let entry = entry.withDigest(under: key)
        var isStaged = false
        change { isStaged = $0.put(entry, key) }
        return isStaged
    }

    /// Whether writes are pending or running. Never blocks.
    var isWriting: Bool { staging.withLock(\.isBusy) }

    /// Returns an entry, with staged changes applied. Blocks.
    func currentEntry(for key: DiskKey) -> DiskCache.Entry? {
        switch staging.withLock({ $0.lookUp(key) }) {
        case .known(let entry): entry
        case .inStorage(let overlay): writtenEntry(for: key).flatMap { overlay.applied(to: $0, under: key) }
        }
    }

    /// Returns whether there is an entry, with staged changes applied. Blocks.
    func hasCurrentEntry(for key: DiskKey) -> Bool {
        switch staging.withLock({ $0.lookUp(key) }) {
        case .known(let entry): entry != nil
        case .inStorage(let overlay):
            overlay.removesNothing ? hasWrittenEntry(for: key) : currentEntry(for: key) != nil
        }
    }
}

/// A custom storage, whose changes may block, with its pending writes. One thread writes at a time.
final class WriteBehind: WriteBehindStorage {
    private let storage: any ImageStorage
    let executor: any WorkExecutor
    let staging: Lock<PendingWrites>
    let writing = Lock(())

    init(_ storage: any ImageStorage, executor: any WorkExecutor) {
        (self.storage, self.executor) = (storage, executor)
        var limits = DiskCache.Limits()
        limits.bytes = .max  // how much is stored is up to the storage
        staging = Lock(PendingWrites(limits: limits))
    }

    // MARK: - Lookups

    func read(_ key: DiskKey) -> DiskCache.Entry? { currentEntry(for: key) }
    func contains(_ key: DiskKey) -> Bool { hasCurrentEntry(for: key) }
    func writtenEntry(for key: DiskKey) -> DiskCache.Entry? { storage.read(key) }
    func hasWrittenEntry(for key: DiskKey) -> Bool { storage.contains(key) }

    // MARK: - Writing

    func flush() {
        flushStaged()
        storage.flush()
    }

    func write(_ batch: PendingWrites.Batch) -> Bool {
        if batch.removesAll != nil { storage.clear() }
        for source in batch.removedSources.keys.sorted() { storage.removeAll(of: source) }
        for (source, kept) in batch.keptRevisions.sorted(by: { $0.key < $1.key }) {
            storage.removeAll(of: source, but: kept.revision)
        }
        for (key, item) in batch.items.sorted(by: { $0.value.number < $1.value.number }) {
            switch item.change {
            case .store(let entry): storage.store(entry, for: key)
            case .remove, .removeRefused: storage.remove(key)
            case .renew(let metadata): storage.freshen(key, with: metadata)
            }
        }
        return true
    }
}
