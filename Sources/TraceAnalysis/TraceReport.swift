import ImageLoading
import HalftoneCore

/// A text report of a recorded trace: a summary, and a waterfall of its loads.
///
/// A value without I/O. No line is wider than `columns`.
public struct TraceReport {
    /// The trace to report on.
    public let recording: TraceRecording
    /// The width of the report in terminal columns, at least 20.
    public var columns: Int
    /// Whether to avoid block elements, for terminals that have none.
    public var isASCII: Bool
    /// Maximum number of loads in the waterfall; the report says how many are left out.
    public var mostLoads: Int
    /// Fits a text to an exact number of terminal columns, by truncating or padding it.
    private let fit: (String, Int) -> String

    static let fewestColumns = 20

    /// Creates a report. A width of less than 20 columns counts as 20. `fit` returns a text cut or padded to exactly a
    /// number of terminal columns.
    public init(
        _ recording: TraceRecording, columns: Int, isASCII: Bool, mostLoads: Int, fit: @escaping (String, Int) -> String
    ) {
        self.recording = recording
        self.columns = max(Self.fewestColumns, columns)
        self.isASCII = isASCII
        self.mostLoads = mostLoads
        self.fit = fit
    }

    /// Returns the lines of the report, without line ends.
    public func lines() -> [String] {
        [summary, waterfall].filter { !$0.isEmpty }.joined(separator: [""]).map(trimmed)
    }

    private func trimmed(_ line: String) -> String {
        var line = fit(line, columns)
        while line.last == " " { line.removeLast() }
        return line
    }

    // MARK: - Summary

    private var summary: [String] {
        let sum = recording.summary
        var lines = [
            "\(counted(recording.events, "event", "events")) in \(Self.time(recording.duration))",
            "loads \(sum.loads): \(sum.memoryHits) from memory, \(sum.diskHits) from disk, \(sum.joins) coalesced, "
                + "\(sum.cancelled) cancelled, \(sum.failed) failed",
            "requests \(sum.requests): \(ByteSize(sum.bytesReceived)) received, \(sum.retried) retried",
            "views: \(sum.lateDropped) late deliveries dropped, \(sum.stalePaints) stale paints",
        ]
        if sum.framesPresented > 0 || sum.bytesWritten > 0 {
            lines.append(
                "frames \(sum.framesPresented): \(sum.framesDropped) dropped, \(ByteSize(sum.bytesWritten)) written")
            if sum.encodeMicroseconds > 0 || sum.writeMicroseconds > 0 {
                lines.append(
                    "screen: \(sum.cellsElided) cells not sent, \(Self.time(Double(sum.encodeMicroseconds) / 1e6)) "
                        + "encoding, \(Self.time(Double(sum.writeMicroseconds) / 1e6)) writing")
            }
        }
        if sum.peakResidentBytes > 0 { lines.append("memory: \(ByteSize(sum.peakResidentBytes)) at most") }
        if !recording.isComplete { lines.append("no summary at the end: these are the events up to there") }
        return lines
    }

    // MARK: - Waterfall

    private var waterfall: [String] {
        let groups = ActiveTime(Array(recording.loads.prefix(mostLoads))).groups
        let shown = groups.flatMap(\.loads)
        guard let first = shown.first else { return [] }
        let end = shown.reduce(first.ended) { max($0, $1.ended) }
        let left = 17 + placeColumns + 1 + nameColumns + 1
        let bar = WaterfallBar(
            from: first.begun, to: end, columns: max(8, columns - left), isASCII: isASCII)
        let legend = TracedLoad.Stage.allCases.map { "\(bar.glyph(of: $0)) \($0.rawValue)" }
        let idle = groups.reduce(0) { $0 + $1.idle }
        let whole = "waterfall of \(Self.time(first.begun)) to \(Self.time(end + idle))"
        var lines = [idle > 0 ? "\(whole), without \(Self.time(idle)) in which nothing happened" : whole]
        lines += wrapped(legend)
        lines += wrapped(["m memory", "d disk", "c coalesced", "x cancelled", "! failed", "? unfinished", "+ abridged"])
        for group in groups {
            if group.idle > 0 { lines.append("       (\(Self.time(group.idle)) in which nothing happened)") }
            lines += group.loads.map { load in
                "\(head(of: load)) \(fit(name(of: load), nameColumns)) \(bar.text(of: load))"
            }
        }
        let rest = recording.loads.count - shown.count
        if rest > 0 { lines.append("and \(counted(rest, "load", "loads")) more: --loads \(recording.loads.count)") }
        return lines
    }

    /// Returns number, time and mark of a load, in seventeen columns, and behind them the view and the row that it was
    /// for.
    private func head(of load: TracedLoad) -> String {
        let number = right(load.number.map(String.init) ?? "-", 6)
        return "\(number) \(right(Self.time(load.seconds), 8)) \(mark(of: load))" + place(of: load)
    }

    /// Whether a load of the trace was for a view: a cell's, which is reused for other rows.
    private var hasViews: Bool { recording.loads.contains { $0.view != nil } }
    private var hasRows: Bool { columns >= 100 }
    private var placeColumns: Int { hasViews ? (hasRows ? 19 : 10) : 0 }

    private func place(of load: TracedLoad) -> String {
        guard hasViews else { return "" }
        guard let view = load.view else { return fit(load.row == nil ? "  ahead" : "", placeColumns) }
        return fit("  view \(view)" + (hasRows ? load.row.map { "  row \($0 + 1)" } ?? "" : ""), placeColumns)
    }

    private var nameColumns: Int { min(28, max(0, columns / 4)) }

    private func mark(of load: TracedLoad) -> String {
        switch load.outcome {
        case .cancelled: "x"
        case .failed: "!"
        case .unfinished: "?"
        case .complete where load.isAbridged: "+"
        case .complete where load.isCoalesced: "c"
        case .complete: load.hit == .memory ? "m" : load.hit == .disk ? "d" : " "
        }
    }

    /// Returns the last path component, which tells the images of a site apart.
    private func name(of load: TracedLoad) -> String {
        let path = load.url.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map(String.init) ?? load.url
    }

    // MARK: - Text and numbers

    /// Returns words separated by two spaces, wrapped into as many lines as needed.
    private func wrapped(_ words: [String]) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in words {
            if !line.isEmpty, line.count + 2 + word.count > columns {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : "  ") + word
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    private func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }

    private func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Returns a duration such as `812 ms`, `3.2 ms`, `12.4 s`, with two or three significant digits.
    public static func time(_ seconds: Double) -> String {
        if seconds < 0.00995 { return "\(tenths(seconds * 1000)) ms" }
        if seconds < 0.9995 { return "\(Int((seconds * 1000).rounded())) ms" }
        return "\(tenths(seconds)) s"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
