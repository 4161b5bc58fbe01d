/// One row of the result: a measurement of Halftone, one of another program for the same work, and the goal.
struct Finding: Sendable {
    let work: String
    let ours: Measurement
    var other: (name: String, measurement: Measurement)?
    var goal: Goal?

    /// The ratio of Halftone's measurement to the other, in each round; `nil` if there is no other.
    var ratio: Measurement? { other.map { ours.ratio(to: $0.measurement) } }

    /// Whether the goal is met; `nil` without a goal.
    var isMet: Bool? { goal.map { $0.isMet(by: (ratio ?? ours).median) } }

    /// `≤ 0.45`
    var goalText: String {
        guard let goal else { return "" }
        return (goal.isUpper ? "≤ " : "≥ ") + "\(Measurement([goal.bound], other == nil ? ours.unit : .number))"
    }
}
