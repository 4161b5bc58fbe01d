import ImageCoding

/// What waits to be written to a storage, and what a question to the storage has to know of it. A value: no threads, no I/O,
/// no clock.
///
/// The latest change of a key is the one that counts; after a write it is dropped only if it is still the one written.
struct PendingWrites {
    enum Change {
        case store(DiskCache.Entry)
        case remove
        /// Something about an entry that is in the storage.
        case amend(Amendment)
    }

    /// What becomes different about an entry whose bytes stay.
    struct Amendment {
        /// The server confirmed it, with these words; `.some(nil)`: it said nothing new.
        var renewal: ResponseMetadata??
        /// `.some(nil)`: nothing is kept beside it any more.
        var extended: [UInt8]??

        func applied(to entry: DiskCache.Entry, at now: Double) -> DiskCache.Entry {
            var entry = entry
            if let renewal { entry.freshen(with: renewal, at: now) }
            if let extended { entry.extended = extended }
            return entry
        }

        func merged(after earlier: Amendment) -> Amendment {
            Amendment(renewal: renewal ?? earlier.renewal, extended: extended ?? earlier.extended)
        }
    }

    struct Item {
        let change: Change
        let number: Int
        /// When it was made, in seconds since 1970 by the clock of the storage; `nil`: when it is written.
        let time: Double?

        /// The bytes that this change holds in memory.
        var bytes: Int {
            switch change {
            case .store(let entry): entry.size - entry.body.bytesInFile
            case .amend(let amendment): (amendment.extended ?? nil)?.count ?? 0
            case .remove: 0
            }
        }

        var bytesInFile: Int { if case .store(let entry) = change { entry.body.bytesInFile } else { 0 } }
    }

    /// What a look into it says of a key.
    enum Look {
        /// What is kept under it; `nil`: nothing.
        case known(DiskCache.Entry?)
        /// What the storage has, changed by this.
        case inStorage(Overlay)
    }

    /// What becomes of an entry of the storage that is asked for before everything is written.
    struct Overlay {
        fileprivate let amendment: Amendment?
        fileprivate let amendedAt: Double
        fileprivate let kept: Revision?

        /// Whether every entry stays.
        var keepsAll: Bool { kept == nil }

        /// The entry as it is to be; `nil`: it goes.
        func applied(to entry: DiskCache.Entry, under key: DiskKey) -> DiskCache.Entry? {
            if let kept, !entry.isKept(besides: kept, key) { return nil }
            return amendment?.applied(to: entry, at: amendedAt) ?? entry
        }
    }

    /// What one write takes.
    struct Batch {
        /// Everything that the storage has goes.
        var removesAll: Int?
        var removedSources: [String: Int] = [:]
        /// What the storage has of these pictures goes unless it is of the revision.
        var keptRevisions: [String: (revision: Revision, number: Int)] = [:]
        var items: [DiskKey: Item] = [:]
        var uses: [(id: Int, time: Double)] = []
        var partials: [String: PartialChange] = [:]
        /// The last change of a partial download that is in it.
        var lastNumber = 0

        var isEmpty: Bool {
            removesAll == nil && removedSources.isEmpty && keptRevisions.isEmpty && items.isEmpty && uses.isEmpty
                && partials.isEmpty
        }
    }

    private(set) var pending = Batch()
    /// The bytes of entries and pieces that wait in memory.
    private(set) var bytes = 0
    /// The bytes of large entries that wait in temporary files.
    private var bytesInFiles = 0
    private let limits: DiskCache.Limits
    private var isWriteScheduled = false
    private var mustStart = false
    private var isWriting = false
    private var lastNumber = 0

    /// Of the limits only those of what waits hold here, and the one for everything.
    init(limits: DiskCache.Limits) { self.limits = limits }

    /// Uses alone may wait until there are so many: losing them in a crash only blurs the order of eviction, and every
    /// write makes the readers' connection forget the pages it had.
    static let usesOfOneWrite = 256

    func look(_ key: DiskKey) -> Look {
        let item = pending.items[key]
        var amendment: Amendment?
        switch item?.change {
        case .store(let entry): return .known(entry)
        case .remove: return .known(nil)
        case .amend(let change): amendment = change
        case nil: if pending.removesAll != nil || pending.removedSources[key.source] != nil { return .known(nil) }
        }
        let kept = pending.keptRevisions[key.source]?.revision
        return .inStorage(Overlay(amendment: amendment, amendedAt: item?.time ?? 0, kept: kept))
    }

    // MARK: - Changes

    /// One larger than all that may be kept is not.
    mutating func store(_ entry: DiskCache.Entry, _ key: DiskKey, at time: Double? = nil) {
        guard entry.size <= limits.bytes else { return set(.remove, key, time) }
        let inFile = entry.body.bytesInFile
        let hasRoom =
            mayKeep(entry.size - inFile, limits.pendingBytes) && bytesInFiles + inFile <= limits.bytes
        // Where there is no room, an older picture must not take its place.
        set(hasRoom ? .store(entry) : .remove, key, time)
    }

