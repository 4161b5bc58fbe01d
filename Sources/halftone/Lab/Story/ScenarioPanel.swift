import TerminalScreen
import TerminalViews

/// The list of scenarios, with the summary of the selected one, or why it cannot run here.
@MainActor
final class ScenarioPanel: ScrollingPanel {
    private var choices: [(scenario: LabScenario, refusal: String?)] = []
    private var place = LineSelection()
    var didChoose: @MainActor (LabScenario) -> Void = { _ in }
    /// Called with the reason if the selected scenario cannot run.
    var didRefuse: @MainActor (String) -> Void = { _ in }

    init() {
        super.init(title: "scenarios")
        isHidden = true
    }

    /// Shows scenarios, each with the reason if it cannot run; the last played one is selected.
    func show(_ choices: [(scenario: LabScenario, refusal: String?)]) {
        self.choices = choices
        isHidden = false
        reload()
    }

    func move(_ move: ItemMove) {
        place.move(move, count: choices.count, room: room)
        reload(fromStart: false)
    }

    /// Starts the selected scenario, if it can run.
    func choose() {
        guard choices.indices.contains(place.chosen) else { return }
        let (scenario, refusal) = choices[place.chosen]
        if let refusal { didRefuse(refusal) } else { didChoose(scenario) }
    }

    private func didLeave() -> Bool {
        didPress()
        return true
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: move(.up)
        case .wheelDown: move(.down)
        case .press:
            let row = mouse.position.row - box.minRow - 1
            let visible = place.visible(count: choices.count, room: room)
            guard box.contains(mouse.position) else { return didLeave() }
            guard (0..<visible.count).contains(row) else { return true }
            place.choose(visible.lowerBound + row, count: choices.count, room: room)
            choose()
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    // MARK: - Lines

    /// The lines of the summary: a blank one and two of text.
    private static let aboutRows = 3
    private var room: Int { max(1, min(choices.count, bounds.size.rows - 2 - Self.aboutRows)) }

    override func layoutSubviews() {
        place.choose(place.chosen, count: choices.count, room: room)
        super.layoutSubviews()
    }

    override var wantedColumns: Int { min(76, bounds.size.columns) }

    override func lines(columns: Int) -> [PanelLine] {
        let nameColumns = (choices.map { Canvas.columns(of: $0.scenario.name) }.max() ?? 0) + 2
        var lines = place.visible(count: choices.count, room: room).map { index in
            let (scenario, refusal) = choices[index]
            let isChosen = index == place.chosen && columns < .max
            let style = isChosen ? theme.barStrong : refusal == nil ? nil : theme.detail
            var line = PanelLine(isChosen ? String(repeating: " ", count: max(0, columns)) : "", style: style)
            line.add(scenario.name, style: isChosen ? style : refusal == nil ? theme.panelStrong : style)
            line.add(scenario.summary, at: nameColumns, style: style)
            return line
        }
        guard columns < .max, choices.indices.contains(place.chosen) else { return lines }
        let (scenario, refusal) = choices[place.chosen]
        let about = AttributedText(refusal ?? scenario.summary)
        lines.append(PanelLine())
        lines += TextLayout(columns: columns, maximumLines: Self.aboutRows - 1).lines(of: about).map {
            PanelLine($0.text, style: refusal == nil ? nil : theme.panelStrong)
        }
        return lines
    }
}
