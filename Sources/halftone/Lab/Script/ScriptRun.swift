/// The state of a running script: the next line, the present wait, and the report so far.
///
/// A value: the caller passes the time and the facts, and performs the commands.
struct ScriptRun: Sendable {
    /// The request to the caller.
    enum Next: Sendable, Equatable {
        /// Perform a command, run a turn of the loop, and continue.
        case perform(LabScript.Command, line: Int)
        /// Show a `say` line or the result of a check, and continue. Only from ``step(at:facts:)``.
        case told(Told, line: Int)
        /// Continue after a change, and at the given time at the latest.
        case wait(until: Duration)
        /// The script has ended; see ``ScriptRun/report``.
        case finished
    }

    /// The content of a story's step.
    enum Told: Sendable, Equatable {
        case said(String)
        case checked(ScriptCondition.Verdict)
    }

    private struct Frame {
        let steps: [LabScript.Step]
        var index = 0
        /// The remaining rounds, including the present one.
        var rounds: Int
    }

    private struct Waiting {
        let condition: ScriptCondition
        let text: String
        let line: Int
        var deadline: Duration
    }

    /// The default timeout of a wait, generous for a busy machine.
    static let standardLimit = Duration.seconds(60)

    private(set) var report = ScriptReport()
    private var frames: [Frame]
    private var waiting: Waiting?
    private var limit = ScriptRun.standardLimit

    init(_ script: LabScript) { frames = [Frame(steps: script.steps, rounds: 1)] }

    /// Maximum number of checks without a turn of the loop, so that keys are handled.
    private static let checksAtOnce = 64

    /// The last reached line, from 1; 0 before the first.
    private(set) var line = 0
    /// Whether the last step is part of a `repeat`.
    var isRepeating: Bool { frames.count > 1 }

    /// Advances to the next command or wait. `facts` is called only to evaluate conditions, with whether the lines of
    /// the screen are needed.
    mutating func next(at now: Duration, facts: (_ withScreen: Bool) -> LabFacts) -> Next {
        for _ in 0..<Self.checksAtOnce {
            let next = step(at: now, facts: facts)
            if case .told = next { continue }
            return next
        }
        return .wait(until: now)
    }

    /// Advances by one line that is a command, a `say` or a check.
    mutating func step(at now: Duration, facts: (_ withScreen: Bool) -> LabFacts) -> Next {
        if let waiting { return settle(waiting, at: now, facts) }
        for _ in 0..<Self.checksAtOnce {
            guard let step = takeStep() else { return .finished }
            switch step {
            case .perform(.say(let text), let line):
                self.line = line
                report.say(text, line: line)
                return .told(.said(text), line: line)
            case .perform(let command, let line):
                self.line = line
                return .perform(command, line: line)
            case .expect(let condition, let text, let line):
                self.line = line
                return check(text, line, condition.verdict(on: facts(condition.readsScreen)))
            case .wait(let condition, let text, let line):
                self.line = line
                let waiting = Waiting(condition: condition, text: text, line: line, deadline: now + limit)
                self.waiting = waiting
                return settle(waiting, at: now, facts)
            case .limit(let seconds): limit = .seconds(seconds)
            case .loop(let count, let steps): frames.append(Frame(steps: steps, rounds: count))
            }
        }
        return .wait(until: now)
    }

    /// Ends the present wait, if it holds or has timed out; a timeout ends the script with the next step.
    private mutating func settle(_ waiting: Waiting, at now: Duration, _ facts: (Bool) -> LabFacts) -> Next {
        let verdict = waiting.condition.verdict(on: facts(waiting.condition.readsScreen))
        guard verdict.holds || now >= waiting.deadline else { return .wait(until: waiting.deadline) }
        self.waiting = nil
        if !verdict.holds {
            report.stop(at: waiting.line)
            frames = []
        }
        return check(waiting.text, waiting.line, verdict)
    }

    private mutating func check(_ text: String, _ line: Int, _ verdict: ScriptCondition.Verdict) -> Next {
        report.add(text, line: line, verdict)
        return .told(.checked(verdict), line: line)
    }

    /// Moves the deadline of the present wait by the time for which the script was stopped.
    mutating func extendWait(by duration: Duration) { waiting?.deadline += duration }

    /// Notes that the Lab was closed before the end of the script.
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
