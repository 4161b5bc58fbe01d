/// A renderer for the time of a load as a bar on a common time axis: its position, its length, and its stages.
///
/// A value without I/O.
public struct WaterfallBar: Sendable {
    /// The time at the left edge, in seconds.
    public let from: Double
    /// The time at the right edge, in seconds.
    public let to: Double
    /// The width of the time axis in terminal columns.
    public let columns: Int

    /// Creates a time axis from `from` to `to`, in seconds, across a number of columns, at least one.
    public init(from: Double, to: Double, columns: Int) {
        (self.from, self.to, self.columns) = (from, to, max(1, columns))
    }

    /// Returns the glyph of a cell.
    public func glyph(of stage: TracedLoad.Stage) -> String {
        switch stage {
        case .queued: "·"
        case .disk: "╌"
        case .waiting: "─"
        case .firstByte: "░"
        case .bytes: "▒"
        case .decode: "▓"
        case .transform: "▞"
        case .set: "█"
        }
    }

    /// Returns spaces up to the beginning, then a glyph for each cell, at least one.
    public func text(of load: TracedLoad) -> String {
        let scale = Double(columns) / max(to - from, 1e-9)
        let start = min(max(0, (load.begun - from) * scale), Double(columns))
        let end = min(max(start, (load.ended - from) * scale), Double(columns))
        let first = min(columns - 1, Int(start))
        let last = max(first, Int(end.rounded(.up)) - 1)
        let glyphs = (first...last).map { cell in
            glyph(of: mainStage(of: load, from: from + Double(cell) / scale, to: from + Double(cell + 1) / scale))
        }
        return String(repeating: " ", count: first) + glyphs.joined()
    }

    /// Returns the stage that took most of an interval.
    private func mainStage(of load: TracedLoad, from: Double, to: Double) -> TracedLoad.Stage {
        var best: (stage: TracedLoad.Stage, share: Double) = (load.spans.last?.stage ?? .queued, 0)
        for span in load.spans {
            let share = min(span.end, to) - max(span.start, from)
            if share > best.share { best = (span.stage, share) }
        }
        return best.stage
    }
}
