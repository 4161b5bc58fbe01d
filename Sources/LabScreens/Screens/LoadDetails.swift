import HalftoneCore
import ImageLoading
import ScreenKit
import TraceAnalysis
import TerminalScreen
import TerminalViews

/// The details of one load: its sources, its outcome and its timings, updated while it is in progress.
@MainActor
final class LoadDetails: ScrollingPanel {
    private let lab: LabEnvironment
    /// The last known state of the load, which the model may have dropped.
    private var load: TracedLoad?
    /// Returns the picture whose view has a number; `nil` if no cell in view has it.
    private let picture: @MainActor (_ view: Int) -> CellPicture?

    init(
        lab: LabEnvironment, keys: KeyBindings<LabAction>, picture: @escaping @MainActor (_ view: Int) -> CellPicture?
    ) {
        (self.lab, self.picture) = (lab, picture)
        super.init(closing: "\(keys.name(of: .close)) closes")
    }

    /// Shows a load, scrolled to the first line.
    func show(_ load: TracedLoad) {
        self.load = load
        reload()
    }

    /// Updates the load; while it is in progress, its times grow.
    override func advance(to now: Duration) -> Duration? {
        guard let old = load, let number = old.number,
            let new = lab.model.recording.loads.last(where: { $0.number == number })?
                .asOf(lab.manager.trace.seconds)
        else { return nil }
        if new != old {
            load = new
            reload(fromStart: false)
        }
        return new.outcome == .unfinished ? now + .milliseconds(100) : nil
    }

    override var preferredColumns: Int { max(40, super.preferredColumns) }

    // MARK: - Texts

    override func lines(columns: Int) -> [PanelLine] {
        guard let load else { return [] }
        var lines = [PanelLine("load \(load.number.map(String.init) ?? "without a number")", style: theme.panelStrong)]
        lines += [load.url, facts(of: load).joined(separator: "  "), ""].map { PanelLine($0) }
        return lines + load.spans.map { PanelLine("\($0.stage.rawValue)  \(TraceReport.time($0.end - $0.start))") }
    }

    private func facts(of load: TracedLoad) -> [String] {
        var facts = [load.end]
        if case .failed(let reason) = load.outcome { facts = ["failed: \(reason)"] }
        facts.append("after \(TraceReport.time(load.seconds))")
        if let cell = lab.cellNumber(of: load) { facts.append("cell \(cell)") }
        if let picture = load.view.flatMap(picture), picture.load.operation?.id == load.number {
            facts.append(picture.generation)
        }
        if let row = load.row { facts.append("row \(row + 1)") }
        if let status = load.status { facts.append("status \(status)") }
        if load.bytes > 0 { facts.append("\(ByteSize(load.bytes))") }
        if load.retries > 0 { facts.append("\(load.retries) \(load.retries == 1 ? "retry" : "retries")") }
        return facts
    }
}
