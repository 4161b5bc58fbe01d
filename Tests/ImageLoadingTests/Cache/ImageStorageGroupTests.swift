import EngineTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// Several storages as one.
@Suite(.endsInTime) struct ImageStorageGroupTests {
    private let directories = (0..<2).map { _ in TemporaryDirectory() }
    private let disks: [DiskCache]
    private let group: ImageStorageGroup
    private let key = DiskKey(source: "a")
    private let entry = DiskCache.Entry(bytes: [1, 2, 3])

    init() {
        disks = directories.map { DiskCache(directory: $0.path, executor: InlineExecutor()) }
        group = ImageStorageGroup(storages: disks)
    }

    /// Whether each storage has the entry.
    private var isThere: [Bool] { disks.map { $0.contains(key) } }

    private func setAll(_ policy: ImageStorageGroup.Policy) {
        var policies = ImageStorageGroup.Policies()
        (policies.query, policies.store, policies.remove) = (policy, policy, policy)
        (policies.contains, policies.clear) = (policy, policy)
        group.policies = policies
    }

    private func fill() { for disk in disks { disk.store(entry, for: key) } }

    @Test func `by default the highest storage stores, and removals apply to all`() {
        #expect(group.policies == ImageStorageGroup.Policies())
        group.store(entry, for: key)
        #expect(isThere == [false, true])
        fill()
        group.removeAll(of: "a")
        #expect(isThere == [false, false])
        fill()
        group.clear()
        #expect(isThere == [false, false])
    }

    @Test func `a group of one storage acts as that storage`() {  // C50 to C54
        let group = ImageStorageGroup(storages: [disks[0]])
        group.store(entry, for: key)
        group.flush()
        #expect(group.read(key) == entry && group.contains(key) && isThere == [true, false])
        group.remove(key)
        #expect(group.read(key) == nil && !group.contains(key) && isThere == [false, false])
        group.store(entry, for: key)
        group.clear()
        #expect(isThere == [false, false])
    }

    @Test(arguments: [(ImageStorageGroup.Policy.lowestOnly, 0), (.highestOnly, 1)])
    func `one policy concerns one storage`(policy: ImageStorageGroup.Policy, concerned: Int) {  // C55
        setAll(policy)
        let onlyOther = [concerned == 1, concerned == 0]
        group.store(entry, for: key)
        #expect(isThere == onlyOther.map { !$0 })
        #expect(group.read(key) == entry && group.contains(key))
        fill()
        disks[concerned].removeAll(of: "a")
        #expect(group.read(key) == nil && !group.contains(key))
        fill()
        group.remove(key)
        #expect(isThere == onlyOther)
        fill()
        group.removeAll(of: "a")
        #expect(isThere == onlyOther)
        fill()
        group.clear()
        #expect(isThere == onlyOther)
    }

    @Test func `a concurrent read returns one result of any storage`() {  // C56
        setAll(.concurrent)
        #expect(group.read(key) == nil && !group.contains(key))
        for disk in disks {
            disk.store(entry, for: key)
            for _ in 0..<20 { #expect(group.read(key) == entry) }
            disk.remove(key)
        }
        group.store(entry, for: key)
        #expect(isThere == [true, true])
        group.flush()
        group.clear()
        #expect(isThere == [false, false])
    }

    @Test func `a serial read returns the highest storage's entry and reads no other`() {  // C57
        disks[0].store(.init(bytes: [0]), for: key)
        #expect(group.read(key)?.bytes == [0])
        disks[1].store(entry, for: key)
        #expect(group.read(key) == entry)
        let (lower, higher) = (CountingStorage(entry), CountingStorage(entry))
        group.storages = [lower, higher]
        #expect(group.read(key) == entry && (lower.reads.value, higher.reads.value) == (0, 1))
    }

    @Test func `a confirmation applies to every storage that may have the entry`() {
        let old = ResponseMetadata(headers: ["Cache-Control": "max-age=1"], requestHeaders: [], receivedAt: 0)
        let new = ResponseMetadata(headers: ["Cache-Control": "max-age=9"], requestHeaders: [], receivedAt: 9)
        for disk in disks { disk.store(.init(bytes: [1], response: old), for: key) }
        group.freshen(key, with: new)
        #expect(disks.map { $0.read(key)?.response } == [new, new])
    }

    @Test(arguments: [ImageStorageGroup.Policy.serial, .concurrent, .highestOnly, .lowestOnly])
    func `without storages everything is a miss`(policy: ImageStorageGroup.Policy) {
        group.storages = []
        setAll(policy)
        group.store(entry, for: key)
        group.remove(key)
        group.clear()
        group.flush()
        #expect(group.read(key) == nil && !group.contains(key))
    }

    @Test func `storages are added and removed`() {
        let added = CountingStorage(entry)
        group.add(added)
        #expect(group.read(key) == entry && added.reads.value == 1)
        group.removeAll { $0 === added }
        #expect(group.storages.count == 2 && group.read(key) == nil)
    }

    /// A custom storage that has one entry under every key.
    private final class CountingStorage: ImageStorage {
        let reads = Counter()
        private let entry: DiskCache.Entry
        init(_ entry: DiskCache.Entry) { self.entry = entry }
        func read(_ key: DiskKey) -> DiskCache.Entry? {
            reads.add()
            return entry
        }
        func contains(_ key: DiskKey) -> Bool { true }
        func store(_ entry: DiskCache.Entry, for key: DiskKey) {}
        func freshen(_ key: DiskKey, with metadata: ResponseMetadata?) {}
        func remove(_ key: DiskKey) {}
        func removeAll(of source: String) {}
        func clear() {}
        func flush() {}
    }

    @Test func `a cache has the same verbs over a storage of the program`() async {  // C58, C42b
        let cache = ImageCache(memory: MemoryCache(), storage: CountingStorage(entry))
        let answers = Lock<[CacheType]>([])
        cache.contains(ImageKey(source: "a")) { type in answers.withLock { $0.append(type) } }
        await until { answers.withLock { $0 } == [.disk] }
        #expect(cache.disk == nil && cache.tiers == .all && cache.entry(for: key) == entry)
    }
}
