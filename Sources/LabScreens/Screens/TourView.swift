import TerminalScreen
import TerminalViews

/// The panel of a tour: the caption of its scenario, and below it the present step with its result.
@MainActor
final class TourView: View {
    var tour: ScenarioRun? {
        didSet { setNeedsDisplay() }
    }

    override init(frame: CellRect = .zero) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Returns the height: that of the longest caption, at most two lines, and one for the step.
    func wantedRows(columns: Int, isLow: Bool) -> Int {
        guard let tour, !isLow else { return tour == nil ? 0 : 2 }
        let captions = [tour.scenario.summary] + tour.scenario.captions
        let widest = captions.map { Canvas.columns(of: $0) }.max() ?? 0
        return widest > columns - Canvas.columns(of: head(tour)) - 3 ? 3 : 2
    }

    override func draw(in context: inout DrawingContext) {
        guard let tour else { return }
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        context.fill(bounds, style: theme.panel)
        let head = head(tour)
        let indent = 2 + context.draw(head, column: 1, row: 0, columns: columns - 2, style: theme.panelStrong)
        let caption = caption(of: tour)
        let lines = TextLayout(columns: columns - indent - 1, maximumLines: max(1, rows - 1)).lines(of: caption)
        for (row, line) in lines.enumerated() {
            var column = indent
            for run in line.runs {
                column += context.draw(
                    run.text, column: column, row: row, columns: columns - 1 - column, style: run.style)
            }
        }
        if rows > 1 { drawStep(of: tour, row: rows - 1, in: &context) }
    }

    /// Returns the name of the scenario and its progress.
    private func head(_ tour: ScenarioRun) -> String {
        let sign =
            switch tour.state {
            case .preparing, .playing: "▶"
            case .paused: "‖"
            case .over: "■"
            }
        let parts = tour.scenario.captions.count
        let progress = tour.part > 0 ? " \(tour.part)/\(parts)" : ""
        return "\(sign) \(tour.scenario.name)\(progress)"
    }

    private func caption(of tour: ScenarioRun) -> AttributedText {
        guard tour.state == .over else { return AttributedText(tour.caption, style: theme.panelStrong) }
        let failure = tour.report.firstFailure.map { "  " + $0 } ?? ""
        return AttributedText(tour.report.verdict, style: style(holds: tour.report.isPassed))
            + AttributedText(failure, style: theme.panel)
    }

    private func drawStep(of tour: ScenarioRun, row: Int, in context: inout DrawingContext) {
        let keys = keys(of: tour)
        let keyColumns = Canvas.columns(of: keys)
        let end = bounds.size.columns - keyColumns - 1
        context.draw(keys, column: end, row: row, columns: keyColumns, style: theme.panel)
        guard tour.state != .over, let step = tour.step, step.text != tour.caption else { return }
        var column = 1
        func add(_ text: String, _ style: CellStyle) {
            column += context.draw(text, column: column, row: row, columns: max(0, end - 3 - column), style: style)
        }
        add(step.text, theme.panelStrong)
        guard let verdict = tour.verdict else { return }
        add((verdict.holds ? "  ok: " : "  FAIL: ") + verdict.found, style(holds: verdict.holds))
    }

    private func style(holds: Bool) -> CellStyle {
        theme.lab.style(of: holds ? LabCellFacts.State.shown : .failed).on(theme.panel)
    }

    private func keys(of tour: ScenarioRun) -> String {
        let actions: [(LabAction, String)] =
            switch tour.state {
            case .preparing: []
            case .playing: [(.pauseTour, "pause"), (.nextStep, "next"), (.close, "close")]
            case .paused: [(.pauseTour, "go on"), (.nextStep, "step"), (.close, "close")]
            case .over: [(.scenarios, "again, others"), (.close, "close")]
            }
        return actions.map { "\(keyName($0.0)) \($0.1)" }.joined(separator: "  ")
    }
}
