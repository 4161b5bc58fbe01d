import ImageCoding
import TestSupport

@testable import ImageLoading

/// One picture in a cache with memory and a write-behind disk. Fetches, reads, removals, evictions, a writer and another
/// process work on it concurrently, one step at a time, in an order that the seed decides.
final class PictureIndexWorld {
    /// The steps of one actor; a step that returns `false` ends it.
    private typealias Steps = ArraySlice<() -> Bool>

    /// The numbered entries of a change that waits to be written.
    private struct Staged {
        /// `of`: the bytes; 0: none, which removes.
        typealias Change = (of: UInt64, number: Int)
        /// The original; `nil` leaves it as it is.
        var original: Change?
        /// Entries of another revision than this are removed from the disk.
        var kept: Change?
        var sizes: [String: Change] = [:]
    }

    private static let source = "a"

    private var random: SeededGenerator
    private var pictures = PictureIndex(capacity: 8)
    private var clock = 0
    private var memory: [String: UInt64] = [:]
    private var original: UInt64?
    private var sizes: [String: UInt64] = [:]
    private var staged = Staged()
    private var batch: Staged?
    private var hasWritten = false
    private var lastNumber = 0
    private var lastFetched: (arrival: Int, revision: UInt64)?
    private var removedAt = -1
    private var returned: UInt64?
    private var hasOtherProcess = false

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Runs all actors to their end. Returns a description of what is wrong, or `nil`.
    func run(withOtherProcess: Bool) -> String? {
        if one(in: 2) {
            original = 1
            if one(in: 2) { sizes["small"] = 1 }
        }
        var newest: UInt64 = 1
        var actors: [Steps] = []
        for _ in 0..<Int.random(in: 2...6, using: &random) {
            switch Int.random(in: 0..<21, using: &random) {
            case 0..<9:
                newest += 1
                actors.append(fetch(one(in: 4) ? 1 : newest, isStored: !one(in: 5)))
            case 9..<18: actors.append(read())
            case 18 where withOtherProcess:
                newest += 1
                actors.append(otherProcess(newest))
            case 19: actors.append(removal())
            default: actors.append(eviction())
            }
        }
        play(&actors)
        return complaint
    }

    private func play(_ actors: inout [Steps]) {
        while !actors.isEmpty {
            let index = Int.random(in: 0...actors.count, using: &random)
            guard index < actors.count else {
                write()
                continue
            }
            if !actors[index].removeFirst()() || actors[index].isEmpty { actors.remove(at: index) }
        }
        for _ in 0..<6 { write() }
    }

    private func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private func tick() -> Int {
        clock += 1
        return clock
    }

    private var complaint: String? {
        if let returned { return "\(returned) came back after a removal" }
        guard let record = pictures[Self.source] else { return nil }
        guard let current = record.revision?.digest else {
            let isGone = memory.isEmpty && (hasOtherProcess || original == nil && sizes.isEmpty)
            return isGone ? nil : "after a removal: \(memory), \(original.map { "\($0)" } ?? "-"), \(sizes)"
        }
        if memory.values.contains(where: { $0 != current }) { return "memory has \(memory) of \(current)" }
        if let original, sizes.values.contains(where: { $0 != original }) {
            return "\(sizes) beside \(original) on disk"
        }
        if hasOtherProcess { return nil }
        if let original, original != current, !memory.isEmpty { return "memory has \(memory), the disk \(original)" }
        if let lastFetched, lastFetched.arrival > removedAt, lastFetched.revision != current {
            return "\(current), though \(lastFetched) came last"
        }
        return nil
    }

    // MARK: - Actors

    private func fetch(_ number: UInt64, isStored: Bool) -> Steps {
        var arrival = 0
        return [
            { true },
            { [self] in
                arrival = tick()
                lastFetched = (arrival, number)
                return true
            },
            { [self] in
                let outcome = pictures.register(
                    Revision(digest: number), of: Self.source, by: .fetched(arrival: arrival), response: nil,
                    now: tick())
                if case .becameCurrent = outcome { dropOthers(than: number, from: arrival) }
                if outcome != .superseded, isStored { staged.original = change(to: number) }
                return true
            },
            { [self] in storeInMemory(number) },
            { [self] in storeOnDisk(number) },
        ]
    }

    private func read() -> Steps {
        var begunAt = 0
        var found: UInt64?
        return [
            { true },
            { [self] in
                begunAt = tick()
                return true
            },
            { [self] in
                let isFromVariant = staged.kept.map { $0.of == original } ?? true
                found = staged.original?.of ?? (isFromVariant ? original : nil)
                if found == 0 { found = nil }
                return found != nil
            },
            { true },
            { [self] in
                guard let found else { return false }
                let outcome = pictures.register(
                    Revision(digest: found), of: Self.source, by: .read(begunAt: begunAt, mayReplace: true),
                    response: nil, now: tick())
                if case .becameCurrent = outcome { dropOthers(than: found, from: begunAt) }
                return true
            },
            { [self] in found.map(storeInMemory) ?? false },
            { [self] in found.map(storeOnDisk) ?? false },
        ]
    }

    private func otherProcess(_ number: UInt64) -> Steps {
        [
            { [self] in
                (original, sizes, hasOtherProcess) = (number, [:], true)
                return true
            }
        ]
    }

    /// The disk's limit evicts the original.
    private func eviction() -> Steps {
        [
            { [self] in
                original = nil
                return true
            }
        ]
    }

    private func removal() -> Steps {
        [
            { [self] in
                removedAt = tick()
                pictures.remove(Self.source, now: removedAt)
                (memory, staged.sizes) = ([:], [:])
                (staged.original, staged.kept) = (change(to: 0), change(to: 0))
                return true
            }
        ]
    }

    // MARK: - The cache

    private func dropOthers(than number: UInt64, from time: Int) {
        if time < removedAt { returned = number }
        memory = memory.filter { $0.value == number }
        if staged.original?.of != number { staged.original = nil }
        staged.sizes = staged.sizes.filter { $0.value.of == number }
        staged.kept = change(to: number)
    }

    private func change(to number: UInt64) -> Staged.Change {
        lastNumber += 1
        return (number, lastNumber)
    }

    private func storeInMemory(_ number: UInt64) -> Bool {
        if pictures.mayStore(Revision(digest: number), of: Self.source) {
            memory[one(in: 2) ? "small" : "large"] = number
        }
        return true
    }

    private func storeOnDisk(_ number: UInt64) -> Bool {
        if pictures.mayStore(Revision(digest: number), of: Self.source) {
            staged.sizes[one(in: 2) ? "small" : "large"] = change(to: number)
        }
        return true
    }

    /// The next step of the writer: takes what is staged, writes it, and drops what has not changed meanwhile.
    private func write() {
        guard let batch else { return batch = staged }
        defer { hasWritten.toggle() }
        guard hasWritten else { return write(batch) }
        if staged.original?.number == batch.original?.number { staged.original = nil }
        if staged.kept?.number == batch.kept?.number { staged.kept = nil }
        staged.sizes = staged.sizes.filter { batch.sizes[$0.key]?.number != $0.value.number }
        self.batch = nil
    }

    /// Writes one batch in one transaction.
    private func write(_ batch: Staged) {
        if let kept = batch.kept?.of {
            if original != kept { original = nil }
            sizes = sizes.filter { $0.value == kept }
        }
        if let number = batch.original?.of {
            original = number == 0 ? nil : number
            sizes = sizes.filter { $0.value == number }
        }
        for (size, (number, _)) in batch.sizes where original == nil || original == number { sizes[size] = number }
    }
}
