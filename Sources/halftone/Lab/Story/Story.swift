/// A script that a person watches: its caption, its present line, what became of its checks, and when it goes on. A value.
struct Story: Sendable {
    enum State: Sendable, Equatable {
        /// The Lab ends what is under way, so that every play begins alike.
        case preparing
        case playing
        case paused
        /// It stays on the screen with its verdict.
        case over(verdict: String, isPassed: Bool)
    }

    let script: LoadedScript
    private(set) var state = State.preparing
    /// The last `say`, or at the beginning what the script is about.
    private(set) var caption: String
    /// The number of the caption, from 1; 0 at the beginning.
    private(set) var part = 0
    /// The number of the present line, from 1; 0 before the first.
    private(set) var line = 0
    /// What came of the present line, if it was a check.
    private(set) var verdict: ScriptCondition.Verdict?
    /// The first checks that failed, as the report has them.
    private(set) var failures: [String] = []
    /// No step is taken before.
    private var dueAt = Duration.zero
    private var takesOneStep = false

    init(_ script: LoadedScript) {
        self.script = script
        caption = script.summary
    }

    /// The text of the present line.
    var lineText: String { script.lines.indices.contains(line - 1) ? script.lines[line - 1] : "" }

    var isOver: Bool { if case .over = state { true } else { false } }

    // MARK: - Time

    /// Whether a step is due.
    func isDue(at now: Duration) -> Bool {
        switch state {
        case .preparing, .over: return false
        case .paused: return takesOneStep
        case .playing: return now >= dueAt
        }
    }

    /// When the next step is due; `nil` while no time brings it.
    var wakesAt: Duration? { state == .playing ? dueAt : nil }

    // MARK: - Steps

    /// Begins: what the script is about is read first.
    mutating func didPrepare(at now: Duration) { (state, dueAt) = (.playing, now + StoryPace.reading(caption)) }

    /// Adopts what a step was. `isRepeated`: it is part of a `repeat`.
    mutating func take(_ next: ScriptRun.Next, line: Int, isRepeated: Bool, at now: Duration) {
        if line != self.line { verdict = nil }
        self.line = line
        if case .wait = next { return }  // a wait takes its time, and no step
        takesOneStep = false
        if case .told(let told, _) = next {
            switch told {
            case .said(let text):
                caption = text
                part += 1
            case .checked(let verdict):
                self.verdict = verdict
                if !verdict.holds { failures.append("line \(line): \(lineText): \(verdict.found)") }
            }
        }
        dueAt = now + StoryPace.pause(after: next, isRepeated: isRepeated)
    }

    mutating func end(_ report: ScriptReport) {
        state = .over(verdict: report.verdict, isPassed: report.isPassed)
    }

    // MARK: - The person who watches

    mutating func togglePause() {
        switch state {
        case .playing: state = .paused
        case .paused: (state, dueAt, takesOneStep) = (.playing, .zero, false)
        case .preparing, .over: break
        }
    }

    mutating func pause() { if state == .playing { state = .paused } }

    /// Takes the next step now: the rest of its pause is left out, or of a paused story one step is told.
    mutating func skip() {
        dueAt = .zero
        takesOneStep = state == .paused
    }
}
