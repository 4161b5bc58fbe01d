import ImageFeeds
import TestSupport
import Testing

@testable import halftone

/// Which item is which in a new reading: above all where a picture comes several times.
@Suite(.endsInTime) struct RenumberingTests {
    private func item(_ picture: String, _ title: String = "") -> FeedItem {
        FeedItem(title: title.isEmpty ? picture : title, picture: .local("/pictures/\(picture)"))
    }

    private func entry(_ title: String) -> FeedItem { FeedItem(title: title, picture: .missing) }

    /// The numbers of all old items.
    private func numbers(_ old: [FeedItem], _ new: [FeedItem]) throws -> [Int?] {
        let renumbering = try #require(Renumbering(from: FeedItems(old), to: FeedItems(new)))
        return old.indices.map { renumbering.new($0) }
    }

    @Test func aPictureThatComesTwiceKeepsItsTurn() throws {
        #expect(
            try numbers([item("a"), item("b"), item("a")], [item("b"), item("a"), item("a")]) == [1, 0, 2])
    }

    /// The mark of the second copy was lost, because the first one's place was taken by it.
    @Test func theCopyThatIsLeftIsItselfAgain() throws {
        let (first, second, other) = (item("a", "first"), item("a", "second"), item("b"))
        #expect(try numbers([first, second, other], [second, other]) == [0, 0, 1])
        #expect(try numbers([first, second, other], [second, other, first]) == [2, 0, 1])
        #expect(try numbers([first, second], [second, first]) == [1, 0])
        #expect(try numbers([first, other, second], [first, second, other]) == [0, 2, 1])
    }

    /// A copy beside one that stood where it had stood lost its mark, and the same copy elsewhere did not.
    @Test func aPictureThatIsStillThereIsNeverWithoutANumber() throws {
        #expect(try numbers([item("a"), item("a"), item("b")], [item("a"), item("b")]) == [0, 0, 1])
        #expect(try numbers([item("a"), item("b"), item("a")], [item("a"), item("b")]) == [0, 1, 0])
        #expect(try numbers([item("b"), item("a"), item("a")], [item("b"), item("a")]) == [0, 1, 1])
    }

    @Test func anEntryWithoutAPictureIsKnownByAllThatIsKnownOfIt() throws {
        #expect(
            try numbers([item("a"), entry("one"), entry("two")], [entry("two"), item("a"), entry("new")])
                == [1, nil, 0])
    }

    @Test func aTitleThatChangesDoesNotMakeAnotherPictureOfIt() throws {
        #expect(try numbers([item("a"), item("b", "old")], [item("c"), item("b", "new"), item("a")]) == [2, 1])
    }

    /// What is the same at both ends is not looked up; the result is as if it were.
    @Test(arguments: [UInt64.random(in: .min ... .max)])
    func everyPictureHasTheNumberThatLookingItUpGives(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            // given items of few names and fewer titles, so that many come several times, changed in a few places
            let names = Int.random(in: 1...12, using: &random)
            func some() -> FeedItem {
                item("p\(Int.random(in: 0..<names, using: &random))", "t\(Int.random(in: 0..<3, using: &random))")
            }
            let old = (0..<Int.random(in: 0...12, using: &random)).map { _ in some() }
            var new = old
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let place = Int.random(in: 0...new.count, using: &random)
                if Bool.random(using: &random) || place == new.count {
                    new.insert(some(), at: place)
                } else {
                    new.remove(at: place)
                }
            }
            let comment = Comment(rawValue: "seed \(seed), round \(round): \(old) to \(new)")
            let renumbering = try #require(Renumbering(from: FeedItems(old), to: FeedItems(new)))
            var taken: Set<Int> = []
            var joins = false
            for number in old.indices {
                let found = renumbering.new(number)
                // then each has a number exactly if its picture is still there, and that number is its picture's
                #expect((found != nil) == new.contains { $0.picture == old[number].picture }, comment)
                guard let found else { continue }
                #expect(new[found].picture == old[number].picture, comment)
                if !taken.insert(found).inserted { joins = true }
            }
            // and as many of equal items are themselves again as there are of them
            for item in Set(old) {
                let numbers = old.indices.filter { old[$0] == item }
                let found = numbers.compactMap { renumbering.new($0) }.filter { new[$0] == item }
                #expect(Set(found).count == min(numbers.count, new.count { $0 == item }), comment)
            }
            #expect(!joins || renumbering.joinsCopies, comment)
            // and a set of numbers becomes what its numbers become
            let some = NumberSet(old.indices.filter { _ in Bool.random(using: &random) })
            #expect(Set(renumbering.new(some)) == Set(some.compactMap { renumbering.new($0) }), comment)
        }
    }

    @Test func aRefreshThatIsGivenUpGivesNothing() {
        let items = FeedItems((0..<3_000).map { item("\($0)") })
        #expect(Renumbering(from: items, to: items) { true } == nil)
        #expect(Renumbering(from: items, to: FeedItems([item("new")] + items.dropLast())) { true } == nil)
    }

    @Test(arguments: [UInt64.random(in: .min ... .max)])
    func whatOthersComeAmongHasTheNumbersThatInsertingThemGives(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let count = Int.random(in: 0...12, using: &random)
            var (all, ranges, at) = (Array(0..<count), [Range<Int>](), 0)
            for _ in 0..<Int.random(in: 0...4, using: &random) where at <= all.count {
                let start = Int.random(in: at...all.count, using: &random)
                let length = Int.random(in: 1...3, using: &random)
                all.insert(contentsOf: Array(repeating: -1, count: length), at: start)
                ranges.append(start..<start + length)
                at = start + length
            }
            let numbers = Renumbering(of: count, inserting: ranges)
            for old in 0..<count { #expect(numbers.new(old) == all.firstIndex(of: old), "seed \(seed)") }
            #expect(!numbers.joinsCopies)
        }
    }
}
