/// Where a script is: which line is next, what it waits for, and what came of it so far.
///
/// A value: the caller tells the time, shows the facts, and does what the script asks for.
struct ScriptRun: Sendable {
    /// What the caller is to do.
    enum Next: Sendable, Equatable {
        /// Do this, let a turn of the loop pass, and ask again.
        case perform(LabScript.Command, line: Int)
        /// Ask again when something changed, and at this time at the latest.
        case wait(until: Duration)
        /// The script is over; ``ScriptRun/report`` says what came of it.
        case finished
    }

    private struct Frame {
        let steps: [LabScript.Step]
        var index = 0
        /// Rounds that are left, this one included.
        var rounds: Int
    }

    private struct Waiting {
        let condition: ScriptCondition
        let line: Int
        let deadline: Duration
    }

    /// How long a wait may take unless the script says otherwise: far more than anything here takes on a busy machine.
    static let standardLimit = Duration.seconds(60)

    private(set) var report = ScriptReport()
    private var frames: [Frame]
    private var waiting: Waiting?
    private var limit = ScriptRun.standardLimit

    init(_ script: LabScript) { frames = [Frame(steps: script.steps, rounds: 1)] }

    /// Checks that are made in one go: between more of them the Lab takes a turn, so that its keys live.
    private static let checksAtOnce = 64

    /// Goes on as far as it can without anything being done. `facts` is asked for only when a condition is judged;
    /// its argument says whether the lines of the screen are needed.
    mutating func next(at now: Duration, facts: (_ withScreen: Bool) -> LabFacts) -> Next {
        for _ in 0..<Self.checksAtOnce {
            if let waiting {
                let verdict = waiting.condition.verdict(on: facts(waiting.condition.readsScreen))
                guard verdict.holds || now >= waiting.deadline else { return .wait(until: waiting.deadline) }
                self.waiting = nil
                report.add("wait for \(waiting.condition)", line: waiting.line, verdict)
                guard verdict.holds else {
                    report.stop(at: waiting.line)
                    frames = []
                    return .finished
                }
            }
            guard let step = takeStep() else { return .finished }
            switch step {
            case .perform(.say(let text), let line): report.say(text, line: line)
            case .perform(let command, let line): return .perform(command, line: line)
            case .expect(let condition, let line):
                report.add("expect \(condition)", line: line, condition.verdict(on: facts(condition.readsScreen)))
            case .wait(let condition, let line):
                waiting = Waiting(condition: condition, line: line, deadline: now + limit)
            case .limit(let seconds): limit = .seconds(seconds)
            case .loop(let count, let steps): frames.append(Frame(steps: steps, rounds: count))
            }
        }
        return .wait(until: now)
    }

    /// The Lab was closed before the script came to its end.
    mutating func abort() {
        report.abort()
        (frames, waiting) = ([], nil)
    }

    private mutating func takeStep() -> LabScript.Step? {
        while let last = frames.indices.last {
            let frame = frames[last]
            if frame.index < frame.steps.count {
                frames[last].index += 1
                return frame.steps[frame.index]
            }
            if frame.rounds > 1, !frame.steps.isEmpty {
                frames[last].rounds -= 1
                frames[last].index = 0
            } else {
                frames.removeLast()
            }
        }
        return nil
    }
}
