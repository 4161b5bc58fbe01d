import HalftoneCore
import FoundationEssentials
import ImageCoding
import TestSupport
import Transfer

@testable import ImageLoading

/// Runs other steps of the schedule during work on another thread.
final class Interruption: Sendable {
    private let body = Lock<(@Sendable () -> Void)?>(nil)
    func set(_ body: (@Sendable () -> Void)?) { self.body.withLock { $0 = body } }
    func occur() { body.withLock { $0 }?() }
}

/// Marks the pixels; some pictures it cannot transform.
struct ScheduleTransformer: ImageTransformer {
    enum Mark: UInt8 {
        case x = 1
        case y = 2
    }

    let mark: Mark
    let interruption: Interruption
    var key: String { "\(mark)" }

    init(_ mark: Mark, _ interruption: Interruption) { (self.mark, self.interruption) = (mark, interruption) }

    func can(_ picture: SchedulePicture) -> Bool { picture.version % 5 != 4 }

    func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
        interruption.occur()
        var picture = SchedulePicture(image)
        guard can(picture), cancellation?.isCancelled != true else { return nil }
        picture.marks |= mark.rawValue
        return image.transformed(to: picture.bitmap(width: image.size.width))
    }
}

/// The clock of a schedule. The engine reads it before a decision, and other threads may act before that.
struct ScheduleTime: TimeSource {
    let time: ManualTime
    let interruption: Interruption

    var now: Duration {
        interruption.occur()
        return time.now
    }
    var secondsSince1970: Double { time.secondsSince1970 }
}

/// A storage in a dictionary, in which other steps may happen between a decision and its change.
final class ScheduleStorage: ImageStorage {
    let interruption: Interruption
    private let entries = Lock<[DiskKey: DiskCache.Entry]>([:])
    /// How often entries were removed correctly: all of them, or one that was no image, together with what another
    /// process has written in its stead.
    private let losses = Lock(0)
    private let emptied = Lock<Set<String>>([])
    private let shadow = Lock(PictureIndexShadow())
    /// The pictures of which another process has written something.
    private let plants = Lock<Set<String>>([])
    /// The keys of the entries here that another process has written.
    private let foreign = Lock<Set<DiskKey>>([])
    /// The digests of the entries that the engine had staged or written at the last judgment.
    private let judged = Lock<[DiskKey: UInt64]>([:])
    private struct Owner {
        weak var cache: ImageCache?
    }
    private let owner = Lock(Owner())
    /// Called after the read of an original that exists and before its result, in addition to the interruption.
    let whileReading = Lock<(@Sendable (_ source: String) -> Void)?>(nil)
    /// Whether a batch is being written.
    let isBeingWritten = Lock(false)

    init(_ interruption: Interruption) { self.interruption = interruption }

    /// Returns a cache with its own memory and this storage, which `writes` writes to.
    func makeCache(_ writes: any WorkExecutor) -> ImageCache {
        let cache = ImageCache(memory: MemoryCache(), storage: self, executor: writes)
        owner.withLock { $0.cache = cache }
        return cache
    }

    var lossCount: Int { losses.withLock { $0 } }

    /// Writes an entry as another process would.
    func plant(_ entry: DiskCache.Entry, for key: DiskKey) {
        put(entry, key, isForeign: true)
        _ = plants.withLock { $0.insert(key.source) }
        shadow.withLock { $0.didAppear(entry.revision.digest, of: key.source) }
    }

    /// Stores an entry by the rule that holds for every writer to a storage, as ``DiskCacheStore`` does: an image that
    /// was made of the bytes is stored only beside these, and removed with them.
    private func put(_ entry: DiskCache.Entry, _ key: DiskKey, isForeign: Bool) {
        entries.withLock { entries in
            let original = entries[DiskKey(source: key.source)]
            if key.variant == nil {
                entries = entries.filter { other, there in
                    other.source != key.source || other.variant == nil || there.revision.isSame(as: entry.revision)
                }
            } else if let original, !original.revision.isSame(as: entry.revision) {
                return
            }
            entries[key] = entry
            foreign.withLock { if isForeign { $0.insert(key) } else { $0.remove(key) } }
        }
    }

