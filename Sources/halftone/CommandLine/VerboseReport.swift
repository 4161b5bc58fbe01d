import HalftoneCore
import Glibc
import ImageLoading
import ScreenKit

/// The report of `--verbose` at the end of a command, on standard error: its settings, disk cache, loads and costs. A
/// value; print it only after the terminal was restored.
struct VerboseReport {
    private(set) var lines: [String] = []

    /// Creates a report; `nil` without `--verbose`.
    init?(_ options: CommonOptions) {
        guard options.isVerbose else { return nil }
        lines.append("settings: \(Self.settings(options))")
    }

    /// Returns the path of the config file, or why none is used.
    private static func settings(_ options: CommonOptions) -> String {
        if let path = options.settingsPath { return TextSanitizer.clean(path) }
        guard let usual = ConfigFile.usualPath else { return "none, HOME is not set" }
        return "none, there is no \(TextSanitizer.clean(usual))"
    }

    // MARK: - Contents

    mutating func add(_ line: String) { lines.append(line) }
    mutating func add(_ more: [String]) { lines += more }

    /// Adds the location of the disk cache, and the option, setting or variable that set it.
    mutating func addDiskCache(_ options: CommonOptions) {
        guard options.engine.usesDiskCache else { return add("disk cache: none, because of --no-cache") }
        guard let place = options.engine.cachePlace else { return add("disk cache: none, HOME is not set") }
        add("disk cache: \(TextSanitizer.clean(place.directory)), \(place.reason)")
    }

    /// Adds the outcomes of the loads.
    mutating func addLoads(_ summary: TraceSummary) {
        add(
            "loads: \(summary.loads), \(summary.memoryHits) from memory, \(summary.diskHits) from disk, "
                + "\(summary.joins) coalesced, \(summary.cancelled) cancelled, \(summary.failed) failed")
        add("fetched from files and servers: \(summary.requests), \(ByteSize(summary.bytesReceived))")
        add("late results dropped: \(summary.lateDropped); pictures shown in a wrong row: \(summary.stalePaints)")
    }

    /// Adds the elapsed time and the peak memory.
    mutating func addCost(_ time: Duration) {
        add("took: \(Int((time.seconds * 1000).rounded())) ms, \(ByteSize(Resources.peakResidentBytes)) at most")
    }

    /// Prints all lines.
    func print() { for line in lines { Output.printError(line) } }
}
