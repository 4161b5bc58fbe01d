import HalftoneCore
import ImageLoading
import TraceAnalysis
import TerminalScreen
import TerminalViews

/// The course of one load: its sources, its end, and where its time goes. It follows the load while that is under way.
@MainActor
final class LoadDetails: ScrollingPanel {
    private let lab: LabEnvironment
    /// The load as it was when it was last seen: it may be too old to be kept by now.
    private var load: TracedLoad?
    /// Where its time went, once it has ended.
    private var metrics: LoadMetrics?

    init(lab: LabEnvironment) {
        self.lab = lab
        super.init(closing: "\(LabAction.close.keyName) closes")
    }

    /// Shows a load, from its first line on.
    func show(_ load: TracedLoad) {
        self.load = load
        metrics = load.number.flatMap { lab.model.metrics[$0] }
        reload()
    }

    /// Takes the load as it is now. While it is under way, its times grow.
    override func advance(to now: Duration) -> Duration? {
        guard let old = load, let number = old.number,
            let new = lab.model.recording.loads.last(where: { $0.number == number })?
                .asOf(lab.manager.trace.seconds)
        else { return nil }
        let hadMetrics = metrics != nil
        metrics = metrics ?? lab.model.metrics[number]
        if new != old || hadMetrics != (metrics != nil) {
            load = new
            reload(fromStart: false)
        }
        return new.outcome == .unfinished ? now + .milliseconds(100) : nil
    }

    override var wantedColumns: Int { max(40, super.wantedColumns) }

    // MARK: - Words

    override func lines(columns: Int) -> [PanelLine] {
        guard let load else { return [] }
        var lines = [PanelLine("load \(load.number.map(String.init) ?? "without a number")", style: theme.panelStrong)]
        lines += [load.url, facts(of: load).joined(separator: "  "), ""].map { PanelLine($0) }
        if let metrics {
            // Its first line is the URL once more.
            lines += metrics.description.split(separator: "\n").dropFirst().map { PanelLine(String($0)) }
        } else {
            lines += load.spans.map { PanelLine("\($0.stage.rawValue)  \(TraceReport.time($0.end - $0.start))") }
        }
        return lines
    }

    private func facts(of load: TracedLoad) -> [String] {
        var facts: [String] = []
        switch load.outcome {
        case .complete: facts.append(load.hit.map { "from \($0.rawValue)" } ?? "complete")
        case .cancelled: facts.append("cancelled")
        case .failed(let reason): facts.append("failed: \(reason)")
        case .unfinished: facts.append("under way")
        }
        facts.append("after \(TraceReport.time(load.seconds))")
        if let cell = lab.cellNumber(of: load) { facts.append("cell \(cell)") }
        if let row = load.row { facts.append("row \(row + 1)") }
        if let status = load.status { facts.append("status \(status)") }
        if load.bytes > 0 { facts.append("\(ByteSize(load.bytes))") }
        if load.isJoined { facts.append("coalesced with another load") }
        if load.retries > 0 { facts.append("\(load.retries) \(load.retries == 1 ? "retry" : "retries")") }
        return facts
    }
}
