/// A condition on the state of the Lab, or of one of its cells, with its text for reports. A value.
struct LabCheck: Sendable {
    /// The result of a condition, with the found value for the report.
    struct Verdict: Sendable, Equatable {
        let holds: Bool
        let found: String
    }

    let text: String
    /// Evaluates the condition; the cell is that of a condition on cells.
    let judge: @Sendable (LabFacts, LabCellFacts?) -> Verdict

    func verdict(on facts: LabFacts) -> Verdict { judge(facts, nil) }
}

/// A number of the Lab or of one of its cells, or a sum of such numbers, for comparisons. A value.
struct LabNumber: Sendable, ExpressibleByIntegerLiteral {
    let text: String
    private let isLiteral: Bool
    fileprivate let value: @Sendable (LabFacts, LabCellFacts?) -> Int

    private init(
        _ text: String, isLiteral: Bool, _ value: @escaping @Sendable (LabFacts, LabCellFacts?) -> Int
    ) {
        (self.text, self.isLiteral, self.value) = (text, isLiteral, value)
    }

    init(integerLiteral value: Int) { self.init("\(value)", isLiteral: true) { _, _ in value } }

    /// The counter of a name in ``LabFigures``.
    init(counter name: String) {
        self.init(name, isLiteral: false) { facts, _ in facts.figures[name] ?? 0 }
    }

    /// A number of a cell, in conditions on cells.
    init(cell name: String, _ value: @escaping @Sendable (LabCellFacts) -> Int) {
        self.init(name, isLiteral: false) { _, cell in cell.map(value) ?? 0 }
    }

    static func + (left: LabNumber, right: LabNumber) -> LabNumber {
        LabNumber("\(left.text) + \(right.text)", isLiteral: false) {
            left.value($0, $1) + right.value($0, $1)
        }
    }

    static func == (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, "==", right, ==) }
    static func <= (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, "<=", right, <=) }
    static func >= (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, ">=", right, >=) }
    static func < (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, "<", right, <) }
    static func > (left: LabNumber, right: LabNumber) -> LabCheck { compare(left, ">", right, >) }

    private static func compare(
        _ left: LabNumber, _ sign: String, _ right: LabNumber,
        _ holds: @escaping @Sendable (Int, Int) -> Bool
    ) -> LabCheck {
        LabCheck(text: "\(left.text) \(sign) \(right.text)") { facts, cell in
            let (found, bound) = (left.value(facts, cell), right.value(facts, cell))
            let comparedTo = right.isLiteral ? "" : ", \(right.text) is \(bound)"
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
        each("is \(state.rawValue)") { cell in
            LabCheck.Verdict(holds: cell.state == state, found: "is \(cell.state.rawValue)")
        }
    }

    /// The URL of the visible picture contains a text.
    func shows(_ text: String) -> LabCheck {
        each("shows \(text)") { cell in
            LabCheck.Verdict(
                holds: cell.shownURL?.contains(text) == true,
                found: "shows \(cell.shownURL ?? "no picture")")
        }
    }

    var showsNothing: LabCheck {
        each("shows no picture") { cell in
            LabCheck.Verdict(holds: cell.shownURL == nil, found: "shows \(cell.shownURL ?? "no picture")")
        }
    }

    /// The load has failed, and the full error contains a text.
    func fails(with text: String) -> LabCheck {
        each("fails with \(text)") { cell in
            LabCheck.Verdict(
                holds: cell.failure?.contains(text) == true,
                found: cell.failure.map { "failed with: \($0)" } ?? "is \(cell.state.rawValue)")
        }
    }

    /// A comparison holds for each of the cells.
    func has(_ check: LabCheck) -> LabCheck {
        make("has \(check.text)") { cell, facts in
            let verdict = check.judge(facts, cell)
            return LabCheck.Verdict(
                holds: verdict.holds, found: "\(Self.name(of: cell)): \(verdict.found)")
        }
    }

    private func each(
        _ claim: String, _ judge: @escaping @Sendable (LabCellFacts) -> LabCheck.Verdict
    ) -> LabCheck {
        make(claim) { cell, _ in
            let verdict = judge(cell)
            return LabCheck.Verdict(
                holds: verdict.holds, found: "\(Self.name(of: cell)) \(verdict.found)")
        }
    }

    private func make(
        _ claim: String, _ judge: @escaping @Sendable (LabCellFacts, LabFacts) -> LabCheck.Verdict
    ) -> LabCheck {
        LabCheck(text: "\(text) \(claim)") { facts, _ in
            let verdicts = facts.cells.filter(contains).map { judge($0, facts) }
            return verdicts.first { !$0.holds } ?? verdicts.first
                ?? LabCheck.Verdict(holds: false, found: "there is no such cell in view")
        }
    }

    private static func name(of cell: LabCellFacts) -> String {
        "cell \(cell.cell) in row \(cell.row)"
    }
}
