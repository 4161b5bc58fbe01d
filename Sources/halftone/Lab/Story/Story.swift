/// A script on the screen: its caption, its present line, the results of its checks, and its pace. A value.
struct Story: Sendable {
    enum State: Sendable, Equatable {
        /// The Lab is being reset, so that every play starts alike.
        case preparing
        case playing
        case paused
        /// The story has ended, and its verdict stays on the screen.
        case over(verdict: String, isPassed: Bool)
    }

    let script: LoadedScript
    private(set) var state = State.preparing
    /// The last `say`, or the summary at the start.
    private(set) var caption: String
    /// The number of the caption, from 1; 0 at the start.
    private(set) var part = 0
    /// The number of the present line, from 1; 0 before the first.
    private(set) var line = 0
    /// The result of the present line, if it is a check.
    private(set) var verdict: ScriptCondition.Verdict?
    /// The first failed checks of the report.
    private(set) var failures: [String] = []
    /// The earliest time of the next step.
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

    /// Returns whether a step is due.
    func isDue(at now: Duration) -> Bool {
        switch state {
        case .preparing, .over: return false
        case .paused: return takesOneStep
        case .playing: return now >= dueAt
        }
    }

    /// When the next step is due; `nil` while it does not depend on time.
    var wakesAt: Duration? { state == .playing ? dueAt : nil }

    // MARK: - Steps

    /// Starts the story, with time to read the summary.
    mutating func didPrepare(at now: Duration) { (state, dueAt) = (.playing, now + StoryPace.reading(caption)) }

    /// Adopts a step. `isRepeated`: whether it is part of a `repeat`.
    mutating func take(_ next: ScriptRun.Next, line: Int, isRepeated: Bool, at now: Duration) {
        if line != self.line { verdict = nil }
        self.line = line
        if case .wait = next { return }  // a wait is not a step
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

    // MARK: - User control

    mutating func togglePause() {
        switch state {
        case .playing: state = .paused
        case .paused: (state, dueAt, takesOneStep) = (.playing, .zero, false)
        case .preparing, .over: break
        }
    }

    mutating func pause() { if state == .playing { state = .paused } }

    /// Performs the next step now: skips the rest of the pause, or advances a paused story by one step.
    mutating func skip() {
        dueAt = .zero
        takesOneStep = state == .paused
    }
}
