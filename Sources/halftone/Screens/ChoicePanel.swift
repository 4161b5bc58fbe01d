import TerminalScreen
import TerminalViews

/// A list over the screen of which one line can be chosen.
@MainActor
final class ChoicePanel: View {
    private var title = ""
    private var lines: [String] = []
    private var selected = 0
    private var didChoose: @MainActor (Int) -> Void = { _ in }

    /// Shows the lines, of which there is at least one. `didChoose` gets the number of the one that is chosen, if any is.
    func show(_ title: String, _ lines: [String], didChoose: @escaping @MainActor (Int) -> Void) {
        (self.title, self.lines, self.selected, self.didChoose) = (title, lines, 0, didChoose)
        isHidden = false
        setNeedsDisplay()
    }

    /// Takes a key while it is shown. Keys mean what they mean in the list.
    func take(_ key: Key) -> Bool {
        let command = Action.command(of: key, in: .list)
        switch command?.move {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: move(by: -rows)
        case .pageDown: move(by: rows)
        case .first: move(by: -lines.count)
        case .last: move(by: lines.count)
        case .left, .right, nil:
            if command?.action == .open || command?.action == .next { choose(selected) } else { isHidden = true }
        }
        return true
    }

    private func move(by step: Int) {
        selected = min(max(0, selected + step), lines.count - 1)
        setNeedsDisplay()
    }

    private func choose(_ index: Int) {
        isHidden = true
        didChoose(index)
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: move(by: -1)
        case .wheelDown: move(by: 1)
        case .press: press(at: mouse.position)
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    /// Chooses the line at a point; beside them all it closes.
    func press(at point: CellPoint) {
        let index = firstLine + point.row - box.minRow - 1
        if box.contains(point), lines.indices.contains(index) { choose(index) } else { isHidden = true }
    }

    // MARK: - Drawing

    private var rows: Int { max(1, min(bounds.size.rows - 2, lines.count)) }
    private var firstLine: Int { max(0, min(selected - rows / 2, lines.count - rows)) }

    private var box: CellRect {
        let wanted = (lines + [title]).map { Canvas.columns(of: $0) }.max() ?? 0
        let columns = min(bounds.size.columns, max(30, wanted + 6))
        return CellRect(
            column: (bounds.size.columns - columns) / 2, row: max(0, (bounds.size.rows - rows - 2) / 2),
            columns: columns, rows: rows + 2)
    }

    override func draw(in context: inout DrawingContext) {
        let box = box
        context.fill(box, style: Theme.panel)
        context.drawBox(box, style: Theme.panel)
        context.draw(
            " \(title) ", column: box.minColumn + 2, row: box.minRow, columns: box.size.columns - 4,
            style: Theme.panelStrong)
        for row in 0..<rows {
            let index = firstLine + row
            let line = CellRect(
                column: box.minColumn + 1, row: box.minRow + 1 + row, columns: box.size.columns - 2, rows: 1)
            if index == selected { context.fill(line, style: Theme.barStrong) }
            context.draw(
                lines[index], column: line.minColumn + 1, row: line.minRow, columns: line.size.columns - 2,
                style: index == selected ? Theme.barStrong : Theme.panel)
        }
    }
}
