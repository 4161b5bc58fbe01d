extension ScriptLine {
    /// Parses the rest of the line as a condition.
    mutating func condition() throws(ScriptError) -> ScriptCondition {
        let first = try word("a condition")
        switch first {
        case "idle": return .idle
        case "cell": return .cells(.cell(try number(1...Int.max)), try claim())
        case "row": return .cells(.row(try number(1...Int.max)), try claim())
        case "selected": return .cells(.selected, try claim())
        case "every":
            guard try word("cell") == "cell" else { throw error("expected: every cell is STATE") }
            return .cells(.every, try claim())
        case "screen": return try screen()
        case "switch":
            let name = try word("a switch")
            guard vocabulary.switchboard.text(of: name) != nil else { throw error("unknown switch '\(name)'") }
            guard try word("is") == "is" else { throw error("expected: switch NAME is VALUE") }
            return .position(switch: name, value: try text())
        default: return try figure(first)
        }
    }

    private mutating func screen() throws(ScriptError) -> ScriptCondition {
        let verb = try word("shows or lacks")
        guard verb == "shows" || verb == "lacks" else {
            throw error("expected: screen shows TEXT or screen lacks TEXT")
        }
        return .screen(text: try text(), isThere: verb == "shows")
    }

    private mutating func figure(_ name: String) throws(ScriptError) -> ScriptCondition {
        guard vocabulary.figures.contains(name) else {
            throw error(
                "unknown figure '\(name)' (\(vocabulary.figures.sorted().joined(separator: ", ")))")
        }
        return .figure(name, try comparison(), try sum(of: vocabulary.figures))
    }

    /// Parses a sum such as `visible - row + 1`: numbers and statistics with signs between them.
    private mutating func sum(of figures: Set<String>) throws(ScriptError) -> ScriptSum {
        var sum = ScriptSum(try term(of: figures))
        while let sign = take() {
            guard sign == "+" || sign == "-" else { throw error("unexpected '\(sign)'") }
            sum.add(try term(of: figures), isNegative: sign == "-")
        }
        return sum
    }

    private mutating func term(of figures: Set<String>) throws(ScriptError) -> ScriptSum.Term {
        let word = try word("a number or a figure")
        if let number = Int(word) { return .number(number) }
        guard figures.contains(word) else { throw error("not a number or figure: '\(word)'") }
        return .figure(word)
    }

    private mutating func comparison() throws(ScriptError) -> ScriptCondition.Comparison {
        let word = try word("a comparison")
        guard let comparison = ScriptCondition.Comparison(rawValue: word) else {
            let all = ScriptCondition.Comparison.allCases.map(\.rawValue).joined(separator: " ")
            throw error("unknown comparison '\(word)' (\(all))")
        }
        return comparison
    }

    private mutating func claim() throws(ScriptError) -> ScriptCondition.Claim {
        let verb = try word("shows, is, fails with, or a figure of the cell")
        switch verb {
        case "shows":
            let text = try text()
            return text == "no picture" ? .showsNothing : .shows(text)
        case "is":
            let word = try word("a state")
            guard let state = LabCellFacts.State(rawValue: word) else {
                let all = LabCellFacts.State.allCases.map(\.rawValue).joined(separator: ", ")
                throw error("unknown state '\(word)' (\(all))")
            }
            return .state(state)
        case "fails":
            guard try word("with") == "with" else { throw error("expected: fails with TEXT") }
            return .fails(try text())
        default:
            guard LabCellFacts.figures.contains(verb) else {
                let all = LabCellFacts.figures.joined(separator: ", ")
                throw error("unknown condition '\(verb)' of a cell (shows, is, fails with, \(all))")
            }
            return .figure(
                verb, try comparison(), try sum(of: vocabulary.figures.union(LabCellFacts.figures)))
        }
    }
}
