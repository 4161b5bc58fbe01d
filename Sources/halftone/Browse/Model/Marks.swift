/// The items that are marked, by their numbers, and the way back. A value.
struct Marks: Hashable, Sendable {
    private(set) var numbers = NumberSet()
    /// What each change turned over, the latest last: doing it again undoes it.
    private var changes: [Change] = []

    private enum Change: Hashable {
        case one(Int)
        case many(NumberSet)

        /// `nil`: nothing of it is left.
        func renumbered(_ renumbering: Renumbering) -> Change? {
            switch self {
            case .one(let number): return renumbering.new(number).map(Change.one)
            case .many(let numbers):
                let numbers = renumbering.new(numbers)
                return numbers.isEmpty ? nil : .many(numbers)
            }
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

    /// Whether nothing was ever marked, or at least nothing that could be taken back.
    var isUntouched: Bool { numbers.isEmpty && changes.isEmpty }

    /// Gives every item its new number; an item without one loses its mark. What was changed can still be taken back,
    /// unless items that were marked each by itself are one now.
    mutating func renumber(_ renumbering: Renumbering) {
        numbers = renumbering.new(numbers)
        changes = renumbering.joinsCopies ? [] : changes.compactMap { $0.renumbered(renumbering) }
    }

    /// Takes over what was marked earlier: with the way back, if nothing was marked since.
    mutating func recall(_ earlier: Marks) {
        if isUntouched { self = earlier } else { numbers.formUnion(earlier.numbers) }
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