    mutating func remove(_ key: DiskKey, at time: Double? = nil) { set(.remove, key, time) }

    /// Changes what waits, or what the storage has. What is removed stays removed.
    mutating func amend(_ amendment: Amendment, _ key: DiskKey, at time: Double? = nil) {
        switch look(key) {
        case .known(nil): break
        case .known(let entry?): set(.store(amendment.applied(to: entry, at: time ?? 0)), key, time)
        case .inStorage(let overlay):
            set(.amend(overlay.amendment.map { amendment.merged(after: $0) } ?? amendment), key, time)
        }
    }

    mutating func removeAll() {
        lastNumber += 1
        dropAll()
        pending.removesAll = lastNumber
    }

    mutating func removeAll(of source: String) {
        lastNumber += 1
        for key in pending.items.keys where key.source == source { drop(key) }
        pending.keptRevisions[source] = nil
        pending.removedSources[source] = lastNumber
    }

    mutating func removeAll(of source: String, but revision: Revision) {
        lastNumber += 1
        drop(source, but: revision)
        pending.keptRevisions[source] = (revision, lastNumber)
    }

    /// Drops what waits to be stored and was made of other bytes of a picture than these.
    mutating func dropVariants(of source: String, but revision: Revision) {
        drop(source, but: revision) { $0.variant != nil }
    }

    private mutating func drop(
        _ source: String, but revision: Revision, where isMeant: (DiskKey) -> Bool = { _ in true }
    ) {
        for (key, item) in pending.items where key.source == source && isMeant(key) {
            if case .store(let entry) = item.change, !entry.isKept(besides: revision, key) { drop(key) }
        }
    }

    /// Once enough have come together they are to be written.
    mutating func use(_ id: Int, at time: Double) {
        pending.uses.append((id, time))
        if pending.uses.count >= Self.usesOfOneWrite { schedule() }
    }

    /// Appends a piece to a partial download. `false`: there is no room for it.
    mutating func append(_ piece: PartialChange.Piece, to key: String, limit: Int) -> Bool {
        guard mayKeep(piece.bytes.count, limit) else { return false }
        lastNumber += 1
        pending.partials[key, default: PartialChange()].append(piece, number: lastNumber)
        bytes += piece.bytes.count
        return true
    }

    /// Removes a partial download, what waits of it and what is on disk.
    mutating func dropPartial(_ key: String) {
        lastNumber += 1
        bytes -= pending.partials[key]?.bytes ?? 0
        pending.partials[key] = PartialChange(dropped: lastNumber)
    }

    private mutating func set(_ change: Change, _ key: DiskKey, _ time: Double?) {
        lastNumber += 1
        drop(key)
        let item = Item(change: change, number: lastNumber, time: time)
        pending.items[key] = item
        bytes += item.bytes
        bytesInFiles += item.bytesInFile
    }

    private mutating func drop(_ key: DiskKey, ifStill number: Int? = nil) {
        guard let item = pending.items[key], number == nil || number == item.number else { return }
        pending.items[key] = nil
        bytes -= item.bytes
        bytesInFiles -= item.bytesInFile
    }

    /// One that is larger than the limit may wait alone.
    private func mayKeep(_ size: Int, _ limit: Int) -> Bool { bytes == 0 || bytes + size <= limit }

    // MARK: - Writing

    /// What waits is to be written, once somebody asks ``takeStart()``.
    mutating func schedule() {
        if !isWriteScheduled { (isWriteScheduled, mustStart) = (true, true) }
    }

    /// Whether a write has to be started now, by the caller: `true` once for each that is scheduled.
    mutating func takeStart() -> Bool {
        defer { mustStart = false }
        return mustStart
    }

    /// What is to be written now. It stays readable here until ``didWrite(_:)``.
    mutating func beginWrite() -> Batch {
        (isWriteScheduled, mustStart) = (false, false)
        isWriting = !pending.isEmpty
        pending.lastNumber = lastNumber
        return pending
    }

    /// Whether a write is under way, or about to be.
    var isBusy: Bool { isWriteScheduled || isWriting }

    /// Drops what was written, and keeps what came or changed meanwhile.
    mutating func didWrite(_ batch: Batch) {
        isWriting = false
        for (key, item) in batch.items { drop(key, ifStill: item.number) }
        if pending.removesAll == batch.removesAll { pending.removesAll = nil }
        for (source, number) in batch.removedSources where pending.removedSources[source] == number {
            pending.removedSources[source] = nil
        }
        for (source, kept) in batch.keptRevisions where pending.keptRevisions[source]?.number == kept.number {
            pending.keptRevisions[source] = nil
        }
        pending.uses.removeFirst(min(batch.uses.count, pending.uses.count))
        for key in batch.partials.keys {
            guard var change = pending.partials[key] else { continue }
            bytes -= change.forget(upTo: batch.lastNumber)
            pending.partials[key] = change.isEmpty ? nil : change
        }
    }

    mutating func dropAll() { (pending, bytes, bytesInFiles) = (Batch(), 0, 0) }
}
