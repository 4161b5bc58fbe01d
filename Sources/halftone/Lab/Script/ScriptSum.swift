/// The right side of a comparison: numbers and statistics, added and subtracted. A value.
struct ScriptSum: Sendable, Equatable, CustomStringConvertible {
    enum Term: Sendable, Equatable {
        case number(Int)
        case figure(String)
    }

    private struct Part: Equatable {
        let term: Term
        let isNegative: Bool
    }

    private var parts: [Part]

    init(_ term: Term) { parts = [Part(term: term, isNegative: false)] }

    mutating func add(_ term: Term, isNegative: Bool = false) {
        parts.append(Part(term: term, isNegative: isNegative))
    }

    /// Whether the sum is a constant.
    var isNumber: Bool {
        if parts.count == 1, case .number = parts[0].term { true } else { false }
    }

    /// Returns the value, saturated at the limits of `Int`.
    func value(_ figure: (String) -> Int) -> Int {
        parts.reduce(0) { sum, part in
            let value =
                switch part.term {
                case .number(let number): number
                case .figure(let name): figure(name)
                }
            let (result, isBeyond) =
                part.isNegative ? sum.subtractingReportingOverflow(value) : sum.addingReportingOverflow(value)
            guard isBeyond else { return result }
            return (value < 0) == part.isNegative ? Int.max : Int.min
        }
    }

    /// The text in a script.
    var description: String {
        parts.enumerated().map { index, part in
            let sign = index == 0 ? "" : part.isNegative ? " - " : " + "
            switch part.term {
            case .number(let number): return sign + String(number)
            case .figure(let name): return sign + name
            }
        }.joined()
    }
}
