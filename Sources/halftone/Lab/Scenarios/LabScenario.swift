/// A built-in script that demonstrates and checks a requirement of the engine.
struct LabScenario: Sendable {
    /// The name on the command line.
    let name: String
    /// The summary, one line for the help and the manual.
    let summary: String
    /// The supported heights of the screen: lower ones have too few cells, and on higher ones the feed has too few rows
    /// out of view.
    var screenRows = 15...240
    /// Whether it needs the disk cache.
    var needsDiskCache = false
    /// Whether it needs a terminal that shows pictures pixel by pixel.
    var needsPixels = false
    /// The text for ``ScriptParser``.
    let script: String

    /// Returns why the scenario cannot run here, and what to do, in one line; `nil` if it can. Offscreen, an option
    /// sets the size.
    func refusal(rows: Int, hasDiskCache: Bool, hasPixels: Bool = true, isOffscreen: Bool) -> String? {
        if needsDiskCache, !hasDiskCache {
            return "scenario \(name) needs the disk cache (leave out --no-cache)"
        }
        if needsPixels, !hasPixels { return "scenario \(name) needs a terminal that shows pixels (halftone doctor)" }
        guard !screenRows.contains(rows) else { return nil }
        return "scenario \(name) needs a screen of \(screenRows.lowerBound) to \(screenRows.upperBound) rows"
            + (isOffscreen ? ", such as --size 80x24" : "") + "; this one has \(rows)"
    }

    /// All scenarios, in the order of the list.
    static let all: [LabScenario] = [
        reuse, cancellation, pixels, placeholder, transition, cache, retry, refresh, prefetch, order, priority,
        progressive,
        hostile, wayMiss, wayHit, wayDelayed, wayReused, wayBeside, wayFrames,
    ]
}
