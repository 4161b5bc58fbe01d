/// The pauses between the steps of a story. A value.
struct StoryPace: Sendable {
    /// After a step that changes something on the screen.
    static let look = Duration.milliseconds(900)
    /// After a passed check.
    static let check = Duration.milliseconds(600)
    /// After a failed check.
    static let failure = Duration.seconds(4)
    /// After a step of a repeated block.
    static let repeated = Duration.milliseconds(120)

    /// Returns the time to read a caption: about 200 words a minute, and a constant.
    static func reading(_ text: String) -> Duration { max(.seconds(2), .seconds(1) + .milliseconds(55) * text.count) }

    /// Returns the pause after a step, before the next one.
    static func pause(after next: ScriptRun.Next, isRepeated: Bool) -> Duration {
        switch next {
        case .perform(let command, _):
            switch command {
            case .resetCounters, .say: .zero
            case .keys, .type, .set, .clearFaults, .clear, .reload, .pause, .resume, .step: isRepeated ? repeated : look
            }
        case .told(.said(let text), _): reading(text)
        case .told(.checked(let verdict), _): verdict.holds ? (isRepeated ? .zero : check) : failure
        case .wait, .finished: .zero
        }
    }
}
