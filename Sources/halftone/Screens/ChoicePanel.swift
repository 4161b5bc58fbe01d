import TerminalScreen
import TerminalViews

/// A list of choices over the screen.
@MainActor
final class ChoicePanel: ScrollingPanel {
    private var choices: [String] = []
    private var place = LineSelection()
    private var didChoose: @MainActor (Int) -> Void = { _ in }

    /// Shows the choices, at least one. `didChoose` gets the index of the chosen one, unless the panel is closed.
    func show(_ title: String, _ choices: [String], didChoose: @escaping @MainActor (Int) -> Void) {
        (self.title, self.choices, place, self.didChoose) = (title, choices, LineSelection(), didChoose)
        isHidden = false
        reload()
    }

    /// Handles a key while the panel is shown, with the keys of the list.
    func take(_ key: Key) -> Bool {
        let command = keys(of: Action.self).command(of: key, in: .list)
        if let move = command?.move {
            self.move(move)
        } else if command?.action == .open || command?.action == .next {
            choose(place.chosen)
        } else {
            isHidden = true
        }
        return true
    }

    private func move(_ move: ItemMove) {
        place.move(move, count: choices.count, room: visibleRows)
        reload()
    }

    private func choose(_ index: Int) {
        isHidden = true
        didChoose(index)
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: move(.up)
        case .wheelDown: move(.down)
        case .press: press(at: mouse.position)
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    /// Chooses the line at a point; closes the panel elsewhere.
    func press(at point: CellPoint) {
        let row = point.row - box.minRow - 1
        let visible = place.visible(count: choices.count, room: visibleRows)
        guard box.contains(point), (0..<visible.count).contains(row) else { return isHidden = true }
        choose(visible.lowerBound + row)
    }

    // MARK: - Lines

    /// Keeps the chosen line in view when the window's size changes.
    override func layoutSubviews() {
        place.choose(place.chosen, count: choices.count, room: visibleRows)
        super.layoutSubviews()
    }

    private var visibleRows: Int { max(1, min(bounds.size.rows - 2, choices.count)) }

    override var wantedColumns: Int {
        max(30, ((choices + [title]).map { Canvas.columns(of: $0) }.max() ?? 0) + 6)
    }

    override func lines(columns: Int) -> [PanelLine] {
        place.visible(count: choices.count, room: visibleRows).map { index in
            guard index == place.chosen, columns < .max else { return PanelLine(choices[index]) }
            let text = Canvas.truncated(choices[index], columns: columns)
            let rest = String(repeating: " ", count: max(0, columns - Canvas.columns(of: text)))
            return PanelLine(text + rest, style: theme.barStrong)
        }
    }
}
