import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) struct ItemChangesTests {
    /// The new numbers of five items.
    private func numbers(_ changes: ItemChanges) -> [Int?] { (0..<5).map(changes.newIndex) }

    @Test func `insertions are counted by their new numbers`() {
        let changes = ItemChanges(inserting: [0..<2, 4..<5, 8..<9])
        #expect(numbers(changes) == [2, 3, 5, 6, 7])
        #expect(changes.lead(from: 5, to: 9) && !changes.lead(from: 5, to: 8))
    }

    @Test func `removals are counted by their old numbers`() {
        let changes = ItemChanges(removing: [4, 1, 1])
        #expect(numbers(changes) == [0, nil, 1, 2, nil])
        #expect(changes.lead(from: 5, to: 3) && !changes.lead(from: 4, to: 2), "there is no item 4")
    }

    @Test func `of equal identities the first counts`() {
        let changes = ItemChanges(from: ["a", "b", "b", "c", "d"], to: ["c", "b", "x", "a", "c"])
        #expect(numbers(changes) == [3, 1, nil, 0, nil])
        #expect(changes.lead(from: 5, to: 5) && !changes.lead(from: 5, to: 4) && !changes.lead(from: 4, to: 5))
        #expect(changes.newIndex(of: 9) == nil)
    }

    @Test(arguments: [[2..<3, 1..<2], [0..<2, 1..<3], [-1..<1], [6..<8]])
    func `ranges out of order or out of bounds lead nowhere`(_ ranges: [Range<Int>]) {
        let count = ranges.reduce(0) { $0 + $1.count }
        #expect(!ItemChanges(inserting: ranges).lead(from: 5, to: 5 + count))
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `insertions and removals are what the difference of identities is`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let old = Array(0..<Int.random(in: 0...20, using: &random))
        let removed = old.filter { _ in Bool.random(using: &random) }
        let kept = old.filter { !removed.contains($0) }
        let removal = (ItemChanges(removing: removed), ItemChanges(from: old, to: kept))
        var new = kept
        var places: [Int] = []
        for place in 0..<kept.count + 5 where place <= new.count && Bool.random(using: &random) {
            new.insert(100 + place, at: place)
            places.append(place)
        }
        let insertion = (ItemChanges(inserting: places.map { $0..<$0 + 1 }), ItemChanges(from: kept, to: new))
        #expect(old.map(removal.0.newIndex) == old.map(removal.1.newIndex), "seed \(seed)")
        #expect(kept.indices.map(insertion.0.newIndex) == kept.indices.map(insertion.1.newIndex), "seed \(seed)")
        #expect(removal.0.lead(from: old.count, to: kept.count) && insertion.0.lead(from: kept.count, to: new.count))
    }
}
