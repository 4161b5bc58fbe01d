/// The items that are marked, by their numbers, and the way back. A value.
struct Marks: Hashable, Sendable {
    private(set) var numbers = NumberSet()
    /// What each change turned over, the latest last: doing it again undoes it.
    private var changes: [Change] = []

    private enum Change: Hashable {
        case one(Int)
        case many(NumberSet)
    }

    /// Changes that can be taken back. Nobody remembers more.
    static let mostChanges = 100

    var isEmpty: Bool { numbers.isEmpty }
    var count: Int { numbers.count }
    func contains(_ number: Int) -> Bool { numbers.contains(number) }

    /// Marks what is not marked, and the other way round.
    mutating func toggle(_ number: Int) { keep(.one(number)) }

    /// Marks all of these; none of them, if all are marked.
    mutating func toggleAll(_ others: NumberSet) {
        guard !others.isEmpty else { return }
        let missing = others.subtracting(numbers)
        keep(.many(missing.isEmpty ? others : missing))
    }

    /// Takes the last change back. `false` if there is none.
    mutating func undo() -> Bool {
        guard let change = changes.popLast() else { return false }
        turn(change)
        return true
    }

    /// Gives every item its new number; an item without one loses its mark. There is no way back behind that.
    mutating func renumber(_ number: (Int) -> Int?) {
        numbers = NumberSet(numbers.lazy.compactMap(number))
        changes = []
    }

    private mutating func keep(_ change: Change) {
        turn(change)
        changes.append(change)
        if changes.count > Self.mostChanges { changes.removeFirst() }
    }

    private mutating func turn(_ change: Change) {
        switch change {
        case .one(let number): numbers.toggle(number)
        case .many(let others): numbers.formSymmetricDifference(others)
        }
    }
}
