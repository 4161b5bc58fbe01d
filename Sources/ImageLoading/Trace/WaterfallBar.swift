/// Draws the time of a load as a bar among the others: where it stands, how long it is, and what it was spent on.
struct WaterfallBar {
    /// The time at the left edge and at the right one, in seconds.
    let from: Double
    let to: Double
    let columns: Int
    let isASCII: Bool

    /// A left part of a cell, in eighths.
    private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    func glyph(of stage: TracedLoad.Stage) -> String {
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

    /// Spaces up to the beginning, then a sign for each cell. Less than a cell is an eighth block of that size, and so
    /// is the rest that a bar of blocks ends with.
    func text(of load: TracedLoad) -> String {
        let scale = Double(columns) / max(to - from, 1e-9)
        let start = min(max(0, (load.begun - from) * scale), Double(columns))
        let end = min(max(start, (load.ended - from) * scale), Double(columns))
        let first = min(columns - 1, Int(start))
        let indent = String(repeating: " ", count: first)
        guard end - start >= 1 else { return indent + part(end - start) }
        let last = min(columns - 1, Int(end.rounded(.up)) - 1)
        return indent + (first...last).map { sign(of: load, in: $0, start, end, scale) }.joined()
    }

    private func part(_ size: Double) -> String {
        isASCII ? "|" : Self.eighths[min(7, max(0, Int((size * 8).rounded()) - 1))]
    }

    private func sign(of load: TracedLoad, in cell: Int, _ start: Double, _ end: Double, _ scale: Double) -> String {
        let (left, right) = (Double(cell), Double(cell + 1))
        let stage = mainStage(of: load, from: from + left / scale, to: from + right / scale)
        guard !isASCII, Self.isBlock(stage) else { return glyph(of: stage) }
        if end - left < 0.9375 { return part(end - left) }
        if right - start <= 0.5 { return "▐" }
        return glyph(of: stage)
    }

    /// Whether something is done meanwhile: waiting is a line, not a block.
    private static func isBlock(_ stage: TracedLoad.Stage) -> Bool {
        switch stage {
        case .queued, .disk, .waiting: false
        case .firstByte, .bytes, .decode, .transform, .set: true
        }
    }

    /// What took most of a piece of time.
    private func mainStage(of load: TracedLoad, from: Double, to: Double) -> TracedLoad.Stage {
        var best: (stage: TracedLoad.Stage, share: Double) = (load.spans.last?.stage ?? .queued, 0)
        for span in load.spans {
            let share = min(span.end, to) - max(span.start, from)
            if share > best.share { best = (span.stage, share) }
        }
        return best.stage
    }
}
