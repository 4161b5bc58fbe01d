/// One row of the result: a measurement of Halftone, one of another program for the same work, and the goal.
struct Finding: Sendable {
    /// A performance goal: an upper or lower bound.
    struct Goal: Sendable {
        enum Quantity: Sendable {
            /// The ratio of Halftone's measurement to the other.
            case ratio
            /// The ratio of the other measurement to Halftone's.
            case advantage
            /// Halftone's measurement alone, in its own unit.
            case ours
        }

        let quantity: Quantity
        let bound: Double
        let isUpper: Bool

        static func atMost(_ bound: Double) -> Goal { Goal(quantity: .ratio, bound: bound, isUpper: true) }
        static func timesCheaper(_ bound: Double) -> Goal { Goal(quantity: .advantage, bound: bound, isUpper: false) }
        static func atLeast(_ bound: Double) -> Goal { Goal(quantity: .ours, bound: bound, isUpper: false) }
        static func within(_ bound: Double) -> Goal { Goal(quantity: .ours, bound: bound, isUpper: true) }
    }

    /// The name of the goal, P1 to P18, or of the benchmark.
    let name: String
    let work: String
    let ours: Measurement
    var other: (name: String, measurement: Measurement)?
    var goal: Goal?
    /// The fidelity of the printed pictures in dB: Halftone's and the other program's, if known.
    var likeness: (ours: Double, other: Double?)?

    /// The quantity that the goal bounds; without a goal the ratio, or `nil` if there is no other measurement.
    var compared: Measurement? {
        switch goal?.quantity {
        case .ours: ours
        case .advantage: other.map { $0.measurement.ratio(to: ours) }
        case .ratio, nil: other.map { ours.ratio(to: $0.measurement) }
        }
    }

    /// Whether the goal is met; `nil` without a goal.
    var isMet: Bool? {
        guard let goal, let compared else { return nil }
        return goal.isUpper ? compared.median <= goal.bound : compared.median >= goal.bound
    }

    /// `≤ 0.45`
    var goalText: String {
        guard let goal else { return "" }
        let bound = goal.quantity == .ours ? "\(Measurement([goal.bound], ours.unit))" : "\(goal.bound)"
        return (goal.isUpper ? "≤ " : "≥ ") + (goal.quantity == .advantage ? "\(Int(goal.bound))x cheaper" : bound)
    }
}
