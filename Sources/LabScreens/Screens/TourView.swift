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

    override func draw(in context: inout DrawingContext) {
        guard let tour else { return }
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        context.fill(bounds, style: theme.panel)
        let indent = 2 + context.draw(head(tour), column: 1, row: 0, columns: columns - 2, style: theme.panelStrong)
        let lines = TextLayout(columns: columns - indent - 1, maximumLines: max(1, rows - 1))
            .lines(of: AttributedText(tour.caption, style: theme.panelStrong))
        for (row, line) in lines.enumerated() {
            context.draw(line, column: indent, row: row, columns: columns - 1 - indent)
        }
        if rows > 1 { drawStep(of: tour, row: rows - 1, in: &context) }
    }

    /// Returns the name of the scenario and its progress.
    private func head(_ tour: ScenarioRun) -> String {
        let sign =
            switch tour.state {
            case .preparing, .playing: "▶"
            case .reading: "‖"
            case .over: "■"
            }
        let parts = tour.scenario.captions.count
        let progress = tour.part > 0 ? " \(tour.part)/\(parts)" : ""
        return "\(sign) \(tour.scenario.name)\(progress)"
    }

    private func drawStep(of tour: ScenarioRun, row: Int, in context: inout DrawingContext) {
        let keys = keys(of: tour)
        let keyColumns = Canvas.columns(of: keys)
        let end = bounds.size.columns - keyColumns - 1
        context.draw(keys, column: end, row: row, columns: keyColumns, style: theme.panel)
        var line = AttributedText()
        if tour.state == .over {
            line.append(tour.outcome, style: style(holds: tour.isPassed))
            if let reason = tour.failures.first ?? tour.end { line.append("  " + reason, style: theme.panel) }
        } else if let step = tour.step {
            line.append(step.text, style: theme.panelStrong)
            if let verdict = tour.verdict {
                let found = (verdict.holds ? "  ok: " : "  FAIL: ") + verdict.found
                line.append(found, style: style(holds: verdict.holds))
            }
        }
        context.draw(line, column: 1, row: row, columns: end - 4)
    }

    private func style(holds: Bool) -> CellStyle {
        theme.style(of: holds ? LabCellFacts.State.shown : .failed).on(theme.panel)
    }

    private func keys(of tour: ScenarioRun) -> String {
        let actions: [(LabAction, String)] =
            switch tour.state {
            case .preparing, .playing: []
            case .reading: [(.tour, "next")]
            case .over: [(.tour, "again"), (.scenarios, "others")]
            }
        return (actions + [(.close, "close")]).map { "\(keyName($0.0)) \($0.1)" }.joined(separator: "  ")
    }
}
