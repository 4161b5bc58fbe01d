/// The report of a scenario: its captions and checks, in order.
struct ScenarioReport: Sendable, Equatable {
    private var entries: [String] = []
    private(set) var checks = 0
    private(set) var failures = 0
    /// The first failed check, with the found value.
    private(set) var firstFailure: String?
    /// Why the scenario ended before its last step; `nil` if it did not.
    private var end: String?

    /// Whether all checks passed, and there was at least one.
    var isPassed: Bool { failures == 0 && checks > 0 && end == nil }

    mutating func add(caption: String) { entries.append("     \(caption)") }

    mutating func add(_ step: LabStep, _ verdict: LabCheck.Verdict) {
        checks += 1
        guard !verdict.holds else { return entries.append("ok   \(step.text)") }
        failures += 1
        let failure = "\(step.text): \(verdict.found)"
        entries.append("FAIL \(failure)")
        firstFailure = firstFailure ?? failure
    }

    mutating func stop(_ reason: String) { end = end ?? "stopped: \(reason)" }

    /// Returns the report in lines, the last of which is the summary.
    func lines(name: String) -> [String] { entries + [end, "\(name): \(verdict)"].compactMap(\.self) }

    /// The summary.
    var verdict: String {
        let counted = "\(checks) \(checks == 1 ? "check" : "checks")"
        if failures > 0 { return "failed, \(failures) of \(counted)" }
        if end != nil { return "not finished, \(counted)" }
        return checks == 0 ? "nothing was checked" : "passed, \(counted)"
    }
}
