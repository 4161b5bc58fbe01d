/// A condition on the state of the Lab, with its text for reports. A value.
struct LabCheck: Sendable {
    /// The result of a condition, with the found value for the report.
    struct Verdict: Sendable, Equatable {
        let holds: Bool
        let found: String
    }

    let text: String
    let judge: @MainActor @Sendable (LabFacts) -> Verdict
}

/// A number of the Lab, or a sum of such numbers, for comparisons. A value.
struct LabNumber: Sendable, ExpressibleByIntegerLiteral {
    let text: String
    let value: @MainActor @Sendable (LabFacts) -> Int

    init(_ text: String, _ value: @escaping @MainActor @Sendable (LabFacts) -> Int) {
        (self.text, self.value) = (text, value)
    }

    init(integerLiteral value: Int) { self.init("\(value)") { _ in value } }

    /// The counter of a name in ``LabCounters``.
    init(counter name: String) { self.init(name) { $0.counters[name] ?? 0 } }

    static func + (left: LabNumber, right: LabNumber) -> LabNumber {
        LabNumber("\(left.text) + \(right.text)") { left.value($0) + right.value($0) }
    }

    static func == (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, "==", right, ==) }
    static func <= (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, "<=", right, <=) }
    static func >= (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, ">=", right, >=) }
    static func > (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, ">", right, >) }

    private static func compare(
        _ left: LabNumber, _ sign: String, _ right: LabNumber,
        _ holds: @escaping @Sendable (Int, Int) -> Bool
    ) -> LabCheck {
        LabCheck(text: "\(left.text) \(sign) \(right.text)") { facts in
            let (found, bound) = (left.value(facts), right.value(facts))
            let comparedTo = right.text == "\(bound)" ? "" : ", \(right.text) is \(bound)"
            return LabCheck.Verdict(
                holds: holds(found, bound), found: "\(left.text) is \(found)\(comparedTo)")
        }
    }
}

/// The cells in view that a condition is about. A condition fails if there is none.
struct LabCells: Sendable {
    let text: String
    let contains: @Sendable (LabCellFacts) -> Bool

    func `is`(_ state: LabCellFacts.State) -> LabCheck {
        each("is \(state.rawValue)", { $0.state == state }, found: { "is \($0.state.rawValue)" })
    }

    /// The URL of the visible picture contains a text.
    func shows(_ text: String) -> LabCheck {
        each("shows \(text)", { $0.shownURL?.contains(text) == true }, found: Self.shown)
    }

    var showsNothing: LabCheck { each("shows no picture", { $0.shownURL == nil }, found: Self.shown) }

    private static let shown = { @Sendable (cell: LabCellFacts) in "shows \(cell.shownURL ?? "no picture")" }

    /// The load has failed, and the full error contains a text.
    func fails(with text: String) -> LabCheck {
        each("fails with \(text)", { $0.failure?.contains(text) == true }) { cell in
            cell.failure.map { "failed with: \($0)" } ?? "is \(cell.state.rawValue)"
        }
    }

    private func each(
        _ claim: String, _ holds: @escaping @Sendable (LabCellFacts) -> Bool,
        found: @escaping @Sendable (LabCellFacts) -> String
    ) -> LabCheck {
        LabCheck(text: "\(text) \(claim)") { facts in
            let cells = facts.cells.filter(contains)
            guard let cell = cells.first(where: { !holds($0) }) ?? cells.first else {
                return LabCheck.Verdict(holds: false, found: "there is no such cell in view")
            }
            return LabCheck.Verdict(holds: holds(cell), found: "cell \(cell.cell) in row \(cell.row) \(found(cell))")
        }
    }
}
