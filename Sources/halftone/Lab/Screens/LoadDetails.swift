import Basis
import ImageLoading
import TraceAnalysis
import TerminalScreen
import TerminalViews

/// What becomes of one load: where it goes, how it ends, and where its time goes. It follows the load as long as that is
/// under way.
@MainActor
final class LoadDetails: View {
    private let bench: LabBench
    /// The load as it was when it was last seen: it may be too old to be kept by now.
    private var load: TracedLoad?
    /// Where its time went, once it has ended.
    private var metrics: LoadMetrics?
    private var scrolling = LineScroll()
    /// It was clicked on.
    var didPress: @MainActor () -> Void = {}

    init(bench: LabBench) {
        self.bench = bench
        super.init()
    }

    /// Shows a load, from its first line on.
    func show(_ load: TracedLoad) {
        (self.load, scrolling) = (load, LineScroll())
        metrics = load.number.flatMap { bench.model.metrics[$0] }
        setNeedsDisplay()
    }

    /// Shows other lines, where there is no room for all.
    func scroll(_ move: ItemMove) {
        scrolling.scroll(move, count: lines.count, room: room)
        setNeedsDisplay()
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: for _ in 0..<3 { scroll(.up) }
        case .wheelDown: for _ in 0..<3 { scroll(.down) }
        case .press: didPress()
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    // MARK: - View

    /// Takes the load as it is now. While it is under way, its times grow.
    override func advance(to now: Duration) -> Duration? {
        guard let old = load, let number = old.number,
            let new = bench.model.recording.loads.last(where: { $0.number == number })?
                .asOf(bench.manager.trace.seconds)
        else { return nil }
        let hadMetrics = metrics != nil
        metrics = metrics ?? bench.model.metrics[number]
        if new != old || hadMetrics != (metrics != nil) {
            load = new
            setNeedsDisplay()
        }
        return new.outcome == .unfinished ? now + .milliseconds(100) : nil
    }

    /// The lines that there is room for.
    private var room: Int { max(0, bounds.size.rows - 2) }

    override func draw(in context: inout DrawingContext) {
        let lines = lines
        let wanted = (lines.map { Canvas.columns(of: $0.text) }.max() ?? 0) + 4
        let columns = min(bounds.size.columns, max(40, wanted))
        let rows = min(bounds.size.rows, lines.count + 2)
        let box = CellRect(
            column: (bounds.size.columns - columns) / 2, row: (bounds.size.rows - rows) / 2, columns: columns,
            rows: rows)
        context.fill(box, style: Theme.panel)
        context.drawBox(box, style: Theme.panel)
        for (row, index) in scrolling.visible(count: lines.count, room: room).enumerated() {
            context.draw(
                lines[index].text, column: box.minColumn + 2, row: box.minRow + 1 + row, columns: columns - 4,
                style: lines[index].style)
        }
        guard rows > 2 else { return }
        let closing = " \(LabAction.close.keyName) closes "
        let closingColumns = Canvas.columns(of: closing)
        context.draw(
            closing, column: box.maxColumn - closingColumns - 2, row: box.maxRow - 1, columns: closingColumns,
            style: Theme.panel)
        if scrolling.hasMore(count: lines.count, room: room) {
            context.draw(
                " ↓ more ", column: box.minColumn + 2, row: box.maxRow - 1, columns: columns - 4, style: Theme.panel)
        }
    }

    // MARK: - Words

    private var lines: [(text: String, style: CellStyle)] {
        guard let load else { return [] }
        let name = "load \(load.number.map(String.init) ?? "without a number")"
        var lines = [(name, Theme.panelStrong), (load.url, Theme.panel)]
        lines.append((Self.facts(of: load).joined(separator: "  "), Theme.panel))
        lines.append(("", Theme.panel))
        if let metrics {
            // Its first line is the URL once more.
            lines += metrics.description.split(separator: "\n").dropFirst().map { (String($0), Theme.panel) }
        } else {
            lines += load.spans.map { span in
                ("\(span.stage.rawValue)  \(TraceReport.time(span.end - span.start))", Theme.panel)
            }
        }
        return lines
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
