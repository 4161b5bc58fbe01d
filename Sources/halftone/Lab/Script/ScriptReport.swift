/// The report of a script, line by line. A repeated line is reported once.
struct ScriptReport: Sendable, Equatable {
    /// A check, or a `say` line.
    struct Entry: Sendable, Equatable {
        let line: Int
        /// The text of the line.
        let text: String
        fileprivate(set) var held = 0
        fileprivate(set) var failed = 0
        /// The found value at the first failure.
        fileprivate(set) var found: String?
    }

    private(set) var entries: [Entry] = []
    /// The line of the wait that timed out.
    private(set) var stoppedAt: Int?
    private(set) var isAborted = false
    private var places: [Int: Int] = [:]

    /// The numbers of checks and of failed checks, including repetitions.
    var checks: Int { entries.reduce(0) { $0 + $1.held + $1.failed } }
    var failures: Int { entries.reduce(0) { $0 + $1.failed } }

    /// Whether all checks passed, and there was at least one.
    var isPassed: Bool { failures == 0 && checks > 0 && !isAborted }

    mutating func add(_ text: String, line: Int, _ verdict: ScriptCondition.Verdict) {
        let place = place(of: line, text)
        if verdict.holds {
            entries[place].held += 1
        } else {
            entries[place].failed += 1
            entries[place].found = entries[place].found ?? verdict.found
        }
    }

    mutating func say(_ text: String, line: Int) { _ = place(of: line, text) }

    mutating func stop(at line: Int) { stoppedAt = line }

    mutating func abort() { isAborted = true }

    private mutating func place(of line: Int, _ text: String) -> Int {
        if let place = places[line] { return place }
        entries.append(Entry(line: line, text: text))
        places[line] = entries.count - 1
        return entries.count - 1
    }

    /// Returns the report in lines, the last of which is the summary.
    func lines(name: String) -> [String] {
        let width = String(entries.map(\.line).max() ?? 0).count
        var lines = entries.map { entry in
            let number = String(repeating: " ", count: width - String(entry.line).count) + "\(entry.line)"
            guard entry.held + entry.failed > 0 else { return "     \(number)  \(entry.text)" }
            let times = entry.held + entry.failed
            let often = times > 1 ? "  (\(times) times)" : ""
            guard let found = entry.found else { return "ok   \(number)  \(entry.text)\(often)" }
            let part = times > 1 ? "  (\(entry.failed) of \(times) times)" : ""
            return "FAIL \(number)  \(entry.text)\(part): \(found)"
        }
        if let stoppedAt { lines.append("stopped at line \(stoppedAt): the wait timed out") }
        if isAborted { lines.append("stopped: the Lab was closed before the end of the script") }
        return lines + ["\(name): \(verdict)"]
    }

    /// The summary.
    var verdict: String {
        let counted = "\(checks) \(checks == 1 ? "check" : "checks")"
        if failures > 0 { return "failed, \(failures) of \(counted)" }
        if isAborted { return "not finished, \(counted)" }
        return checks == 0 ? "nothing was checked" : "passed, \(counted)"
    }
}
