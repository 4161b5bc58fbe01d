/// The report of a scenario, step by step. A repeated step is reported once.
struct ScenarioReport: Sendable, Equatable {
    /// A check, or a caption.
    struct Entry: Sendable, Equatable {
        let number: Int
        let text: String
        fileprivate(set) var held = 0
        fileprivate(set) var failed = 0
        /// The found value at the first failure.
        fileprivate(set) var found: String?
    }

    private(set) var entries: [Entry] = []
    /// The number of the step that timed out while waiting; it is the last one.
    private(set) var stoppedAt: Int?
    private(set) var isAborted = false

    /// The numbers of checks and of failed checks, including repetitions.
    var checks: Int { entries.reduce(0) { $0 + $1.held + $1.failed } }
    var failures: Int { entries.reduce(0) { $0 + $1.failed } }

    /// Whether all checks passed, and there was at least one.
    var isPassed: Bool { failures == 0 && checks > 0 && !isAborted }

    /// Adds a caption, or with a verdict a check.
    mutating func add(_ step: LabStep, _ verdict: LabCheck.Verdict? = nil) {
        let place = place(of: step)
        guard let verdict else { return }
        if verdict.holds {
            entries[place].held += 1
        } else {
            entries[place].failed += 1
            entries[place].found = entries[place].found ?? verdict.found
        }
    }

    mutating func stop(at step: LabStep) { stoppedAt = step.number }

    mutating func abort() { isAborted = true }

    private mutating func place(of step: LabStep) -> Int {
        if let place = entries.lastIndex(where: { $0.number == step.number }) { return place }
        entries.append(Entry(number: step.number, text: step.text))
        return entries.count - 1
    }

    /// Returns the report in lines, the last of which is the summary.
    func lines(name: String) -> [String] {
        let width = String(entries.map(\.number).max() ?? 0).count
        var lines = entries.map { entry in
            let number =
                String(repeating: " ", count: width - String(entry.number).count) + "\(entry.number)"
            let times = entry.held + entry.failed
            guard times > 0 else { return "     \(number)  \(entry.text)" }
            let often = times > 1 ? "  (\(times) times)" : ""
            guard let found = entry.found else { return "ok   \(number)  \(entry.text)\(often)" }
            let part = times > 1 ? "  (\(entry.failed) of \(times) times)" : ""
            return "FAIL \(number)  \(entry.text)\(part): \(found)"
        }
        if let stoppedAt { lines.append("stopped at step \(stoppedAt): the wait timed out") }
        if isAborted { lines.append("stopped: the Lab was closed before the end of the scenario") }
        return lines + ["\(name): \(verdict)"]
    }

    /// The first failed checks, each in a line.
    var failedLines: [String] {
        entries.compactMap { entry in entry.found.map { "step \(entry.number): \(entry.text): \($0)" } }
    }

    /// The summary.
    var verdict: String {
        let counted = "\(checks) \(checks == 1 ? "check" : "checks")"
        if failures > 0 { return "failed, \(failures) of \(counted)" }
        if isAborted { return "not finished, \(counted)" }
        return checks == 0 ? "nothing was checked" : "passed, \(counted)"
    }
}
