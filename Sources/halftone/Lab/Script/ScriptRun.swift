/// Where a script is: which line is next, what it waits for, and what came of it so far.
///
/// A value: the caller tells the time, shows the facts, and does what the script asks for.
struct ScriptRun: Sendable {
    /// What the caller is to do.
    enum Next: Sendable, Equatable {
        /// Do this, let a turn of the loop pass, and ask again.
        case perform(LabScript.Command, line: Int)
        /// Something was said or checked: show it to a person who watches, and ask again. Only from ``step(at:facts:)``.
        case told(Told, line: Int)
        /// Ask again when something changed, and at this time at the latest.
        case wait(until: Duration)
        /// The script is over; ``ScriptRun/report`` says what came of it.
        case finished
    }

    /// What a person who watches is told.
    enum Told: Sendable, Equatable {
        case said(String)
        case checked(ScriptCondition.Verdict)
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

    /// The line that was reached last, from 1; 0 before the first.
    private(set) var line = 0
    /// Whether the next step is part of a `repeat`.
    var isRepeating: Bool { frames.count > 1 }

    /// Goes on as far as it can without anything being done. `facts` is asked for only when a condition is judged;
    /// its argument says whether the lines of the screen are needed.
    mutating func next(at now: Duration, facts: (_ withScreen: Bool) -> LabFacts) -> Next {
        for _ in 0..<Self.checksAtOnce {
            let next = step(at: now, facts: facts)
            if case .told = next { continue }
            return next
        }
        return .wait(until: now)
    }

    /// Goes on by one line that does, says or checks something.
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
            case .expect(let condition, let line):
                self.line = line
                return check("expect \(condition)", line, condition.verdict(on: facts(condition.readsScreen)))
            case .wait(let condition, let line):
                self.line = line
                let waiting = Waiting(condition: condition, line: line, deadline: now + limit)
                self.waiting = waiting
                return settle(waiting, at: now, facts)
            case .limit(let seconds): limit = .seconds(seconds)
            case .loop(let count, let steps): frames.append(Frame(steps: steps, rounds: count))
            }
        }
        return .wait(until: now)
    }

    /// Ends a wait that is over; one that was in vain ends the script with the next step.
    private mutating func settle(_ waiting: Waiting, at now: Duration, _ facts: (Bool) -> LabFacts) -> Next {
        let verdict = waiting.condition.verdict(on: facts(waiting.condition.readsScreen))
        guard verdict.holds || now >= waiting.deadline else { return .wait(until: waiting.deadline) }
        self.waiting = nil
        if !verdict.holds {
            report.stop(at: waiting.line)
            frames = []
        }
        return check("wait for \(waiting.condition)", waiting.line, verdict)
    }

    private mutating func check(_ text: String, _ line: Int, _ verdict: ScriptCondition.Verdict) -> Next {
        report.add(text, line: line, verdict)
        return .told(.checked(verdict), line: line)
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
