import Basis
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// Several caches as one.
@Suite(.endsInTime) struct ImageCachesManagerTests {
    private let directories = (0..<2).map { _ in TemporaryDirectory() }
    private let caches: [ImageCache]
    private let manager: ImageCachesManager
    private let key = ImageKey(source: "a")
    private let image = testImage()
    private let entry = DiskCache.Entry(bytes: [1, 2, 3])

    init() {
        caches = directories.map { directory in
            ImageCache(
                memory: MemoryCache(budget: 1000),
                disk: DiskCache(directory: directory.path, executor: InlineExecutor()))
        }
        manager = ImageCachesManager(caches: caches)
    }

    private func tiers(_ cache: ImageCache) -> CacheType {
        cache.tier(of: key, in: .memory).union(cache.tier(of: key, in: .disk))
    }

    private var tiers: [CacheType] { caches.map { tiers($0) } }

    private func setAll(_ policy: ImageCachesManager.Policy) {
        var policies = ImageCachesManager.Policies()
        (policies.query, policies.store, policies.remove) = (policy, policy, policy)
        (policies.contains, policies.clear) = (policy, policy)
        manager.policies = policies
    }

    private func fill() {
        for cache in caches {
            cache.store(image, for: key)
            cache.store(entry, for: key.diskKey)
        }
    }

    @Test func byDefaultTheHighestKeepsAndAllForget() {
        #expect(manager.policies == ImageCachesManager.Policies())
        manager.store(image, for: key)
        manager.store(entry, for: key.diskKey)
        #expect(tiers == [.none, .all])
        fill()
        manager.removeImages(of: "a", from: .disk)
        #expect(tiers == [.memory, .memory])
        fill()
        manager.removeAll(from: .all)
        #expect(tiers == [.none, .none])
    }

    @Test func oneCacheIsAskedAsItIs() {  // C50 to C54
        let manager = ImageCachesManager(caches: [caches[0]])
        let ended = Counter()
        manager.store(image, for: key)
        manager.query(key) {
            #expect($0.type == .memory && $0.image === image); ended.add()
        }
        manager.store(image, bytes: [1], for: key, in: .all) { _ in
            #expect(tiers(caches[0]) == .all)
            ended.add()
        }
        manager.flush()
        let done = TestSemaphore("the work to be done")
        manager.remove(key, from: .disk) {
            ended.add(); done.signal()
        }
        done.wait()
        #expect(tiers(caches[0]) == .memory)
        manager.contains(key) {
            #expect($0 == .memory); ended.add(); done.signal()
        }
        done.wait()
        manager.clear(.all) {
            ended.add(); done.signal()
        }
        done.wait()
        #expect(tiers(caches[0]) == .none && ended.value == 5)
    }

    @Test(arguments: [(ImageCachesManager.Policy.lowestOnly, 0), (.highestOnly, 1)])
    func onePolicyConcernsOneCache(policy: ImageCachesManager.Policy, concerned: Int) {  // C55
        setAll(policy)
        let other = 1 - concerned
        manager.store(image, for: key)
        manager.store(entry, for: key.diskKey)
        #expect(tiers[concerned] == .all && tiers[other] == .none)
        #expect(manager.image(for: key) === image && manager.entry(for: key.diskKey) == entry)
        #expect(manager.tier(of: key, in: .memory) == .memory && manager.contains(key.diskKey))
        fill()
        caches[concerned].removeImages(of: "a", from: .all)
        #expect(manager.image(for: key) == nil && manager.entry(for: key.diskKey) == nil)
        #expect(!manager.contains(key) && manager.tier(of: key, in: .all) == .none)
        fill()
        manager.remove(key)
        manager.remove(key.diskKey)
        #expect(tiers[concerned] == .none && tiers[other] == .all)
        fill()
        manager.removeAll(from: .all)
        #expect(tiers[concerned] == .none && tiers[other] == .all)
    }

    @Test func atOnceTheFasterTierAnswersAndInTurnTheHigherCache() {  // C56, C57
        caches[0].store(image, for: key)
        caches[1].store(entry, for: key.diskKey)
        setAll(.concurrent)
        let answers = Lock<[CacheType]>([])
        let done = TestSemaphore("the work to be done")
        func ask() {
            manager.contains(key) { type in
                answers.withLock { $0.append(type) }
                done.signal()
            }
            done.wait()
        }
        ask()
        setAll(.serial)
        ask()
        #expect(answers.withLock { $0 } == [.memory, .disk])
    }

