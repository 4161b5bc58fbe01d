import ImageLoading
/// A renderer for the time of a load as a bar on a common time axis: its position, its length, and its stages.
///
/// A value without I/O: the report writes it as text, the Lab draws its glyphs in color.
public struct WaterfallBar: Sendable {
    /// The time at the left edge and at the right edge, in seconds.
    public let from: Double
    /// The time at the right edge, in seconds.
    public let to: Double
    /// The width of the time axis in terminal columns.
    public let columns: Int
    /// Whether the glyphs are limited to ASCII.
    public let isASCII: Bool

    /// One cell of a bar.
    public struct Sign: Sendable, Equatable {
        /// The glyph, one column wide.
        public let text: String
        /// The stage that took most of the cell's time.
        public let stage: TracedLoad.Stage
    }

    /// Creates a time axis from `from` to `to`, in seconds, across a number of columns, at least one.
    public init(from: Double, to: Double, columns: Int, isASCII: Bool) {
        (self.from, self.to, self.columns, self.isASCII) = (from, to, max(1, columns), isASCII)
    }

    /// Partial blocks from the left edge of a cell, in eighths.
    private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    /// Returns the glyph of a full cell.
    public func glyph(of stage: TracedLoad.Stage) -> String {
        switch stage {
        case .queued: isASCII ? "." : "·"
        case .disk: isASCII ? "d" : "╌"
        case .waiting: isASCII ? "-" : "─"
        case .firstByte: isASCII ? "f" : "░"
        case .bytes: isASCII ? "b" : "▒"
        case .decode: isASCII ? "D" : "▓"
        case .transform: isASCII ? "T" : "▞"
        case .set: isASCII ? "=" : "█"
        }
    }

    /// Returns spaces up to the beginning, then a glyph for each cell.
    func text(of load: TracedLoad) -> String {
        let (indent, signs) = signs(of: load)
        return String(repeating: " ", count: indent) + signs.map(\.text).joined()
    }

    /// Returns the number of cells before the bar, and the cells of the bar. A bar shorter than a cell is an eighth
    /// block of that size, and so is the remainder at the end of a bar of blocks.
    public func signs(of load: TracedLoad) -> (indent: Int, signs: [Sign]) {
        let scale = Double(columns) / max(to - from, 1e-9)
        let start = min(max(0, (load.begun - from) * scale), Double(columns))
        let end = min(max(start, (load.ended - from) * scale), Double(columns))
        let first = min(columns - 1, Int(start))
        guard end - start >= 1 else {
            return (first, [Sign(text: part(end - start), stage: stage(of: load, in: first, scale))])
        }
        let last = min(columns - 1, Int(end.rounded(.up)) - 1)
        return (first, (first...last).map { sign(of: load, in: $0, start, end, scale) })
    }

    private func part(_ size: Double) -> String {
        isASCII ? "|" : Self.eighths[min(7, max(0, Int((size * 8).rounded()) - 1))]
    }

    private func sign(of load: TracedLoad, in cell: Int, _ start: Double, _ end: Double, _ scale: Double) -> Sign {
        let (left, right) = (Double(cell), Double(cell + 1))
        let stage = stage(of: load, in: cell, scale)
        guard !isASCII, Self.isBlock(stage) else { return Sign(text: glyph(of: stage), stage: stage) }
        if end - left < 0.9375 { return Sign(text: part(end - left), stage: stage) }
        if right - start <= 0.5 { return Sign(text: "▐", stage: stage) }
        return Sign(text: glyph(of: stage), stage: stage)
    }

    private func stage(of load: TracedLoad, in cell: Int, _ scale: Double) -> TracedLoad.Stage {
        mainStage(of: load, from: from + Double(cell) / scale, to: from + Double(cell + 1) / scale)
    }

    /// Whether the stage is active work, drawn as a block; waiting is drawn as a line.
    private static func isBlock(_ stage: TracedLoad.Stage) -> Bool {
        switch stage {
        case .queued, .disk, .waiting: false
        case .firstByte, .bytes, .decode, .transform, .set: true
        }
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
