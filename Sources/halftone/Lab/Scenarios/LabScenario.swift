/// A script that comes with the program: what an engine must get right, in a form that can be read and played.
struct LabScenario: Sendable {
    /// As the command line writes it.
    let name: String
    /// One line for the help and the manual.
    let summary: String
    /// As ``ScriptParser`` reads it.
    let script: String
    /// Rows of the screens on which it can be played: on lower ones it sees too few cells, on higher ones so many that the
    /// feed has no rows left for what it wants to see happen.
    let screenRows: ClosedRange<Int>
    /// Whether it says something about the disk cache.
    let needsDiskCache: Bool

    init(
        name: String, summary: String, screenRows: ClosedRange<Int> = 15...240, needsDiskCache: Bool = false,
        script: String
    ) {
        (self.name, self.summary, self.script) = (name, summary, script)
        (self.screenRows, self.needsDiskCache) = (screenRows, needsDiskCache)
    }

    /// Why it cannot be played there, in one line that says what to do; `nil`: it can. Offscreen, an option chooses the size.
    func refusal(rows: Int, hasDiskCache: Bool, isOffscreen: Bool) -> String? {
        if needsDiskCache, !hasDiskCache {
            return "scenario \(name) needs the disk cache (leave out --no-cache)"
        }
        guard !screenRows.contains(rows) else { return nil }
        return "scenario \(name) needs a screen of \(screenRows.lowerBound) to \(screenRows.upperBound) rows"
            + (isOffscreen ? ", such as --size 80x24" : "") + "; this one has \(rows)"
    }

    /// In the order in which they are told.
    static let all: [LabScenario] = [
        reuse, cancellation, placeholder, transition, cache, retry, refresh, prefetch, order, priority, progressive,
        hostile, wayMiss, wayHit, wayDelayed, wayReused, wayBeside, wayFrames,
    ]

    /// The scenario of that name; `nil` if there is none.
    static func named(_ name: String) -> LabScenario? { all.first { $0.name == name } }
}
