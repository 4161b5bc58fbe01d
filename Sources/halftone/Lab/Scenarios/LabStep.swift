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
        /// Sets the timeout of the waits that follow.
        case limit(Duration)
    }

    let text: String
    let action: Action
    /// Whether performing it changes nothing on the screen, so that a tour goes on at once.
    let isQuiet: Bool
    /// The number in the scenario, from 1; the rounds of a repetition have the same numbers.
    private(set) var number = 0
    /// The number of steps in a round; 0 outside of repetitions.
    private var roundLength = 0
    private var isInFirstRound = true

    init(_ text: String, _ action: Action, isQuiet: Bool = false) {
        (self.text, self.action, self.isQuiet) = (text, action, isQuiet)
    }

    var isRepeated: Bool { roundLength > 0 }

    /// Returns the steps of several rounds.
    static func repeated(_ count: Int, _ steps: [LabStep]) -> [LabStep] {
        (0..<count).flatMap { round in
            steps.map { step in
                var step = step
                (step.roundLength, step.isInFirstRound) = (steps.count, round == 0)
                return step
            }
        }
    }

    /// Returns the steps with their numbers.
    static func numbered(_ steps: [LabStep]) -> [LabStep] {
        var (numbered, last) = ([LabStep](), 0)
        for var step in steps {
            if step.isInFirstRound { last += 1 }
            step.number = step.isInFirstRound ? last : numbered[numbered.count - step.roundLength].number
            numbered.append(step)
        }
        return numbered
    }
}

/// Collects the steps of a scenario, one a line.
@resultBuilder
enum LabStepBuilder {
    static func buildExpression(_ step: LabStep) -> [LabStep] { [step] }
    static func buildExpression(_ steps: [LabStep]) -> [LabStep] { steps }
    static func buildBlock(_ parts: [LabStep]...) -> [LabStep] { parts.flatMap(\.self) }
}
