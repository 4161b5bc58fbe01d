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
    /// The pause of a tour after the step is performed, so that its effect can be seen.
    let pause: Duration
}

/// Collects the steps of a scenario, one a line.
@resultBuilder
enum LabStepBuilder {
    static func buildExpression(_ step: LabStep) -> [LabStep] { [step] }
    static func buildExpression(_ steps: [LabStep]) -> [LabStep] { steps }
    static func buildBlock(_ parts: [LabStep]...) -> [LabStep] { parts.flatMap(\.self) }
}