    /// Records that a picture is about to be removed from both tiers, or all of them. `answers`: the pictures whose
    /// bytes are arriving; only the engine knows whether before the removal or after it.
    func willRemove(_ source: String?, during answers: Set<UInt8>) {
        judge()
        shadow.withLock { shadow in
            for number in answers { shadow.didFetchAtOnce("\(number)") }
            shadow.remove(source)
        }
        losses.withLock { $0 += 1 }
    }

    // MARK: - Invariants

    /// Records that the server has sent these bytes.
    func didFetch(_ picture: SchedulePicture, inTheMiddleOfAnother: Bool) {
        shadow.withLock { shadow in
            if inTheMiddleOfAnother { shadow.didFetchAtOnce("\(picture.url)") }
            shadow.didFetch(StoredBytes(picture.bytes).digest, of: "\(picture.url)")
        }
    }

    /// A description of the first image that must not have been stored.
    var complaint: String? { shadow.withLock { $0.complaint } }

    /// Checks that everything in its cache is made of the current bytes of each picture.
    func judge() {
        guard let cache = owner.withLock({ $0.cache }) else { return }
        for source in ["0", "1"] {
            if let revision = cache.pictures.withLock({ $0[source]?.revision }) {
                shadow.withLock { $0.didBecomeCurrent(revision, of: source) }
            }
            judge(cache.memory.images(of: source), of: source)
        }
        judgeEntries(seenThrough: cache)
    }

    private func judge(_ images: [Image], of source: String) {
        // The language variants of the third are stored side by side, which revisions of one picture would not be.
        guard source != "2" else { return }
        for image in images {
            let picture = SchedulePicture(image)
            _ = shadow.withLock { $0.judge(image.revision, of: source, "\(picture) in memory", picture) }
        }
        let versions = Set(images.map { SchedulePicture($0).version })
        if versions.count > 1 { shadow.withLock { $0.complain("memory mixes versions \(versions) of \(source)") } }
    }

    /// Judges the entries that the engine has staged or written and that have changed since the last time.
    private func judgeEntries(seenThrough cache: ImageCache) {
        let entries = engineEntries(seenThrough: cache)
        let digests = entries.mapValues(\.body.digest)
        let before = judged.withLock { judged in
            defer { judged = digests }
            return judged
        }
        for (key, entry) in entries where before[key] != digests[key] { judge(entry, under: key, beside: entries) }
    }

    /// The engine's entries that lookups in a cache find: staged, or written here.
    ///
    /// An entry of another process is left out, although lookups find it. The engine did not store it, and it becomes
    /// current only by a read; what is made of it is judged then. It may also appear long after it was written: a pending
    /// change of its key hides it until the batch ends, even if the entry was written after the change. So where an entry
    /// comes from is recorded, not when lookups first find it. Once the engine stages or writes something under the key,
    /// that is judged, even the same bytes.
    private func engineEntries(seenThrough cache: ImageCache) -> [DiskKey: DiskCache.Entry] {
        guard let writer = cache.writes as? WriteBehind else { return [:] }
        let foreign = foreign.withLock { $0 }
        let there = entries.withLock { $0.filter { !foreign.contains($0.key) } }
        return writer.staging.withLock { staging in
            var seen: [DiskKey: DiskCache.Entry] = [:]
            for key in Set(there.keys).union(staging.pending.items.keys) {
                switch staging.lookUp(key) {
                case .known(let entry): seen[key] = entry
                case .inStorage(let overlay): seen[key] = there[key].flatMap { overlay.applied(to: $0, under: key) }
                }
            }
            return seen
        }
    }

