import ScreenKit
import TerminalScreen
import TerminalViews

/// A panel of lines below a title, one of which is selected. Subclasses count and draw the lines.
@MainActor
class LinePanel: View {
    final var selection = LineSelection()
    /// Called when a click requests the focus.
    final var wasPressed: @MainActor () -> Void = {}
    final var isFocused = false {
        didSet {
            guard isFocused != oldValue else { return }
            didChangeFocus()
            setNeedsDisplay()
        }
    }

    // MARK: - For subclasses

    var lineCount: Int { 0 }
    /// The number of lines in view.
    var room: Int { max(1, bounds.size.rows - 1) }

    /// Corrects the selection after the lines or their number have changed.
    func updateSelection() { selection.select(selection.selected, count: lineCount, room: room) }

    func didMove() {}
    func didChangeFocus() {}

    // MARK: - Selection

    final func move(_ move: ItemMove) {
        updateSelection()
        selection.move(move, count: lineCount, room: room)
        didMove()
        setNeedsDisplay()
    }

    final func choose(_ line: Int) {
        selection.select(line, count: lineCount, room: room)
        didMove()
        setNeedsDisplay()
    }

    final override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: for _ in 0..<3 { move(.up) }
        case .wheelDown: for _ in 0..<3 { move(.down) }
        case .press, .doubleClick:
            wasPressed()
            updateSelection()
            let line = selection.visible(count: lineCount, room: room).lowerBound + mouse.position.row - 1
            if (1...room).contains(mouse.position.row), line < lineCount { choose(line) }
        case .release, .drag: return false
        }
        return true
    }
}

extension DrawingContext {
    /// Draws the title line of a panel.
    @MainActor
    mutating func drawTitle(_ title: String, columns: Int, isFocused: Bool, theme: Theme) {
        let style = isFocused ? theme.mark : theme.line
        fill(CellRect(column: 0, row: 0, columns: columns, rows: 1), with: Cell("─", style: style))
        // The selected panel's title is distinct without color too.
        let titleStyle = isFocused ? theme.chosen(style) : style
        draw(" \(title) ", column: 1, row: 0, columns: columns - 2, style: titleStyle)
    }
}
