/// Something that may hold in the Lab at a moment. A value; ``verdict(on:)`` says whether it does.
public enum ScriptCondition: Sendable, Equatable {
    /// A figure compared with a number or another figure.
    case figure(String, Comparison, Operand)
    /// Something about one cell, or about every cell in view.
    case cells(Subject, Claim)
    /// A text is on the screen, or is not.
    case screen(text: String, isThere: Bool)
    /// Nothing is under way.
    case idle
    /// A switch stands there.
    case position(switch: String, value: String)

    public enum Comparison: String, Sendable, CaseIterable {
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

    public enum Operand: Sendable, Equatable {
        case number(Int)
        /// A figure, and so many more.
        case figure(String, plus: Int)
    }

    /// Which cells are meant.
    public enum Subject: Sendable, Equatable {
        case cell(Int)
        case row(Int)
        case selected
        case every
    }

    /// What is said of a cell.
    public enum Claim: Sendable, Equatable {
        /// The URL of the picture that can be seen in it contains this.
        case shows(String)
        case state(LabCellFacts.State)
        case figure(String, Comparison, Int)
    }

    /// Whether it holds, and what was found, in words for a report.
    public struct Verdict: Sendable, Equatable {
        public let holds: Bool
        public let found: String
    }

    /// Whether the lines of the screen must be there to judge it.
    public var readsScreen: Bool { if case .screen = self { true } else { false } }

    public func verdict(on facts: LabFacts) -> Verdict {
        switch self {
        case .figure(let name, let comparison, let operand):
            return compare(facts.figures[name] ?? 0, name, comparison, operand, facts)
        case .cells(let subject, let claim): return judge(claim, of: subject, facts)
        case .screen(let text, let isThere):
            let isFound = facts.screen.contains { $0.contains(text) }
            return Verdict(holds: isFound == isThere, found: isFound ? "it is there" : "it is not there")
        case .idle:
            return Verdict(holds: facts.isIdle, found: facts.isIdle ? "nothing is under way" : Self.busy(facts))
        case .position(let name, let value):
            let found = facts.switchboard[name] ?? "not there"
            return Verdict(holds: found == value, found: "\(name) is \(found)")
        }
    }

    private func compare(
        _ left: Int, _ name: String, _ comparison: Comparison, _ operand: Operand, _ facts: LabFacts
    ) -> Verdict {
        switch operand {
        case .number(let right): return Verdict(holds: comparison.holds(left, right), found: "\(name) is \(left)")
        case .figure(let other, let more):
            let right = facts.figures[other] ?? 0
            let (sum, isTooMuch) = right.addingReportingOverflow(more)
            return Verdict(
                holds: comparison.holds(left, isTooMuch ? Int.max : sum),
                found: "\(name) is \(left), \(other) is \(right)")
        }
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
        let verdicts = cells.map { judge(claim, of: $0) }
        return verdicts.first { !$0.holds } ?? verdicts[0]
    }

    private func judge(_ claim: Claim, of cell: LabCellFacts) -> Verdict {
        let name = "cell \(cell.cell) in row \(cell.row)"
        switch claim {
        case .shows(let text):
            let shown = cell.shownURL
            return Verdict(
                holds: shown?.contains(text) == true, found: "\(name) shows \(shown ?? "no picture")")
        case .state(let state): return Verdict(holds: cell.state == state, found: "\(name) is \(cell.state.rawValue)")
        case .figure(let figure, let comparison, let right):
            let left = LabCellFacts.figures[figure]?(cell) ?? 0
            return Verdict(holds: comparison.holds(left, right), found: "\(figure) of \(name) is \(left)")
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
