import HalftoneCore
import Glibc
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews

/// The report of `--verbose` at the end of a command, on standard error: its settings, disk cache, loads and costs. A
/// value; print it only after the terminal was restored.
struct VerboseReport {
    private var lines: [String] = []

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

    /// Adds the location of the disk cache, and the option, setting or variable that set it.
    mutating func addDiskCache(_ options: CommonOptions) {
        guard options.engine.usesDiskCache else { return add("disk cache: none, because of --no-cache") }
        guard let place = options.engine.cachePlace else { return add("disk cache: none, HOME is not set") }
        add("disk cache: \(TextSanitizer.clean(place.directory)), \(place.reason)")
    }

    /// Adds the terminal of a run and its frames; nothing without a terminal.
    @MainActor
    mutating func addFrames(of run: ScreenRun) {
        guard let session = run.session else { return }
        let name = session.facts.name.map { " (\(TextSanitizer.clean($0)))" } ?? ""
        let depth = "\(session.colors.rawValue) colors, because \(session.detection.reason)"
        add("terminal\(name): \(session.size) cells, \(depth)")
        let frames = run.frames
        add("frames: \(frames.presented), \(frames.dropped) dropped, \(ByteSize(frames.bytes)) written")
        let (encoding, writing) = (Self.milliseconds(frames.encoding), Self.milliseconds(frames.writing))
        add("time: \(encoding) encoding, \(writing) until the terminal had it")
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
        add("took: \(Self.milliseconds(time)), \(ByteSize(Resources.peakResidentBytes)) at most")
    }

    private static func milliseconds(_ time: Duration) -> String { "\(Int((time.seconds * 1000).rounded())) ms" }

    func print() { for line in lines { Output.printError(line) } }
}

extension ScreenRun {
    /// Prints the report of `--verbose`, if it was requested.
    func report(_ options: CommonOptions, _ add: (inout VerboseReport) -> Void) {
        guard var report = VerboseReport(options) else { return }
        add(&report)
        report.addLoads(trace.summary)
        report.addCost(elapsed)
        report.print()
    }
}
