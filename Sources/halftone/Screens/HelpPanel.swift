import TerminalScreen
import TerminalViews

/// The keys of the place that it is shown over, as many side by side as there is room for. What does not fit is scrolled
/// to.
@MainActor
final class HelpPanel: View {
    private var lines: [Line] = []
    private var firstLine = 0

    /// A line of it: the name of a part, a key with what it does, or nothing.
    private enum Line {
        case section(String)
        case key(String, String)
        case blank
    }

    /// Shows the keys of a place.
    func show(_ context: Action.Contexts) {
        lines = []
        for (section, keys) in KeyHelp.sections(in: context) {
            if !lines.isEmpty { lines.append(.blank) }
            lines.append(.section(section.rawValue))
            lines += keys.map { .key($0.keys, $0.explanation) }
        }
        firstLine = 0
        isHidden = false
    }

    private var keyColumns: Int {
        let widths = lines.map { line in if case .key(let keys, _) = line { Canvas.columns(of: keys) } else { 0 } }
        return (widths.max() ?? 0) + 2
    }

    private var lineColumns: Int {
        let widths = lines.map { line in
            if case .key(_, let text) = line { keyColumns + Canvas.columns(of: text) } else { 0 }
        }
        return widths.max() ?? 0
    }

    /// Two halves side by side where both fit.
    private var isDouble: Bool { bounds.size.columns >= 2 * lineColumns + 7 && lines.count + 2 > bounds.size.rows }
    private var height: Int { isDouble ? (lines.count + 1) / 2 : lines.count }
    private var visibleLines: Int { max(0, min(bounds.size.rows - 2, height)) }

    /// Keys that scroll, if there is more than fits; every other key closes it. `true` if it stays.
    func scrolls(by key: Key) -> Bool {
        let step: Int
        switch key.withoutModifiers {
        case .down, .character("j"): step = 1
        case .up, .character("k"): step = -1
        case .pageDown, .character(" "): step = visibleLines
        case .pageUp: step = -visibleLines
        case .home: step = -lines.count
        case .end: step = lines.count
        default: return false
        }
        return scroll(by: step)
    }

    /// `false` if everything fits.
    @discardableResult
    func scroll(by step: Int) -> Bool {
        guard height > visibleLines else { return false }
        firstLine = min(max(0, firstLine + step), height - visibleLines)
        setNeedsDisplay()
        return true
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: scroll(by: -3)
        case .wheelDown: scroll(by: 3)
        case .press: isHidden = true
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    override func draw(in context: inout DrawingContext) {
        let wanted = (isDouble ? 2 * lineColumns + 3 : lineColumns) + 4
        // A strip of the list beside it would be too narrow to be taken for one.
        let columns = bounds.size.columns < wanted + 4 ? bounds.size.columns : wanted
        let rows = visibleLines + 2
        let left = (bounds.size.columns - columns) / 2
        let panel = CellRect(column: left, row: max(0, (bounds.size.rows - rows) / 2), columns: columns, rows: rows)
        context.fill(panel, style: Theme.panel)
        context.drawBox(panel, style: Theme.panel)
        for row in 0..<visibleLines {
            let index = firstLine + row
            draw(index, column: left + 2, row: panel.minRow + 1 + row, columns: columns - 4, in: &context)
            guard isDouble else { continue }
            draw(
                index + height, column: left + 5 + lineColumns, row: panel.minRow + 1 + row, columns: lineColumns,
                in: &context)
        }
        if firstLine + visibleLines < height, rows > 2 {
            context.draw(" ↓ more ", column: left + 2, row: panel.maxRow - 1, columns: columns - 4, style: Theme.panel)
        }
    }

    private func draw(_ index: Int, column: Int, row: Int, columns: Int, in context: inout DrawingContext) {
        guard lines.indices.contains(index) else { return }
        switch lines[index] {
        case .blank: break
        case .section(let name):
            context.draw(name, column: column, row: row, columns: columns, style: Theme.panelStrong)
        case .key(let keys, let text):
            context.draw(keys, column: column, row: row, columns: columns, style: Theme.panelStrong)
            context.draw(
                text, column: column + keyColumns, row: row, columns: columns - keyColumns, style: Theme.panel)
        }
    }
}
