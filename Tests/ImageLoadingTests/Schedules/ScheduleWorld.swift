import Basis
import FoundationEssentials
import ImageCoding
import TestSupport
import Transfer

@testable import ImageLoading

/// What happens in the middle of work on another thread: other steps of the schedule.
final class Interruption: Sendable {
    private let body = Lock<(@Sendable () -> Void)?>(nil)
    func set(_ body: (@Sendable () -> Void)?) { self.body.withLock { $0 = body } }
    func occur() { body.withLock { $0 }?() }
}

/// Marks the pixels; some pictures it cannot do.
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

/// A cache whose disk is a dictionary, and in which something may happen between a decision and what it does.
final class ScheduleCache: ImageCaching {
    let interruption: Interruption
    private let memory = Lock<[ImageKey: Image]>([:])
    private let disk = Lock<[DiskKey: DiskCache.Entry]>([:])
    /// How often an entry may have left the disk rightly: all of them, or one that was no picture.
    private let losses = Lock(0)
    var lossCount: Int { losses.withLock { $0 } }

    init(_ interruption: Interruption) { self.interruption = interruption }

    /// What of a picture is kept beside its bytes as they came, and made of others; `nil`: nothing.
    func complaint(about source: String) -> String? {
        let entries = disk.withLock { $0.filter { $0.key.source == source } }
        guard let whole = entries[DiskKey(source: source)].flatMap({ SchedulePicture($0.bytes) }) else { return nil }
        let onDisk = entries.filter { $0.key.variant != nil }.compactMap { SchedulePicture($0.value.bytes) }
        let inMemory = memory.withLock { $0.filter { $0.key.source == source }.map { SchedulePicture($0.value) } }
        if let other = onDisk.first(where: { $0.version != whole.version }) {
            return "kept on disk: \(other) beside \(whole)"
        }
        if let other = inMemory.first(where: { $0.version != whole.version }) {
            return "in memory: \(other), on disk \(whole)"
        }
        return nil
    }

    func has(_ kept: ScheduleCell.Kept) -> Bool {
        let source = "\(kept.number)"
        return disk.withLock { disk in
            kept.isWhole ? disk[DiskKey(source: source)] != nil : disk.keys.contains { $0.source == source }
        }
    }

    var tiers: CacheType { .all }
    func image(for key: ImageKey) -> Image? {
        let image = memory.withLock { $0[key] }
        interruption.occur()  // between the look and what follows from it
        return image
    }
    func contains(_ key: ImageKey) -> Bool {
        interruption.occur()
        return memory.withLock { $0[key] != nil }
    }
    func nearestImage(to key: ImageKey) -> Image? { nil }
    func store(_ image: Image, for key: ImageKey) {
        interruption.occur()
        memory.withLock { $0[key] = image }
    }
    func remove(_ key: ImageKey) {
        interruption.occur()
        memory.withLock { $0[key] = nil }
    }

    func entry(for key: DiskKey) -> DiskCache.Entry? {
        let entry = disk.withLock { $0[key] }
        interruption.occur()  // between the reading and its being told
        return entry
    }
    func contains(_ key: DiskKey) -> Bool { disk.withLock { $0[key] != nil } }
    func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        interruption.occur()
        disk.withLock { $0[key] = entry }
    }
    func renew(_ key: DiskKey, with metadata: ResponseMetadata?) {
        interruption.occur()
        if let metadata { disk.withLock { $0[key]?.renew(with: metadata, at: metadata.receivedAt) } }
    }
    func remove(_ key: DiskKey) {
        interruption.occur()
        let entry = disk.withLock { $0.removeValue(forKey: key) }
        if let entry, SchedulePicture(entry.bytes)?.isBroken != false { losses.withLock { $0 += 1 } }
    }

    func removeImages(of source: String, from type: CacheType) {
        interruption.occur()
        if type.contains(.memory) { memory.withLock { $0 = $0.filter { $0.key.source != source } } }
        if type.contains(.disk) { disk.withLock { $0 = $0.filter { $0.key.source != source } } }
    }
    func removeAll(from type: CacheType) {
        if type.contains(.memory) { memory.withLock { $0 = [:] } }
        guard type.contains(.disk) else { return }
        disk.withLock { $0 = [:] }
        losses.withLock { $0 += 1 }
    }
    func flush() { interruption.occur() }
}
