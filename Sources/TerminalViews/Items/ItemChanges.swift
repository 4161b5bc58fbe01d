import HalftoneCore

/// The items that were inserted, removed or moved in a data source since its view last asked. A value.
public struct ItemChanges: Sendable {
    private enum Kind {
        /// Removals at old indexes in ascending order, then insertions at ranges of new indexes in ascending order.
        case steps(removed: [Int], inserted: [Range<Int>])
        /// The new indexes of the items that stay, by their old ones, and both counts.
        case moves([Int: Int], from: Int, to: Int)
    }

    private let kind: Kind

    /// Creates changes from the items before and after, each with an identity of its own. Of several equal identities
    /// only the first counts.
    public init<ID: Hashable>(from old: [ID], to new: [ID]) {
        let places = Dictionary(zip(new, new.indices)) { first, _ in first }
        var taken: Set<Int> = []
        var moves: [Int: Int] = [:]
        for (index, id) in old.enumerated() {
            if let place = places[id], taken.insert(place).inserted { moves[index] = place }
        }
        kind = .moves(moves, from: old.count, to: new.count)
    }

    /// Creates changes from the numbers of items before and after, and the new indexes of the items that stay, by their old
    /// ones. Only the items that a view displays need to be among them: all others count as removed.
    public init(staying moves: [Int: Int], from old: Int, to new: Int) {
        kind = .moves(moves, from: old, to: new)
    }

    /// Creates insertions at ranges of indexes after the change, in ascending order.
    init(inserting ranges: [Range<Int>]) { kind = .steps(removed: [], inserted: ranges) }

    /// Creates removals at indexes before the change, in any order.
    init(removing indexes: [Int]) { kind = .steps(removed: Set(indexes).sorted(), inserted: []) }

    /// Returns the index of an item after the changes; `nil` if it was removed.
    func newIndex(of old: Int) -> Int? {
        switch kind {
        case .moves(let moves, _, _): return moves[old]
        case .steps(let removed, let inserted):
            let before = removed.partitioningIndex { $0 >= old }
            guard before == removed.count || removed[before] != old else { return nil }
            return inserted.reduce(old - before) { $1.lowerBound <= $0 ? $0 + $1.count : $0 }
        }
    }

    /// Returns the new index of an item, or of the next one that stays, or the last before it; `nil` if none stays.
    func newIndex(at old: Int, of count: Int) -> Int? {
        if case .moves(let moves, _, _) = kind {
            let after = moves.keys.filter { $0 >= old }.min()
            return (after ?? moves.keys.filter { $0 < old }.max()).flatMap { moves[$0] }
        }
        let after = (old..<max(old, count)).lazy.compactMap(newIndex).first
        return after ?? (0..<max(0, old)).reversed().lazy.compactMap(newIndex).first
    }

    /// Returns whether the changes lead from one number of items to another.
    func lead(from old: Int, to new: Int) -> Bool {
        switch kind {
        case .moves(_, let from, let to): return from == old && to == new
        case .steps(let removed, let inserted):
            let isInOrder = zip(inserted, inserted.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
            let isInside =
                removed.allSatisfy { (0..<old).contains($0) }
                && inserted.allSatisfy { $0.lowerBound >= 0 && $0.upperBound <= new }
            let added = inserted.reduce(0) { $0 + $1.count }
            return isInOrder && isInside && old - removed.count + added == new
        }
    }
}
