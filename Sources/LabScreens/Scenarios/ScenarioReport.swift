/// The report of a scenario, step by step. A repeated step is reported once.
package struct ScenarioReport: Sendable, Equatable {
    /// A check, or a caption.
    private struct Entry: Sendable, Equatable {
        let text: String
        let isRepeated: Bool
        var held = 0
        var failed = 0
        /// The found value at the first failure.
        var found: String?

        var line: String {
            let times = held + failed
            guard times > 0 else { return "     \(text)" }
            let often = times > 1 ? "  (\(found == nil ? "" : "\(failed) of ")\(times) times)" : ""
            return found.map { "FAIL \(text)\(often): \($0)" } ?? "ok   \(text)\(often)"
        }
    }

    private var entries: [Entry] = []
    /// Why the scenario ended before its last step; `nil` if it did not.
    private var end: String?
    private var isAborted = false

    /// The numbers of checks and of failed checks, including repetitions.
    var checks: Int { entries.reduce(0) { $0 + $1.held + $1.failed } }
    var failures: Int { entries.reduce(0) { $0 + $1.failed } }

    /// Whether all checks passed, and there was at least one.
    package var isPassed: Bool { failures == 0 && checks > 0 && !isAborted }

    /// Adds a caption, or with a verdict a check.
    mutating func add(_ step: LabStep, _ verdict: LabCheck.Verdict? = nil) {
        let last = step.isRepeated ? entries.lastIndex { $0.isRepeated && $0.text == step.text } : nil
        let place = last ?? entries.count
        if last == nil { entries.append(Entry(text: step.text, isRepeated: step.isRepeated)) }
        guard let verdict else { return }
        if verdict.holds {
            entries[place].held += 1
        } else {
            entries[place].failed += 1
            entries[place].found = entries[place].found ?? verdict.found
        }
    }

    mutating func stop() { end = "stopped: the wait timed out" }

    mutating func abort() {
        isAborted = true
        end = end ?? "stopped: the Lab was closed before the end of the scenario"
    }

    /// Returns the report in lines, the last of which is the summary.
    package func lines(name: String) -> [String] {
        entries.map(\.line) + [end, "\(name): \(verdict)"].compactMap(\.self)
    }

    /// The first failed check.
    var firstFailure: String? { entries.lazy.compactMap { entry in entry.found.map { "\(entry.text): \($0)" } }.first }

    /// The summary.
    var verdict: String {
        let counted = "\(checks) \(checks == 1 ? "check" : "checks")"
        if failures > 0 { return "failed, \(failures) of \(counted)" }
        if isAborted { return "not finished, \(counted)" }
        return checks == 0 ? "nothing was checked" : "passed, \(counted)"
    }
}
