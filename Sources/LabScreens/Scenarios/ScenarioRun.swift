/// A run of a scenario: the next step, the present wait and the report. A value: the caller passes the time and the
/// facts, and performs the steps.
///
/// A watched run is a tour on the screen: its steps are slow enough to be seen, and after those of a caption it waits
/// for the reader. Any other runs as fast as possible.
struct ScenarioRun: Sendable {
    enum State: Sendable, Equatable {
        /// The Lab is being reset, so that every run starts alike.
        case preparing
        case playing
        /// The steps of a caption are done; the next caption waits for the reader.
        case reading
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
    /// The earliest time of the next step.
    private var dueAt = Duration.zero

    init(_ scenario: LabScenario, isWatched: Bool) {
        (self.scenario, self.isWatched) = (scenario, isWatched)
        (state, caption) = (isWatched ? .preparing : .playing, scenario.summary)
    }

    // MARK: - Steps

    /// Starts a watched run, once the Lab is reset.
    mutating func didPrepare() { if state == .preparing { state = .playing } }

    /// Advances by one step at most. `facts` is called only to evaluate conditions.
    @MainActor mutating func advance(at now: Duration, facts: () -> LabFacts) -> Next {
        switch state {
        case .preparing, .reading: return .rest(until: nil)
        case .over: return .over
        case .playing: break
        }
        guard now >= dueAt else { return .rest(until: dueAt) }
        guard scenario.steps.indices.contains(index) else {
            state = .over
            return .over
        }
        let next = scenario.steps[index]
        if case .say = next.action, isWatched, part > 0 {
            state = .reading
            return .rest(until: nil)
        }
        (step, verdict) = (next, nil)
        switch next.action {
        case .say:
            say(next)
            return .advanced
        case .perform:
            _ = finish(pause: next.pause, at: now)
            return .perform(next)
        case .check(let check): return judge(next, check.judge(facts()), at: now)
        case .wait(let check):
            let verdict = check.judge(facts())
            // a longer time was a pause, or the process was stopped
            waited += min(now - (testedAt ?? now), .seconds(1))
            testedAt = now
            guard verdict.holds || waited >= scenario.timeout else { return .wait }
            (waited, testedAt) = (.zero, nil)
            if !verdict.holds {
                report.stop("the wait timed out")
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
        dueAt = isWatched ? now + pause : .zero
        return .advanced
    }

    private mutating func say(_ step: LabStep) {
        (caption, part, self.step, verdict) = (step.text, part + 1, nil, nil)
        report.add(caption: caption)
        index += 1
    }

    /// Shows the next caption of a tour that waits for the reader.
    mutating func goOn() {
        guard state == .reading else { return }
        state = .playing
        say(scenario.steps[index])
    }

    /// Notes that the Lab was closed before the end of the scenario.
    mutating func abort() {
        report.stop("the Lab was closed before the end of the scenario")
        state = .over
    }

    /// The pause after a failed check.
    static let failure = Duration.seconds(4)

    /// Whether a tour shows the same on the screen.
    func looks(like other: ScenarioRun?) -> Bool {
        state == other?.state && caption == other?.caption && step?.text == other?.step?.text
            && verdict == other?.verdict
    }
}
