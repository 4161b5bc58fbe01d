/// A run of a scenario: the next step, the present wait, the pace and the report. A value: the caller passes the time
/// and the facts, and performs the steps.
///
/// A watched run is a tour on the screen: it is paced for reading, can be paused, and stays at its end. Any other runs
/// as fast as possible.
struct ScenarioRun: Sendable {
    enum State: Sendable, Equatable {
        /// The Lab is being reset, so that every run starts alike.
        case preparing
        case playing
        case paused
        /// All steps are done, or a wait timed out.
        case over
    }

    /// The request to the caller.
    enum Next {
        /// Perform a step, run a turn of the loop, and advance again.
        case perform(LabStep)
        /// A caption or the result of a check is new; advance again.
        case advanced
        /// Advance again at this time; `nil`: when the user or the caller continues the run.
        case rest(until: Duration?)
        /// A condition does not hold yet: advance again soon.
        case wait
        case over
    }

    let scenario: LabScenario
    let isWatched: Bool
    private(set) var state: State
    private(set) var report = ScenarioReport()
    /// The last caption, or the summary at the start.
    private(set) var caption: String
    /// The number of the caption, from 1; 0 at the start.
    private(set) var part = 0
    /// The last step, and its result if it is a check.
    private(set) var step: LabStep?
    private(set) var verdict: LabCheck.Verdict?

    private var index = 0
    /// The time of the present wait so far, and when its condition was tested last.
    private var waited = Duration.zero
    private var testedAt: Duration?
    /// The earliest time of the next step, and of the next caption.
    private var dueAt = Duration.zero
    private var readUntil = Duration.zero
    private var takesOneStep = false

    init(_ scenario: LabScenario, isWatched: Bool) {
        (self.scenario, self.isWatched) = (scenario, isWatched)
        (state, caption) = (isWatched ? .preparing : .playing, scenario.summary)
    }

    // MARK: - Steps

    /// Starts a watched run, once the Lab is reset.
    mutating func didPrepare() { if state == .preparing { state = .playing } }

    /// Advances by one step at most. `facts` is called only to evaluate conditions.
    mutating func advance(at now: Duration, facts: () -> LabFacts) -> Next {
        switch state {
        case .preparing: return .rest(until: nil)
        case .over: return .over
        case .paused where !takesOneStep: return .rest(until: nil)
        case .paused, .playing: break
        }
        guard scenario.steps.indices.contains(index) else { return end(at: now) }
        let next = scenario.steps[index]
        if case .say = next.action, now < readUntil { return .rest(until: readUntil) }
        guard now >= dueAt else { return .rest(until: dueAt) }
        (step, verdict) = (next, nil)
        switch next.action {
        case .say:
            (caption, part) = (next.text, part + 1)
            if isWatched { readUntil = now + Self.reading(caption) }
            report.add(caption: next.text)
            return finish(pause: next.pause, at: now)
        case .perform:
            _ = finish(pause: next.pause, at: now)
            return .perform(next)
        case .check(let check): return judge(next, check.verdict(on: facts()), at: now)
        case .wait(let check):
            let verdict = check.verdict(on: facts())
            // a longer time was a pause, or the process was stopped
            waited += min(now - (testedAt ?? now), .seconds(1))
            testedAt = now
            guard verdict.holds || waited >= scenario.timeout else { return .wait }
            (waited, testedAt) = (.zero, nil)
            if !verdict.holds {
                report.stop()
                index = scenario.steps.count
            }
            return judge(next, verdict, at: now)
        }
    }

    private mutating func judge(_ step: LabStep, _ verdict: LabCheck.Verdict, at now: Duration) -> Next {
        self.verdict = verdict
        report.add(step, verdict)
        return finish(pause: verdict.holds ? step.pause : Self.failure, at: now)
    }

    /// Fails the step that was performed last.
    mutating func fail(_ reason: String, at now: Duration) {
        guard let step else { return }
        let failure = LabCheck.Verdict(holds: false, found: reason)
        verdict = failure
        report.add(step, failure)
        if isWatched { dueAt = now + Self.failure }
    }

    private mutating func finish(pause: Duration, at now: Duration) -> Next {
        index += 1
        takesOneStep = false
        dueAt = isWatched ? now + pause : .zero
        return .advanced
    }

    private mutating func end(at now: Duration) -> Next {
        guard now >= max(dueAt, readUntil) else { return .rest(until: max(dueAt, readUntil)) }
        state = .over
        return .over
    }

    /// Notes that the Lab was closed before the end of the scenario.
    mutating func abort() {
        report.abort()
        state = .over
    }

    // MARK: - Display

    /// What a tour shows on the screen.
    struct Display: Equatable {
        let name: String
        let state: State
        let part: Int
        let step: String?
        let verdict: LabCheck.Verdict?
    }

    var display: Display {
        Display(name: scenario.name, state: state, part: part, step: step?.text, verdict: verdict)
    }

    // MARK: - User control

    mutating func togglePause() {
        switch state {
        case .playing: state = .paused
        case .paused: (state, dueAt, readUntil, takesOneStep) = (.playing, .zero, .zero, false)
        case .preparing, .over: break
        }
    }

    /// Pauses a tour; any other run goes on.
    mutating func pause() { if state == .playing, isWatched { state = .paused } }

    /// Performs the next step now: skips the rest of the pause, or advances a paused run by one step.
    mutating func skip() {
        (dueAt, readUntil) = (.zero, .zero)
        takesOneStep = state == .paused
    }

    // MARK: - Pace

    /// The pause after a failed check.
    static let failure = Duration.seconds(4)

    /// Returns the time to read a caption, during which its steps are already performed: about 200 words a minute, and
    /// a constant.
    static func reading(_ text: String) -> Duration {
        max(.seconds(2), .seconds(1) + .milliseconds(55) * text.count)
    }
}
