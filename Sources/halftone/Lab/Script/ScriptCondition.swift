/// A condition on the Lab's state, evaluated by ``verdict(on:)``. A value.
enum ScriptCondition: Sendable, Equatable {
    /// A comparison of a statistic with a sum.
    case figure(String, Comparison, ScriptSum)
    /// A property of one cell, or of every cell in view.
    case cells(Subject, Claim)
    /// The presence or absence of a text on the screen.
    case screen(text: String, isThere: Bool)
    /// Nothing is in progress.
    case idle
    /// The value of a switch.
    case position(switch: String, value: String)

    enum Comparison: String, Sendable, CaseIterable {
        case equal = "=="
        case different = "!="
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case more = ">"

        func holds(_ left: Int, _ right: Int) -> Bool {
            switch self {
            case .equal: left == right
            case .different: left != right
            case .atMost: left <= right
            case .atLeast: left >= right
            case .less: left < right
            case .more: left > right
            }
        }
    }

    /// The cells of a condition.
    enum Subject: Sendable, Equatable {
        case cell(Int)
        case row(Int)
        case selected
        case every
    }

    /// A property of a cell.
    enum Claim: Sendable, Equatable {
        /// The URL of the visible picture contains a text.
        case shows(String)
        case showsNothing
        case state(LabCellFacts.State)
        /// The load has failed, and the full error contains a text.
        case fails(String)
        /// A comparison of a statistic of the cell with a sum, which may contain statistics of the Lab.
        case figure(String, Comparison, ScriptSum)
    }

    /// The result of a condition, with the found value for the report.
    struct Verdict: Sendable, Equatable {
        let holds: Bool
        let found: String
    }

    /// Whether the evaluation needs the lines of the screen.
    var readsScreen: Bool { if case .screen = self { true } else { false } }

    func verdict(on facts: LabFacts) -> Verdict {
        switch self {
        case .figure(let name, let comparison, let sum):
            let left = facts.figures[name] ?? 0
            let right = sum.value { facts.figures[$0] ?? 0 }
            return Verdict(
                holds: comparison.holds(left, right), found: "\(name) is \(left)\(Self.words(sum, right))")
        case .cells(let subject, let claim): return judge(claim, of: subject, facts)
        case .screen(let text, let isThere):
            let isFound = facts.screen.contains { $0.contains(text) }
            return Verdict(holds: isFound == isThere, found: isFound ? "it is there" : "it is not there")
        case .idle:
            return Verdict(holds: facts.isIdle, found: facts.isIdle ? "nothing is under way" : Self.busy(facts))
        case .position(let name, let value):
            let found = facts.switchboard.text(of: name) ?? "not there"
            return Verdict(holds: found == value, found: "\(name) is \(found)")
        }
    }

    /// Returns the value of a sum, if the script does not state it.
    private static func words(_ sum: ScriptSum, _ value: Int) -> String {
        sum.isNumber ? "" : ", \(sum) is \(value)"
    }

    // MARK: - Cells

    private func judge(_ claim: Claim, of subject: Subject, _ facts: LabFacts) -> Verdict {
        let cells = facts.cells.filter { cell in
            switch subject {
            case .cell(let number): cell.cell == number
            case .row(let number): cell.row == number
            case .selected: cell.isSelected
            case .every: true
            }
        }
        guard !cells.isEmpty else { return Verdict(holds: false, found: "there is no such cell in view") }
        let verdicts = cells.map { judge(claim, of: $0, facts) }
        return verdicts.first { !$0.holds } ?? verdicts[0]
    }

    private func judge(_ claim: Claim, of cell: LabCellFacts, _ facts: LabFacts) -> Verdict {
        let name = "cell \(cell.cell) in row \(cell.row)"
        switch claim {
        case .shows(let text):
            let shown = cell.shownURL
            return Verdict(
                holds: shown?.contains(text) == true, found: "\(name) shows \(shown ?? "no picture")")
        case .showsNothing:
            return Verdict(holds: cell.shownURL == nil, found: "\(name) shows \(cell.shownURL ?? "no picture")")
        case .fails(let text):
            let reason = cell.failure.map { "failed with: \($0)" } ?? "is \(cell.state.rawValue)"
            return Verdict(holds: cell.failure?.contains(text) == true, found: "\(name) \(reason)")
        case .state(let state): return Verdict(holds: cell.state == state, found: "\(name) is \(cell.state.rawValue)")
        case .figure(let figure, let comparison, let sum):
            let left = cell.figure(figure) ?? 0
            let right = sum.value { cell.figure($0) ?? facts.figures[$0] ?? 0 }
            return Verdict(
                holds: comparison.holds(left, right),
                found: "\(figure) of \(name) is \(left)\(Self.words(sum, right))")
        }
    }

    private static func busy(_ facts: LabFacts) -> String {
        let states = LabCellFacts.State.allCases.compactMap { state -> String? in
            let count = facts.cells.count { $0.state == state }
            return count > 0 ? "\(count) \(state.rawValue)" : nil
        }
        return "cells: " + (states.isEmpty ? "none" : states.joined(separator: ", "))
    }
}
