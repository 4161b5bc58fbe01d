import HalftoneCore
import ImageLoading

/// A text report of a recorded trace: its totals, and a waterfall of its loads.
///
/// A value without I/O. No line is wider than the given columns.
public struct TraceReport {
    private let recording: TraceRecording
    private let columns: Int
    private let fit: (String, Int) -> String

    /// Maximum number of loads in the waterfall, a few screens; an export has all of them.
    static let maxLoads = 100

    /// Creates a report. `fit` returns a text cut or padded to exactly a number of terminal columns.
    public init(_ recording: TraceRecording, columns: Int, fit: @escaping (String, Int) -> String) {
        (self.recording, self.columns, self.fit) = (recording, columns, fit)
    }

    /// Returns the lines of the report, without line ends.
    public func lines() -> [String] {
        (summary + waterfall).map { line in
            var line = fit(line, columns)
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    private var summary: [String] {
        let sum = recording.summary
        return [
            "\(counted(recording.events, "event", "events")) in \(Self.time(recording.duration))"
                + (recording.isComplete ? "" : ", without an end: the program was aborted, or is still running"),
            "loads \(sum.loads): \(sum.memoryHits) from memory, \(sum.diskHits) from disk, \(sum.joins) coalesced, "
                + "\(sum.cancelled) cancelled, \(sum.failed) failed",
            "requests \(sum.requests): \(ByteSize(sum.bytesReceived)) received, \(sum.retried) retried",
            "views: \(sum.lateDropped) late deliveries dropped, \(sum.stalePaints) stale paints",
        ]
    }

    /// The loads, with a time axis for each burst of them: idle time would reduce them all to thin lines.
    private var waterfall: [String] {
        var rest = recording.loads.prefix(Self.maxLoads).sorted { $0.begun < $1.begun }
        var lines: [String] = []
        while let window = WaterfallWindow(around: 0, in: rest) {
            let burst = rest.prefix(while: window.shows)
            rest.removeFirst(burst.count)
            let nameColumns = min(28, columns / 4)
            let bar = WaterfallBar(
                from: window.from, to: window.to, columns: max(8, columns - 29 - nameColumns))
            if lines.isEmpty {
                lines = [
                    "", TracedLoad.Stage.allCases.map { "\(bar.glyph(of: $0)) \($0.rawValue)" }.joined(separator: "  "),
                ]
            }
            lines += ["", "waterfall of \(Self.time(window.from)) to \(Self.time(window.to))"]
            lines += burst.map { load in
                let number = right(load.number.map(String.init) ?? "-", 6)
                return
                    "\(number) \(right(Self.time(load.seconds), 8)) \(fit(load.end, 11)) \(fit(load.name, nameColumns)) "
                    + bar.text(of: load)
            }
        }
        let more = recording.loads.count - Self.maxLoads
        return more > 0 ? lines + ["and \(counted(more, "load", "loads")) more, which --chrome exports"] : lines
    }

    // MARK: - Text and numbers

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
