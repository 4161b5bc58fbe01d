import HalftoneCore
import ImageCoding

/// A storage made of several. The last one added has the highest priority.
///
/// A policy for each kind of operation selects the storages. Safe from any thread; without storages every lookup is a
/// miss.
public final class ImageStorageGroup: ImageStorage {
    /// The storages that an operation uses.
    public enum Policy: Sendable {
        /// One after the other, from the highest priority down. A lookup ends at the first hit.
        case serial
        /// All. Lookups, `clear` and `flush` run at once, each on a thread of its own, and the first hit ends a lookup;
        /// other changes run one after the other.
        case concurrent
        /// The storage with the highest priority alone.
        case highestOnly
        /// The storage with the lowest priority alone.
        case lowestOnly
    }

    /// The policy for each kind of operation.
    public struct Policies: Sendable, Equatable {
        /// Looking entries up.
        public var query = Policy.serial
        /// Storing entries.
        public var store = Policy.highestOnly
        /// Removing one picture.
        public var remove = Policy.concurrent
        /// Checking whether entries exist.
        public var contains = Policy.serial
        /// Removing everything.
        public var clear = Policy.concurrent

        /// Creates the default policies.
        public init() {}
    }

    private struct State {
        var storages: [any ImageStorage] = []
        var policies = Policies()
    }

    private let state = Lock(State())

    /// Creates a group of storages, in order from the lowest priority to the highest.
    public init(storages: [any ImageStorage] = []) { self.storages = storages }

    /// The storages, from the lowest priority to the highest.
    public var storages: [any ImageStorage] {
        get { state.withLock { $0.storages } }
        set {
            let old = state.withLock { state in
                defer { state.storages = newValue }
                return state.storages
            }
            withExtendedLifetime(old) {}  // released here, outside the lock
        }
    }

    /// The policy for each kind of operation. A change applies from the next operation on, and to pending writes of a
    /// cache in front of the group.
    public var policies: Policies {
        get { state.withLock { $0.policies } }
        set { state.withLock { $0.policies = newValue } }
    }

    /// Adds a storage with the highest priority.
    public func add(_ storage: any ImageStorage) { state.withLock { $0.storages.append(storage) } }

    /// Removes the storages that match, calling the closure once for each that is present now.
    public func removeAll(where isUnwanted: (any ImageStorage) -> Bool) {
        let storages = storages
        let unwanted = Set(storages.filter(isUnwanted).map { ObjectIdentifier($0) })
        withExtendedLifetime(storages) {
            state.withLock { $0.storages.removeAll { unwanted.contains(ObjectIdentifier($0)) } }
        }
    }

    // MARK: - As one storage

    public func read(_ key: DiskKey) -> DiskCache.Entry? { first(\.query) { $0.read(key) } }
    public func contains(_ key: DiskKey) -> Bool { first(\.contains) { $0.contains(key) ? true : nil } ?? false }
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        for storage in chosen(\.store) { storage.store(entry, for: key) }
    }
    /// Freshens the entry in every storage that may have been queried: which one had it is unknown here.
    public func freshen(_ key: DiskKey, with metadata: ResponseMetadata?) {
        for storage in chosen(\.query) { storage.freshen(key, with: metadata) }
    }
    public func remove(_ key: DiskKey) { for storage in chosen(\.remove) { storage.remove(key) } }
    public func removeAll(of source: String) { for storage in chosen(\.remove) { storage.removeAll(of: source) } }
    public func removeAll(of source: String, but revision: Revision) {
        for storage in chosen(\.remove) { storage.removeAll(of: source, but: revision) }
    }
    public func clear() { each(\.clear) { $0.clear() } }
    public func flush() { each(\.store) { $0.flush() } }

    // MARK: - Policies

    /// Returns the storages that an operation uses, the highest priority first.
    private func chosen(_ operation: KeyPath<Policies, Policy>) -> [any ImageStorage] {
        let (policy, storages) = state.withLock { ($0.policies[keyPath: operation], $0.storages) }
        return switch policy {
        case .serial, .concurrent: storages.reversed()
        case .highestOnly: storages.suffix(1)
        case .lowestOnly: Array(storages.prefix(1))
        }
    }

    /// Returns the first hit.
    private func first<Answer: Sendable>(
        _ operation: KeyPath<Policies, Policy>, _ ask: @escaping @Sendable (any ImageStorage) -> Answer?
    ) -> Answer? {
        let storages = chosen(operation)
        guard policies[keyPath: operation] == .concurrent, storages.count > 1 else {
            for storage in storages {
                if let answer = ask(storage) { return answer }
            }
            return nil
        }
        let (race, end) = (Lock((left: storages.count, answer: Answer?.none)), DispatchFlag())
        let threads = WorkerPool(threads: storages.count)  // the threads end with the last answer
        for storage in storages {
            threads.run {
                let answer = ask(storage)
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

    /// Runs a blocking action on each storage and waits for all.
    private func each(_ operation: KeyPath<Policies, Policy>, _ act: @escaping @Sendable (any ImageStorage) -> Void) {
        let storages = chosen(operation)
        guard policies[keyPath: operation] == .concurrent, storages.count > 1 else { return storages.forEach(act) }
        let _: Bool? = first(operation) { storage in
            act(storage)
            return nil  // makes `first` wait for all
        }
    }
}
