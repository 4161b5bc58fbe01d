/// A step of a scenario, with its text for reports. A value.
struct LabStep: Sendable {
    enum Action: Sendable {
        /// Shows the text as a caption.
        case say
        /// Does something in the Lab. An error fails the scenario.
        case perform(@MainActor @Sendable (ScenarioPlayer) throws -> Void)
        /// Waits until a condition holds. A timeout ends the scenario.
        case wait(LabCheck)
        /// Checks that a condition holds now. If not, the scenario continues and has failed.
        case check(LabCheck)
    }

    let text: String
    let action: Action
    /// Whether performing it changes nothing on the screen, so that a tour goes on at once.
    let isQuiet: Bool
    /// Whether it belongs to the rounds of a repetition, which are reported together.
    private(set) var isRepeated = false

    init(_ text: String, _ action: Action, isQuiet: Bool = false) {
        (self.text, self.action, self.isQuiet) = (text, action, isQuiet)
    }

    /// Returns the steps of several rounds.
    static func repeated(_ count: Int, _ steps: [LabStep]) -> [LabStep] {
        let round = steps.map { step in
            var step = step
            step.isRepeated = true
            return step
        }
        return Array(repeatElement(round, count: count).joined())
    }
}

/// Collects the steps of a scenario, one a line.
@resultBuilder
enum LabStepBuilder {
    static func buildExpression(_ step: LabStep) -> [LabStep] { [step] }
    static func buildExpression(_ steps: [LabStep]) -> [LabStep] { steps }
    static func buildBlock(_ parts: [LabStep]...) -> [LabStep] { parts.flatMap(\.self) }
}
