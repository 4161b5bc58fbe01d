/// One row of the result: what we take, what something else takes for the same work, and what the goal says.
struct Finding: Sendable {
    /// A bound of DESIGN.md's section 7.
    struct Goal: Sendable {
        enum Quantity: Sendable {
            /// The ratio of our figure to the other.
            case ratio
            /// The ratio of the other figure to ours: how many times cheaper we are.
            case advantage
            /// Our figure alone, in its own unit.
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

    /// P1 to P14.
    let name: String
    let work: String
    let ours: Measurement
    var other: (name: String, measurement: Measurement)?
    var goal: Goal?
    /// How like an exact reduction the printed pictures are, in dB: ours and the other's, where that can be told.
    var likeness: (ours: Double, other: Double?)?

    /// What the goal bounds, or else the ratio, if there is something to compare with.
    var compared: Measurement? {
        switch goal?.quantity {
        case .ours: ours
        case .advantage: other.map { $0.measurement.ratio(to: ours) }
        case .ratio, nil: other.map { ours.ratio(to: $0.measurement) }
        }
    }

    /// `nil` without a goal.
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
