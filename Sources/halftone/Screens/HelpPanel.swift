import TerminalScreen
import TerminalViews

/// All keys, over whatever is shown.
@MainActor
final class HelpPanel: View {
    override func draw(in context: inout DrawingContext) {
        let lines = Action.helpLines()
        let keyColumns = (lines.map { Canvas.columns(of: $0.keys) }.max() ?? 0) + 2
        let wanted = keyColumns + (lines.map { Canvas.columns(of: $0.explanation) }.max() ?? 0) + 4
        let columns = min(bounds.size.columns, wanted)
        let rows = min(bounds.size.rows, lines.count + 2)
        let left = (bounds.size.columns - columns) / 2
        let top = (bounds.size.rows - rows) / 2
        let panel = CellRect(column: left, row: top, columns: columns, rows: rows)
        context.fill(panel, style: Theme.panel)
        context.drawBox(panel, style: Theme.panel)
        for (index, line) in lines.prefix(max(0, rows - 2)).enumerated() {
            let row = top + 1 + index
            context.draw(line.keys, column: left + 2, row: row, columns: columns - 4, style: Theme.panelStrong)
            context.draw(
                line.explanation, column: left + 2 + keyColumns, row: row, columns: columns - keyColumns - 4,
                style: Theme.panel)
        }
    }
}
