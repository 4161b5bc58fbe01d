/// A run of a scenario: the next step, the present wait and the report. A value: the caller passes the time and the
/// facts, and performs the steps.
///
/// A watched run is a tour on the screen: its steps are slow enough to be seen, and after those of a caption it waits
/// for the reader. Any other runs as fast as possible, as does what comes before the first caption.
struct ScenarioRun: Sendable {
    enum State: Sendable, Equatable {
        /// Not begun: a tour waits until the Lab is reset, so that every one starts alike.
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
        case perform(@MainActor @Sendable (ScenarioPlayer) throws -> Void)
        /// A caption or the result of a check is new; advance again.
        case advanced
        /// Advance again at this time; `nil`: when the user or the caller continues the run, or never if it is over.
        case rest(until: Duration?)
    }

    let scenario: LabScenario
    let isWatched: Bool
    private(set) var state = State.preparing
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
        (self.scenario, self.isWatched, caption) = (scenario, isWatched, scenario.summary)
    }

    // MARK: - Steps

    /// Starts the run.
    mutating func didPrepare() { if state == .preparing { state = .playing } }

    /// Advances by one step at most. `facts` is called only to evaluate conditions.
    @MainActor mutating func advance(at now: Duration, facts: () -> LabFacts) -> Next {
        guard state == .playing else { return .rest(until: nil) }
        guard now >= dueAt else { return .rest(until: dueAt) }
        guard scenario.steps.indices.contains(index) else {
            state = .over
            return .rest(until: nil)
        }
        let next = scenario.steps[index]
        if case .say = next.action, isWatched, part > 0 {
            state = .reading
            return .rest(until: nil)
        }
        (step, verdict) = (next, nil)
        switch next.action {
        case .say: say(next)
        case .perform(let body):
            finish(pause: next.pause, at: now)
            return .perform(body)
        case .check(let check): judge(check.judge(facts()), at: now)
        case .wait(let check):
            let verdict = check.judge(facts())
            // a longer time was a pause, or the process was stopped
            waited += min(now - (testedAt ?? now), .seconds(1))
            testedAt = now
            guard verdict.holds || waited >= scenario.timeout else { return .rest(until: now + Self.pollInterval) }
            (waited, testedAt) = (.zero, nil)
            judge(verdict, at: now)
            if !verdict.holds { stop("the wait timed out") }
        }
        return .advanced
    }

    /// The interval between tests of a condition while nothing happens on the screen: the server and the disk send no
    /// events.
    static let pollInterval = Duration.milliseconds(10)
    /// The pause after a failed check.
    static let failure = Duration.seconds(4)

    private mutating func finish(pause: Duration, at now: Duration) {
        index += 1
        dueAt = isWatched && part > 0 ? now + pause : .zero
    }

    private mutating func judge(_ verdict: LabCheck.Verdict, at now: Duration) {
        record(verdict)
        finish(pause: verdict.holds ? step?.pause ?? .zero : Self.failure, at: now)
    }

    /// Fails the step that was performed last.
    mutating func fail(_ reason: String, at now: Duration) {
        record(LabCheck.Verdict(holds: false, found: reason))
        if isWatched { dueAt = now + Self.failure }
    }

    private mutating func say(_ step: LabStep) {
        (caption, part, self.step, verdict) = (step.text, part + 1, nil, nil)
        entries.append("     \(caption)")
        index += 1
    }

    /// Shows the next caption of a tour that waits for the reader.
    mutating func goOn() {
        guard state == .reading else { return }
        state = .playing
        say(scenario.steps[index])
    }

    /// Records what the user did while the tour waited: a check that fails afterwards ends the run as interrupted, because
    /// it may be the effect.
    mutating func didDisturb(_ what: String) {
        if state == .reading { disturbance = disturbance ?? what }
    }

    /// Ends the run before the end of the scenario.
    mutating func stop(_ reason: String) {
        guard state != .over else { return }
        (state, end) = (.over, "stopped: \(reason)")
    }

    // MARK: - Report

    private var entries: [String] = []
    private(set) var checks = 0
    /// The failed checks, with the found values.
    private(set) var failures: [String] = []
    /// Why the scenario ended before its last step; `nil` if it did not.
    private(set) var end: String?
    private var disturbance: String?

    private mutating func record(_ verdict: LabCheck.Verdict) {
        guard let step else { return }
        if let disturbance, !verdict.holds { return stop("interrupted by \(disturbance): \(verdict.found)") }
        self.verdict = verdict
        checks += 1
        guard !verdict.holds else { return entries.append("ok   \(step.text)") }
        failures.append("\(step.text): \(verdict.found)")
        entries.append("FAIL \(step.text): \(verdict.found)")
    }

    /// Whether all checks passed, and there was at least one.
    var isPassed: Bool { failures.isEmpty && checks > 0 && end == nil }

    /// The captions and checks in lines, in order, and the outcome.
    var report: [String] { entries + [end, "\(scenario.name): \(outcome)"].compactMap(\.self) }

    var outcome: String {
        let counted = "\(checks) \(checks == 1 ? "check" : "checks")"
        if !failures.isEmpty { return "failed, \(failures.count) of \(counted)" }
        if end != nil { return "not finished, \(counted)" }
        return checks == 0 ? "nothing was checked" : "passed, \(counted)"
    }

    /// Whether a tour shows the same on the screen.
    func looks(like other: ScenarioRun?) -> Bool {
        state == other?.state && caption == other?.caption && step?.text == other?.step?.text
            && verdict == other?.verdict
    }
}