    private func judge(
        _ entry: DiskCache.Entry, under key: DiskKey, beside entries: [DiskKey: DiskCache.Entry]
    ) {
        guard let picture = SchedulePicture(entry.bytes), !picture.isBroken, key.source != "2" else { return }
        let words = "\(picture), variant \(key.variant ?? "-"), on disk"
        let isNew = shadow.withLock { $0.judge(entry.revision, of: key.source, words, picture) }
        guard isNew else { return }
        let others = entries.filter {
            $0.key.source == key.source && $0.key.variant != nil && !$0.value.revision.isSame(as: entry.revision)
        }
        if !others.isEmpty { shadow.withLock { $0.complain("\(words) is stored beside \(others.keys)") } }
    }

    /// Whether responses for a picture have arrived during one another.
    func hasUnorderedAnswers(_ source: String) -> Bool { shadow.withLock { $0.isUnordered(source) } }

    /// Describes an image that is stored beside an original that it was not made of; `nil`: none.
    func complaint(about source: String, inMemory images: [Image]) -> String? {
        let entries = entries.withLock { $0.filter { $0.key.source == source } }
        guard let whole = entries[DiskKey(source: source)].flatMap({ SchedulePicture($0.bytes) }) else { return nil }
        let onDisk = entries.filter { $0.key.variant != nil }.compactMap { SchedulePicture($0.value.bytes) }
        if let other = onDisk.first(where: { $0.version != whole.version }) {
            return "kept on disk: \(other) beside \(whole)"
        }
        // An entry of another process becomes current here once it is read.
        if plants.withLock({ $0.contains(source) }) { return nil }
        if let other = images.map({ SchedulePicture($0) }).first(where: { $0.version != whole.version }) {
            return "in memory: \(other), on disk \(whole)"
        }
        return nil
    }

    /// Whether the entries of a picture were removed for newer bytes, whose load was then cancelled.
    func waits(for source: String) -> Bool { emptied.withLock { $0.contains(source) } }

    func has(_ kept: ScheduleCell.Kept) -> Bool {
        let source = "\(kept.number)"
        return entries.withLock { entries in
            kept.isWhole ? entries[DiskKey(source: source)] != nil : entries.keys.contains { $0.source == source }
        }
    }

    // MARK: - As a storage

    /// Other steps may happen between two changes of one batch.
    private func beforeChange() {
        isBeingWritten.withLock { $0 = true }
        interruption.occur()
        isBeingWritten.withLock { $0 = false }
    }

    func read(_ key: DiskKey) -> DiskCache.Entry? {
        judge()  // bytes that became current before the read must be recorded first
        let begunAt = shadow.withLock { $0.tick() }
        let entry = entries.withLock { $0[key] }
        shadow.withLock { $0.didRead(entry, of: key.source, begunAt: begunAt) }
        interruption.occur()  // between the read and its result
        if entry != nil, key.variant == nil { whileReading.withLock { $0 }?(key.source) }
        return entry
    }
    func contains(_ key: DiskKey) -> Bool { entries.withLock { $0[key] != nil } }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        beforeChange()
        _ = emptied.withLock { $0.remove(key.source) }
        put(entry, key, isForeign: false)
    }
    func freshen(_ key: DiskKey, with metadata: ResponseMetadata) {
        beforeChange()
        entries.withLock { $0[key] = $0[key]?.renewed(with: metadata) }
    }
    func remove(_ key: DiskKey) {
        beforeChange()
        entries.withLock { $0[key] = nil }
        losses.withLock { $0 += 1 }
    }
    func removeAll(of source: String) {
        beforeChange()
        entries.withLock { $0 = $0.filter { $0.key.source != source } }
        _ = emptied.withLock { $0.insert(source) }
    }
    func removeAll(of source: String, but revision: Revision) {
        beforeChange()
        let gone = entries.withLock { entries in
            let gone = entries.filter { $0.key.source == source && !$0.value.revision.isSame(as: revision) }
            for key in gone.keys { entries[key] = nil }
            return gone
        }
        if !gone.isEmpty { _ = emptied.withLock { $0.insert(source) } }
    }
    func clear() {
        entries.withLock { $0 = [:] }
        losses.withLock { $0 += 1 }
    }
    func flush() { interruption.occur() }
}
