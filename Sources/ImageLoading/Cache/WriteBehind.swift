import Basis
import ImageCoding

/// A storage whose changes are staged under a lock and written later: a question sees at once what is staged.
protocol WriteBehindStorage: ImageStorage {
    /// Changes what waits to be written. Never blocks, and calls nobody else.
    func stage(_ change: (inout PendingWrites, _ now: Double) -> Void)
    /// Has what was staged written. To be called once nothing is locked.
    func startWriting()
    /// Whether something waits to be written, or is being written. Never blocks.
    var isWriting: Bool { get }
}

extension DiskCache: WriteBehindStorage {}

/// A storage whose changes may block, and what waits to be written to it by one thread at a time.
///
/// The bounds of what waits are those of a disk cache by default: ``DiskCache/Limits/pendingBytes``.
final class WriteBehind: WriteBehindStorage {
    private let storage: any ImageStorage
    let executor: any WorkExecutor
    let staging = Lock(PendingWrites(limits: DiskCache.Limits()))
    /// One at a time, so that no older change overtakes a newer one. (A count and not nothing, because the thread sanitizer
    /// takes a lock around `()` for a race.)
    private let flushing = Lock(0)

    init(_ storage: any ImageStorage, executor: any WorkExecutor) {
        (self.storage, self.executor) = (storage, executor)
    }

    // MARK: - Questions

    func read(_ key: DiskKey) -> DiskCache.Entry? {
        switch staging.withLock({ $0.look(key) }) {
        case .known(let entry): entry
        case .inStorage(let overlay): storage.read(key).flatMap { overlay.applied(to: $0, under: key) }
        }
    }

    func contains(_ key: DiskKey) -> Bool {
        switch staging.withLock({ $0.look(key) }) {
        case .known(let entry): entry != nil
        case .inStorage(let overlay): overlay.keepsAll ? storage.contains(key) : read(key) != nil
        }
    }

    var isWriting: Bool { staging.withLock(\.isBusy) }

    // MARK: - Changes

    func store(_ entry: DiskCache.Entry, for key: DiskKey) { change { $0.store(entry, key, at: $1) } }
    func renew(_ key: DiskKey, with metadata: ResponseMetadata?) {
        change { $0.amend(.init(renewal: .some(metadata)), key, at: $1) }
    }
    func remove(_ key: DiskKey) { change { $0.remove(key, at: $1) } }
    func removeAll(of source: String) { change { state, _ in state.removeAll(of: source) } }
    func removeAll(of source: String, but revision: Revision) {
        change { state, _ in state.removeAll(of: source, but: revision) }
    }

    func stage(_ change: (inout PendingWrites, _ now: Double) -> Void) {
        let now = SystemTime().secondsSince1970
        staging.withLock { state in
            change(&state, now)
            state.schedule()
        }
    }

    func startWriting() {
        if staging.withLock({ $0.takeStart() }) { executor.run { [self] in write() } }
    }

    private func change(_ body: (inout PendingWrites, _ now: Double) -> Void) {
        stage(body)
        startWriting()
    }

    // MARK: - Writing

    func clear() {
        flushing.withLock { count in
            count += 1
            staging.withLock { $0.dropAll() }
            storage.clear()
        }
    }

    func flush() {
        write()
        storage.flush()
    }

    private func write() {
        flushing.withLock { count in
            count += 1
            let batch = staging.withLock { $0.beginWrite() }
            for source in batch.removedSources.keys.sorted() { storage.removeAll(of: source) }
            for (source, kept) in batch.keptRevisions.sorted(by: { $0.key < $1.key }) {
                storage.removeAll(of: source, but: kept.revision)
            }
            for (key, item) in batch.items.sorted(by: { $0.value.number < $1.value.number }) {
                switch item.change {
                case .store(let entry): storage.store(entry, for: key)
                case .remove: storage.remove(key)
                case .amend(let amendment):
                    if let renewal = amendment.renewal { storage.renew(key, with: renewal) }
                }
            }
            staging.withLock { $0.didWrite(batch) }
        }
    }
}
