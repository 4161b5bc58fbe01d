import Basis
import ImageCoding

/// Several caches as one. The last one added has the highest priority.
///
/// A policy for each kind of operation says which of them it concerns. Safe from any thread; without caches everything
/// is a miss, and every completion still runs.
public final class ImageCachesManager: ImageCaching {
    /// Whom an operation concerns.
    public enum Policy: Sendable {
        /// One after the other, from the highest priority down. A question ends with the first that has an answer.
        case serial
        /// All at once: what blocks runs on threads of its own, and the first answer counts.
        case concurrent
        /// The cache of the highest priority alone.
        case highestOnly
        /// The cache of the lowest priority alone.
        case lowestOnly
    }

    /// The policies of all operations.
    public struct Policies: Sendable, Equatable {
        /// Of looking for images and entries.
        public var query = Policy.serial
        /// Of keeping them.
        public var store = Policy.highestOnly
        /// Of forgetting one picture.
        public var remove = Policy.concurrent
        /// Of asking whether they are there.
        public var contains = Policy.serial
        /// Of forgetting everything.
        public var clear = Policy.concurrent

        public init() {}
    }

    private struct Member {
        let number: Int
        let cache: any ImageCaching
    }

    private struct State {
        var members: [Member] = []
        var lastNumber = 0
        var policies = Policies()

        mutating func add(_ cache: any ImageCaching) {
            lastNumber += 1
            members.append(Member(number: lastNumber, cache: cache))
        }

        /// Returns those who were removed, to be let go of after the unlock.
        mutating func replaceAll(with caches: [any ImageCaching]) -> [Member] {
            defer {
                members = []
                for cache in caches { add(cache) }
            }
            return members
        }
    }

    private let state = Lock(State())

    /// The caches, from the lowest priority to the highest.
    public init(caches: [any ImageCaching] = []) { self.caches = caches }

    /// From the lowest priority to the highest.
    public var caches: [any ImageCaching] {
        get { state.withLock { $0.members.map(\.cache) } }
        set { _ = state.withLock { $0.replaceAll(with: newValue) } }
    }

    /// Whom each kind of operation concerns. A change holds from the next operation on.
    public var policies: Policies {
        get { state.withLock { $0.policies } }
        set { state.withLock { $0.policies = newValue } }
    }

    /// Adds a cache with the highest priority.
    public func add(_ cache: any ImageCaching) { state.withLock { $0.add(cache) } }

    /// Removes the caches for which the closure says so. It is asked once about each that is there now.
    public func removeAll(where isUnwanted: (any ImageCaching) -> Bool) {
        let members = state.withLock { $0.members }
        let unwanted = Set(members.filter { isUnwanted($0.cache) }.map(\.number))
        state.withLock { $0.members.removeAll { unwanted.contains($0.number) } }
    }

    /// What any of them has.
    public var tiers: CacheType { caches.reduce(.none) { $0.union($1.tiers) } }

    // MARK: - Memory

    public func image(for key: ImageKey) -> Image? { first(\.query) { $0.image(for: key) } }
    public func secondLook(_ key: ImageKey) -> Image? { first(\.query) { $0.secondLook(key) } }
    public func nearestImage(to key: ImageKey) -> Image? { first(\.query) { $0.nearestImage(to: key) } }
    public func contains(_ key: ImageKey) -> Bool { first(\.contains) { $0.contains(key) ? true : nil } ?? false }
    public func store(_ image: Image, for key: ImageKey) {
        for cache in chosen(\.store) { cache.store(image, for: key) }
    }
    public func remove(_ key: ImageKey) { for cache in chosen(\.remove) { cache.remove(key) } }

    // MARK: - Disk

    public func entry(for key: DiskKey) -> DiskCache.Entry? { firstBlocking(\.query) { $0.entry(for: key) } }
    public func contains(_ key: DiskKey) -> Bool {
        firstBlocking(\.contains) { $0.contains(key) ? true : nil } ?? false
    }
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        for cache in chosen(\.store) { cache.store(entry, for: key) }
    }
    /// Where it was found is not known here: all that may have been asked are told.
    public func renew(_ key: DiskKey, with metadata: ResponseMetadata?) {
        for cache in chosen(\.query) { cache.renew(key, with: metadata) }
    }
    public func remove(_ key: DiskKey) { for cache in chosen(\.remove) { cache.remove(key) } }

    // MARK: - Both

    /// By the policy of `contains`. One after the other each cache is asked for both tiers; at once the memory of any
    /// goes before the disk of any.
    public func tier(of key: ImageKey, in type: CacheType) -> CacheType {
        func tier(_ type: CacheType) -> (any ImageCaching) -> CacheType? {
            { cache in
                let tier = cache.tier(of: key, in: type)
                return tier == .none ? nil : tier
            }
        }
        guard policies.contains == .concurrent else { return first(\.contains, tier(type)) ?? .none }
        if let found = first(\.contains, tier(type.intersection(.memory))) { return found }
        return firstBlocking(\.contains) { $0.tier(of: key, in: type.intersection(.disk)).nonEmpty } ?? .none
    }

    public func removeImages(of source: String, from type: CacheType) {
        for cache in chosen(\.remove) { cache.removeImages(of: source, from: type) }
    }

    public func removeAll(from type: CacheType) { each(\.clear) { $0.removeAll(from: type) } }

    public func flush() { each(\.store) { $0.flush() } }

    // MARK: - Policies

    /// Those whom an operation concerns, the highest priority first.
    private func chosen(_ operation: KeyPath<Policies, Policy>) -> [any ImageCaching] {
        let (policy, caches) = state.withLock { ($0.policies[keyPath: operation], $0.members.map(\.cache)) }
        return switch policy {
        case .serial, .concurrent: caches.reversed()
        case .highestOnly: caches.suffix(1)
        case .lowestOnly: Array(caches.prefix(1))
        }
    }

    /// The first answer to a question that nobody has to wait for.
    private func first<Answer>(
        _ operation: KeyPath<Policies, Policy>, _ ask: (any ImageCaching) -> Answer?
    ) -> Answer? {
        for cache in chosen(operation) {
            if let answer = ask(cache) { return answer }
        }
        return nil
    }

    /// The first answer to a question that blocks.
    private func firstBlocking<Answer: Sendable>(
        _ operation: KeyPath<Policies, Policy>, _ ask: @escaping @Sendable (any ImageCaching) -> Answer?
    ) -> Answer? {
        let caches = chosen(operation)
        guard policies[keyPath: operation] == .concurrent, caches.count > 1 else { return first(operation, ask) }
        let (race, end) = (Lock((left: caches.count, answer: Answer?.none)), DispatchFlag())
        let threads = WorkerPool(threads: caches.count)  // which end with the last answer
        for cache in caches {
            threads.run {
                let answer = ask(cache)
                let isOver = race.withLock { race in
                    race.left -= 1
                    guard race.answer == nil else { return false }
                    race.answer = answer
                    return answer != nil || race.left == 0
                }
                if isOver { end.set() }
            }
        }
        end.wait()
        return race.withLock { $0.answer }
    }

    /// Has something done that blocks, and waits for all.
    private func each(_ operation: KeyPath<Policies, Policy>, _ act: @escaping @Sendable (any ImageCaching) -> Void) {
        let caches = chosen(operation)
        guard policies[keyPath: operation] == .concurrent, caches.count > 1 else { return caches.forEach(act) }
        let _: Bool? = firstBlocking(operation) { cache in
            act(cache)
            return nil  // so that all are waited for
        }
    }
}

extension CacheType {
    fileprivate var nonEmpty: CacheType? { self == .none ? nil : self }
}
