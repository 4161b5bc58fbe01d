import Basis
import ImageLoading
import TerminalScreen
import TerminalViews

/// What became of one load: where it went, how it ended, and the tree of where its time went.
@MainActor
final class LoadDetails: View {
    private let bench: LabBench
    private let isASCII: Bool
    private var load: TracedLoad?

    init(bench: LabBench, isASCII: Bool) {
        self.bench = bench
        self.isASCII = isASCII
        super.init()
    }

    /// Shows a load; what is said of it does not change any more until this is called again.
    func show(_ load: TracedLoad) {
        self.load = load
        setNeedsDisplay()
    }

    override func handle(_ event: InputEvent) -> Bool { if case .mouse = event { true } else { false } }

    override func draw(in context: inout DrawingContext) {
        let lines = lines
        let wanted = (lines.map { Canvas.columns(of: $0.0) }.max() ?? 0) + 4
        let columns = min(bounds.size.columns, max(40, wanted))
        let rows = min(bounds.size.rows, lines.count + 2)
        let box = CellRect(
            column: (bounds.size.columns - columns) / 2, row: (bounds.size.rows - rows) / 2, columns: columns,
            rows: rows)
        context.fill(box, style: Theme.panel)
        context.drawBox(box, style: Theme.panel)
        for (row, line) in lines.prefix(max(0, rows - 2)).enumerated() {
            context.draw(
                line.0, column: box.minColumn + 2, row: box.minRow + 1 + row, columns: columns - 4, style: line.1)
        }
    }

    private var lines: [(String, CellStyle)] {
        guard let load else { return [] }
        var lines: [(String, CellStyle)] = [
            ("load \(load.number.map(String.init) ?? "without a number")", Theme.panelStrong), (load.url, Theme.panel),
        ]
        lines.append((Self.facts(of: load).joined(separator: "  "), Theme.panel))
        lines.append(("", Theme.panel))
        if let metrics = load.number.flatMap({ bench.model.metrics[$0] }) {
            // Its first line is the URL once more.
            lines += metrics.description.split(separator: "\n").dropFirst().map { (String($0), Theme.panel) }
        } else {
            lines += load.spans.map { span in
                ("\(span.stage.rawValue)  \(TraceReport.time(span.end - span.start))", Theme.panel)
            }
        }
        return lines + [("", Theme.panel), ("Esc closes", Theme.panel)]
    }

    private static func facts(of load: TracedLoad) -> [String] {
        var facts: [String] = []
        switch load.outcome {
        case .complete: facts.append(load.hit.map { "from \($0.rawValue)" } ?? "complete")
        case .cancelled: facts.append("cancelled")
        case .failed(let reason): facts.append("failed: \(reason)")
        case .unfinished: facts.append("under way")
        }
        facts.append("after \(TraceReport.time(load.seconds))")
        if let row = load.row { facts.append("row \(row + 1)") }
        if let status = load.status { facts.append("status \(status)") }
        if load.bytes > 0 { facts.append("\(ByteSize(load.bytes))") }
        if load.isJoined { facts.append("joined another load's work") }
        if load.retries > 0 { facts.append("\(load.retries) \(load.retries == 1 ? "retry" : "retries")") }
        return facts
    }
}