    @Test func whoIsAskedAtOnceAnswersOnceAndFromAnyDisk() {
        setAll(.concurrent)
        #expect(manager.entry(for: key.diskKey) == nil && !manager.contains(key.diskKey))
        for cache in caches {
            cache.store(entry, for: key.diskKey)
            for _ in 0..<20 { #expect(manager.entry(for: key.diskKey) == entry) }
            cache.remove(key.diskKey)
        }
        manager.store(entry, for: key.diskKey)
        manager.store(image, for: key)
        #expect(tiers == [.all, .all])
        manager.flush()
        manager.removeAll(from: .all)
        #expect(tiers == [.none, .none])
    }

    @Test func inTurnTheHighestAnswersFirst() {
        let other = testImage()
        caches[0].store(image, for: key)
        #expect(manager.image(for: key) === image)
        caches[1].store(other, for: key)
        #expect(manager.image(for: key) === other)
        caches[0].store(DiskCache.Entry(bytes: [0]), for: key.diskKey)
        #expect(manager.entry(for: key.diskKey)?.bytes == [0])
        caches[1].store(entry, for: key.diskKey)
        #expect(manager.entry(for: key.diskKey) == entry)
    }

    @Test func whatIsConfirmedIsConfirmedWhereItMayHaveComeFrom() {
        let old = ResponseMetadata(headers: ["Cache-Control": "max-age=1"], requestHeaders: [], receivedAt: 0)
        let new = ResponseMetadata(headers: ["Cache-Control": "max-age=9"], requestHeaders: [], receivedAt: 9)
        for cache in caches { cache.store(.init(bytes: [1], response: old), for: key.diskKey) }
        manager.renew(key.diskKey, with: new)
        #expect(caches.map { $0.entry(for: key.diskKey)?.response } == [new, new])
    }

    @Test(arguments: [ImageCachesManager.Policy.serial, .concurrent, .highestOnly, .lowestOnly])
    func withoutCachesEverythingIsAMissAndEveryCompletionRuns(policy: ImageCachesManager.Policy) {
        manager.caches = []
        setAll(policy)
        let ended = Counter()
        manager.store(image, bytes: [1], for: key) { _ in ended.add() }
        manager.query(key) {
            #expect($0.type == .none); ended.add()
        }
        manager.contains(key) {
            #expect($0 == .none); ended.add()
        }
        manager.remove(key, from: .all) { ended.add() }
        manager.clear(.all) { ended.add() }
        manager.flush()
        #expect(ended.value == 5 && manager.tiers == .none && manager.entry(for: key.diskKey) == nil)
    }

    @Test func cachesComeAndGo() {
        let added = ImageCache(memory: MemoryCache(budget: 100))
        manager.add(added)
        manager.store(image, for: key)
        #expect(added.memory.contains(key) && tiers == [.none, .none])
        manager.removeAll { $0 as? ImageCache === added }
        #expect(manager.caches.count == 2 && manager.image(for: key) == nil)
    }

    /// A cache of somebody else's making: memory only, and without limits.
    private final class Drawer: ImageCaching {
        private let images = Lock<[ImageKey: Image]>([:])
        var tiers: CacheType { .memory }
        func image(for key: ImageKey) -> Image? { images.withLock { $0[key] } }
        func contains(_ key: ImageKey) -> Bool { image(for: key) != nil }
        func nearestImage(to key: ImageKey) -> Image? { nil }
        func store(_ image: Image, for key: ImageKey) { images.withLock { $0[key] = image } }
        func remove(_ key: ImageKey) { images.withLock { $0[key] = nil } }
        func entry(for key: DiskKey) -> DiskCache.Entry? { nil }
        func contains(_ key: DiskKey) -> Bool { false }
        func store(_ entry: DiskCache.Entry, for key: DiskKey) {}
        func renew(_ key: DiskKey, with metadata: ResponseMetadata?) {}
        func remove(_ key: DiskKey) {}
        func removeImages(of source: String, from type: CacheType) {
            images.withLock { images in images = images.filter { $0.key.source != source } }
        }
        func removeAll(from type: CacheType) { images.withLock { $0 = [:] } }
        func flush() {}
    }

    @Test func aCacheOfSomebodyElseHasTheSameVerbs() {  // C58, C42b
        let cache: any ImageCaching = Drawer()
        let steps = Lock<[CacheType]>([])
        let note: @Sendable (CacheType) -> Void = { type in steps.withLock { $0.append(type) } }
        cache.clear(.all)
        cache.store(image, for: key, in: .all)
        cache.contains(key, completion: note)
        cache.query(key) { found in
            #expect(found.image === image && found.bytes == nil)
            note(found.type)
        }
        cache.remove(key, from: .all) {}
        cache.contains(key, completion: note)
        cache.clear(.all) { note(.none) }
        #expect(steps.withLock { $0 } == [.memory, .memory, .none, .none])
        let manager = ImageCachesManager(caches: [cache])
        manager.store(image, for: key)
        #expect(manager.image(for: key) === image && manager.tiers == .memory)
    }
}
