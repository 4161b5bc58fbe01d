import Basis
import ImageCoding

/// Several storages as one. The last one added has the highest priority.
///
/// A policy for each kind of operation says which of them it concerns. Safe from any thread; without storages everything
/// is a miss.
public final class ImageStorageGroup: ImageStorage {
    /// Which storages an operation concerns.
    public enum Policy: Sendable {
        /// One after the other, from the highest priority down. A question ends with the first that has an answer.
        case serial
        /// All: questions at once, each on a thread of its own, and the first answer counts; changes one after the other.
        case concurrent
        /// The storage of the highest priority alone.
        case highestOnly
        /// The storage of the lowest priority alone.
        case lowestOnly
    }

    /// The policy of each kind of operation.
    public struct Policies: Sendable, Equatable {
        /// Looking for entries.
        public var query = Policy.serial
        /// Keeping entries.
        public var store = Policy.highestOnly
        /// Removing one picture.
        public var remove = Policy.concurrent
        /// Asking whether entries are there.
        public var contains = Policy.serial
        /// Removing everything.
        public var clear = Policy.concurrent

        public init() {}
    }

    private struct Member {
        let number: Int
        let storage: any ImageStorage
    }

    private struct State {
        var members: [Member] = []
        var lastNumber = 0
        var policies = Policies()

        mutating func add(_ storage: any ImageStorage) {
            lastNumber += 1
            members.append(Member(number: lastNumber, storage: storage))
        }

        /// Returns those that were removed, to be let go of after the unlock.
        mutating func replaceAll(with storages: [any ImageStorage]) -> [Member] {
            defer {
                members = []
                for storage in storages { add(storage) }
            }
            return members
        }
    }

    private let state = Lock(State())

    /// The storages, from the lowest priority to the highest.
    public init(storages: [any ImageStorage] = []) { self.storages = storages }

    /// From the lowest priority to the highest.
    public var storages: [any ImageStorage] {
        get { state.withLock { $0.members.map(\.storage) } }
        set { _ = state.withLock { $0.replaceAll(with: newValue) } }
    }

    /// Which storages each kind of operation concerns. A change holds from the next operation on, and for what a cache in
    /// front of the group has not written yet.
    public var policies: Policies {
        get { state.withLock { $0.policies } }
        set { state.withLock { $0.policies = newValue } }
    }

    /// Adds a storage with the highest priority.
    public func add(_ storage: any ImageStorage) { state.withLock { $0.add(storage) } }

    /// Removes the storages for which the closure says so. It is asked once about each that is there now.
    public func removeAll(where isUnwanted: (any ImageStorage) -> Bool) {
        let members = state.withLock { $0.members }
        let unwanted = Set(members.filter { isUnwanted($0.storage) }.map(\.number))
        withExtendedLifetime(members) {
            state.withLock { $0.members.removeAll { unwanted.contains($0.number) } }
        }
    }

    // MARK: - As one storage

    public func read(_ key: DiskKey) -> DiskCache.Entry? { first(\.query) { $0.read(key) } }
    public func contains(_ key: DiskKey) -> Bool { first(\.contains) { $0.contains(key) ? true : nil } ?? false }
    public func store(_ entry: DiskCache.Entry, for key: DiskKey) {
        for storage in chosen(\.store) { storage.store(entry, for: key) }
    }
    /// Where it was found is not known here: all that may have been asked are told.
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

    /// The storages that an operation concerns, the highest priority first.
    private func chosen(_ operation: KeyPath<Policies, Policy>) -> [any ImageStorage] {
        let (policy, storages) = state.withLock { ($0.policies[keyPath: operation], $0.members.map(\.storage)) }
        return switch policy {
        case .serial, .concurrent: storages.reversed()
        case .highestOnly: storages.suffix(1)
        case .lowestOnly: Array(storages.prefix(1))
        }
    }

    /// The first answer to a question.
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
        let threads = WorkerPool(threads: storages.count)  // which end with the last answer
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

    /// Has something done that blocks, and waits for all.
    private func each(_ operation: KeyPath<Policies, Policy>, _ act: @escaping @Sendable (any ImageStorage) -> Void) {
        let storages = chosen(operation)
        guard policies[keyPath: operation] == .concurrent, storages.count > 1 else { return storages.forEach(act) }
        let _: Bool? = first(operation) { storage in
            act(storage)
            return nil  // so that all are waited for
        }
    }
}
