import TerminalScreen
import TerminalViews

/// The keys of the place that it is shown over, as many side by side as there is room for. What does not fit is scrolled
/// to.
@MainActor
final class HelpPanel: View {
    private var lines: [Line] = []
    private var scrolling = LineScroll()

    /// A sign that is seen on the screen, and what it means.
    struct Sign {
        let text: String
        let style: CellStyle
        let meaning: String
    }

    /// A line of it: the name of a part, a key with what it does, signs with what they mean, or nothing.
    private enum Line {
        case section(String)
        case key(String, String)
        case signs([Sign])
        case blank
    }

    /// Shows the keys of a place, or of all places; above them signs, if there are any.
    func show<Action: KeyedAction>(
        _ actions: Action.Type, in context: Action.Contexts? = nil, signs: [Sign] = []
    ) {
        lines = signs.isEmpty ? [] : [.signs(signs)]
        for (section, keys) in KeyHelp<Action>.sections(in: context) {
            if !lines.isEmpty { lines.append(.blank) }
            lines.append(.section(section.rawValue))
            lines += keys.map { .key($0.keys, $0.explanation) }
        }
        scrolling = LineScroll()
        isHidden = false
        setNeedsDisplay()
    }

    private var keyColumns: Int {
        let widths = lines.map { line in if case .key(let keys, _) = line { Canvas.columns(of: keys) } else { 0 } }
        return (widths.max() ?? 0) + 2
    }

    private var lineColumns: Int {
        let widths = lines.map { line in
            switch line {
            case .key(_, let text): keyColumns + Canvas.columns(of: text)
            case .signs(let signs): Self.columns(of: signs, gap: 1)
            case .section, .blank: 0
            }
        }
        return widths.max() ?? 0
    }

    private static func columns(of signs: [Sign], gap: Int) -> Int {
        signs.reduce(-gap) { $0 + Canvas.columns(of: $1.text) + 1 + Canvas.columns(of: $1.meaning) + gap }
    }

    /// Two halves side by side where both fit.
    private var isDouble: Bool { bounds.size.columns >= 2 * lineColumns + 7 && lines.count + 2 > bounds.size.rows }
    private var height: Int { isDouble ? (lines.count + 1) / 2 : lines.count }
    private var visibleLines: Int { max(0, min(bounds.size.rows - 2, height)) }

    /// Shows other lines; `false` if all of them are seen. Keys that do not scroll close it.
    func scroll(_ move: ItemMove) -> Bool {
        guard scrolling.scroll(move, count: height, room: visibleLines) else { return false }
        setNeedsDisplay()
        return true
    }

    private func scroll(by step: Int) {
        scrolling.scroll(by: step, count: height, room: visibleLines)
        setNeedsDisplay()
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
        for (row, index) in scrolling.visible(count: height, room: visibleLines).enumerated() {
            draw(
                index, column: left + 2, row: panel.minRow + 1 + row, columns: isDouble ? lineColumns : columns - 4,
                in: &context)
            guard isDouble else { continue }
            draw(
                index + height, column: left + 5 + lineColumns, row: panel.minRow + 1 + row, columns: lineColumns,
                in: &context)
        }
        if scrolling.hasMore(count: height, room: visibleLines), rows > 2 {
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
        case .signs(let signs): draw(signs, column: column, row: row, columns: columns, in: &context)
        }
    }

    private func draw(_ signs: [Sign], column: Int, row: Int, columns: Int, in context: inout DrawingContext) {
        let gap = Self.columns(of: signs, gap: 2) > columns ? 1 : 2
        var (column, left) = (column, columns)
        for sign in signs {
            let signColumns = Canvas.columns(of: sign.text) + 1
            let used = signColumns + Canvas.columns(of: sign.meaning)
            guard used <= left else { return }
            context.draw(sign.text, column: column, row: row, columns: left, style: sign.style)
            context.draw(sign.meaning, column: column + signColumns, row: row, columns: left, style: Theme.panel)
            column += used + gap
            left -= used + gap
        }
    }
}
