/// The items that are marked, by their numbers, and the way back. A value.
///
/// Changes are counted through all that is marked anywhere, so that those of several feeds, and of what a feed has no
/// longer, are taken back in the order in which they were made.
struct Marks: Hashable, Sendable {
    private(set) var numbers = NumberSet()
    /// What each change turned over, the latest last: doing it again undoes it.
    private var changes: [Change] = []
    /// The number of the latest change made here or, as far as is known, anywhere.
    private(set) var lastChange = 0

    private struct Change: Hashable {
        /// From 1. Parts of one change have the same.
        let number: Int
        var turned: Turned

        enum Turned: Hashable {
            case one(Int)
            case many(NumberSet)
        }

        var numbers: NumberSet {
            switch turned {
            case .one(let number): [number]
            case .many(let numbers): numbers
            }
        }

        /// `nil`: nothing of it is left.
        func renumbered(_ renumbering: Renumbering) -> Change? {
            switch turned {
            case .one(let number): renumbering.new(number).map { Change(number: self.number, turned: .one($0)) }
            case .many(let numbers): Change(number, of: renumbering.new(numbers))
            }
        }

        init(number: Int, turned: Turned) { (self.number, self.turned) = (number, turned) }

        /// `nil`: it changes nothing.
        init?(_ number: Int, of numbers: NumberSet) {
            guard !numbers.isEmpty else { return nil }
            (self.number, turned) = (number, .many(numbers))
        }
    }

    /// Changes that can be taken back. Nobody remembers more.
    static let mostChanges = 100

    init() {}

    /// Without a way back.
    init(_ numbers: NumberSet) { self.numbers = numbers }

    var isEmpty: Bool { numbers.isEmpty }
    var count: Int { numbers.count }
    func contains(_ number: Int) -> Bool { numbers.contains(number) }

    /// Whether nothing was ever marked, or at least nothing that could be taken back.
    var isUntouched: Bool { numbers.isEmpty && changes.isEmpty }

    // MARK: - Changing

    /// Marks what is not marked, and the other way round.
    mutating func toggle(_ number: Int) { keep(.one(number)) }

    /// Marks all of these; none of them, if all are marked.
    mutating func toggleAll(_ others: NumberSet) {
        guard !others.isEmpty else { return }
        let missing = others.subtracting(numbers)
        keep(.many(missing.isEmpty ? others : missing))
    }

    /// Marks nothing any more, as a part of a change that was made elsewhere.
    mutating func clear(inChange number: Int) {
        guard !numbers.isEmpty else { return }
        lastChange = number - 1
        keep(.many(numbers))
    }

    /// What is changed next is changed after this.
    mutating func follow(_ change: Int) { lastChange = max(lastChange, change) }

    private mutating func keep(_ turned: Change.Turned) {
        lastChange += 1
        turn(turned)
        changes.append(Change(number: lastChange, turned: turned))
        if changes.count > Self.mostChanges { changes.removeFirst() }
    }

    private mutating func turn(_ turned: Change.Turned) {
        switch turned {
        case .one(let number): numbers.toggle(number)
        case .many(let others): numbers.formSymmetricDifference(others)
        }
    }

    // MARK: - The way back

    /// The change that is taken back next; `nil` if there is none.
    var undoable: Int? { changes.last?.number }

    /// Takes the last change back. `false` if there is none.
    mutating func undo() -> Bool {
        guard let number = undoable else { return false }
        undo(number)
        return true
    }

    /// Takes a change back, or the part of it that was made here; nothing, unless it is the last one.
    mutating func undo(_ number: Int) {
        guard let change = changes.last, change.number == number else { return }
        changes.removeLast()
        turn(change.turned)
    }

    // MARK: - Other numbers

    /// Gives every item its new number; an item without one loses its mark. What was changed can still be taken back,
    /// unless items that were marked each by itself are one now.
    mutating func renumber(_ renumbering: Renumbering) {
        numbers = renumbering.new(numbers)
        changes = renumbering.joinsCopies ? [] : changes.compactMap { $0.renumbered(renumbering) }
    }

    /// What ``renumber(_:)`` leaves behind, by the numbers it had, with the way back.
    func lost(by renumbering: Renumbering) -> Marks {
        func lost(_ numbers: NumberSet) -> NumberSet { NumberSet(numbers.lazy.filter { renumbering.new($0) == nil }) }
        var rest = self
        rest.numbers = lost(numbers)
        rest.changes = changes.compactMap { change in
            switch change.turned {
            case .one(let number): renumbering.new(number) == nil ? change : nil
            case .many(let numbers): Change(change.number, of: lost(numbers))
            }
        }
        return rest
    }

    /// Takes over what was marked earlier, with the way back; of what was marked or not here since, only the mark.
    mutating func recall(_ earlier: Marks) {
        follow(earlier.lastChange)
        var known = numbers
        for change in changes { known.formUnion(change.numbers) }
        numbers.formUnion(earlier.numbers)
        for change in earlier.changes {
            guard let change = Change(change.number, of: change.numbers.subtracting(known)) else { continue }
            if let index = changes.firstIndex(where: { $0.number >= change.number }) {
                guard changes[index].number == change.number else {
                    changes.insert(change, at: index)
                    continue
                }
                var turned = changes[index].numbers
                turned.formUnion(change.numbers)
                changes[index].turned = .many(turned)
            } else {
                changes.append(change)
            }
        }
        changes.removeFirst(max(0, changes.count - Self.mostChanges))
    }
}
