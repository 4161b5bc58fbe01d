import ImageLab
import ScreenKit
import TerminalScreen
import TerminalViews

/// The panel of switches: a line each, under the titles of foldable groups. Changed switches are highlighted and
/// counted.
@MainActor
final class SwitchboardView: LinePanel {
    private typealias Line = SwitchLines.Line

    private let lab: LabEnvironment
    private var switchLines = SwitchLines()

    init(lab: LabEnvironment) {
        self.lab = lab
        super.init()
        selection.select(1, count: lines.count, room: lines.count)  // the first switch
    }

    private var lines: [Line] { switchLines.lines(of: lab.switchboard, initial: lab.initialSettings) }
    override var lineCount: Int { lines.count }

    private func isChanged(_ row: LabSwitch) -> Bool { row.isChanged(in: lab.settings, since: lab.initialSettings) }

    /// The selected line; `nil` if the search has no results.
    private var chosen: Line? {
        let lines = lines
        return lines.indices.contains(selection.selected) ? lines[selection.selected] : nil
    }

    /// Without focus the search ends.
    override func didChangeFocus() { if !isFocused { endSearch() } }

    // MARK: - Actions

    /// Changes the selected switch to its next or previous value; folds or unfolds a group.
    func step(by direction: Int) {
        guard let chosen else { return }
        if let row = chosen.row {
            keepingChoice { lab.step(row, by: direction) }
        } else if direction > 0 {
            switchLines.toggle(chosen.group)
        }
        setNeedsDisplay()
    }

    /// Changes the value of the second of two pictures side by side to its next one.
    func stepBeside() {
        if let row = chosen?.row { keepingChoice { lab.stepBeside(row) } }
        setNeedsDisplay()
    }

    /// Resets the selected switch. Returns `false` if it is not changed.
    func reset() -> Bool {
        guard let row = chosen?.row, isChanged(row) else { return false }
        keepingChoice { lab.reset(row) }
        setNeedsDisplay()
        return true
    }

    /// Keeps the selected line selected after the lines have changed, and unfolds its group if it is not among them.
    private func keepingChoice(_ change: () -> Void) {
        guard let line = chosen else { return change() }
        change()
        if !lines.contains(where: { $0.name == line.name }) { switchLines.folded.remove(line.group.title) }
        choose(lines.firstIndex { $0.name == line.name } ?? selection.selected)
    }

    // MARK: - Search

    /// Whether typed characters go to the search.
    var isSearching: Bool { switchLines.query != nil }

    /// Shows only the switches that match a text.
    func search(_ query: String) {
        switchLines.query = query
        choose(0)
    }

    /// Shows all switches again; the one found stays selected.
    func endSearch() {
        guard isSearching else { return }
        keepingChoice { switchLines.query = nil }
        setNeedsDisplay()
    }

    /// Handles a key for the search, which any key but these ends.
    func handleSearch(_ key: Key) {
        switch key {
        case .character(let character): search((switchLines.query ?? "") + String(character))
        case .backspace: search(String((switchLines.query ?? "").dropLast()))
        case .up: move(.up)
        case .down: move(.down)
        default: endSearch()
        }
    }

    // MARK: - View

    /// The number of lines of the selected switch's help.
    private var helpRows: Int { bounds.size.rows < 12 ? 1 : 3 }
    /// The number of lines between the panel's title and that help.
    override var room: Int { max(1, bounds.size.rows - 1 - helpRows) }

    override func draw(in context: inout DrawingContext) {
        let (columns, lines) = (bounds.size.columns, lines)
        updateSelection()
        let visible = selection.visible(count: lines.count, room: room)
        context.drawTitle(title, columns: columns, isFocused: isFocused, theme: theme)
        if visible.count < lines.count {
            let more = (visible.lowerBound > 0 ? "↑" : "") + (visible.upperBound < lines.count ? "↓" : "")
            let text = " \(visible.lowerBound + 1)…\(visible.upperBound) of \(lines.count) \(more) "
            context.draw(text, column: columns - text.count - 1, row: 0, columns: text.count, style: theme.title)
        }
        for (row, index) in visible.enumerated() {
            draw(lines[index], isChosen: index == selection.selected, row: row + 1, in: &context)
        }
        guard bounds.size.rows > 3 else { return }
        let help = TextLayout(columns: columns - 2, maximumLines: helpRows)
            .lines(of: AttributedText(helpText, style: theme.detail))
        for (row, line) in help.enumerated() {
            context.draw(line, column: 1, row: bounds.size.rows - helpRows + row, columns: columns - 2)
        }
    }

    private var title: String {
        if let query = switchLines.query { return "switches with: \(query)▏" }
        let changed = lab.switchboard.rows.count(where: isChanged)
        return "switchboard" + (changed > 0 ? ": \(changed) changed" : "")
    }

    private var helpText: String {
        guard let chosen else { return "no switch matches" }
        guard let row = chosen.row else {
            return "\(keyName(LabAction.act)) folds or unfolds the \(chosen.group.switches.count) switches"
        }
        return (isChanged(row) ? "initially \(row.text(in: lab.initialSettings)); " : "") + row.help
    }

    private func draw(_ line: Line, isChosen: Bool, row: Int, in context: inout DrawingContext) {
        let columns = bounds.size.columns
        let changed = (line.row.map { [$0] } ?? line.group.switches).count(where: isChanged)
        let sign: String
        let value: String
        var nameStyle = theme.mark
        if let each = line.row {
            let text = each.text(in: lab.settings) + (each.textBeside(in: lab.settings).map { " ‖ \($0)" } ?? "")
            sign = changed > 0 ? "*" : " "
            value = isChosen ? "‹ \(text) ›" : text
            nameStyle = changed > 0 ? theme.title : theme.text
        } else {
            let isFolded = switchLines.folded.contains(line.group.title)
            sign = isFolded ? "▸" : "▾"
            let count = "\(line.group.switches.count)"
            value = changed > 0 ? "\(changed) of \(count) changed" : isFolded ? count : ""
        }
        var valueStyle = changed > 0 ? theme.changed : theme.detail
        if isChosen {
            (nameStyle, valueStyle) = (theme.chosen(nameStyle), theme.chosen(valueStyle))
            context.fill(CellRect(column: 0, row: row, columns: columns, rows: 1), style: nameStyle)
        }
        let width = min(Canvas.columns(of: value), columns - Canvas.columns(of: line.name) - 4)
        context.draw(sign, column: 0, row: row, columns: 1, style: sign == "*" ? valueStyle : nameStyle)
        context.draw(line.name, column: 2, row: row, columns: columns - width - 4, style: nameStyle)
        context.draw(value, column: columns - width - 1, row: row, columns: width, style: valueStyle)
    }
}
