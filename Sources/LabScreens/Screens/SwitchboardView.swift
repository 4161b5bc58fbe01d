import ImageLab
import ScreenKit
import TerminalScreen
import TerminalViews

/// The panel of switches: a line each, under the titles of foldable groups. Changed switches are highlighted and
/// counted.
@MainActor
final class SwitchboardView: View {
    private typealias Line = SwitchLines.Line

    private let lab: LabEnvironment
    private var switchLines = SwitchLines()
    private var selection = LineSelection()
    /// Called when a click requests the focus.
    var wasPressed: @MainActor () -> Void = {}
    /// Whether the panel is focused. Without focus the search ends.
    var isFocused = false {
        didSet {
            guard isFocused != oldValue else { return }
            if !isFocused { endSearch() }
            setNeedsDisplay()
        }
    }

    init(lab: LabEnvironment) {
        self.lab = lab
        super.init()
        selection.select(1, count: lines.count, room: lines.count)  // the first switch
    }

    private var lines: [Line] { switchLines.lines(of: lab.switchboard, initial: lab.initialSettings) }

    private func isChanged(_ row: LabSwitch) -> Bool {
        SwitchLines.isChanged(row, lab.settings, lab.initialSettings)
    }

    /// The selected line; `nil` if the search has no results.
    private var chosen: Line? {
        let lines = lines
        return lines.indices.contains(selection.selected) ? lines[selection.selected] : nil
    }

    // MARK: - Actions

    func move(_ move: ItemMove) {
        selection.move(move, count: lines.count, room: room)
        setNeedsDisplay()
    }

    /// Changes the selected switch to its next or previous value; folds or unfolds a group.
    func step(by direction: Int) {
        switch chosen {
        case .switch(let each): keepingChoice { lab.step(each, by: direction) }
        case .title(let group): if direction > 0 { toggle(group) }
        case nil: break
        }
        setNeedsDisplay()
    }

    /// Changes the value of the second of two pictures side by side.
    func stepBeside(by direction: Int) {
        if case .switch(let each) = chosen { keepingChoice { lab.stepBeside(each, by: direction) } }
        setNeedsDisplay()
    }

    /// Changes the selected switch to its next value; folds or unfolds a group.
    func act() {
        if case .title(let group) = chosen { toggle(group) } else { step(by: 1) }
    }

    private func toggle(_ group: Switchboard.Group) {
        switchLines.toggle(group)
        setNeedsDisplay()
    }

    /// Resets the selected switch, or those of the selected group. Returns the number of changed ones.
    func reset() -> Int {
        let rows: [LabSwitch]
        switch chosen {
        case .switch(let each): rows = [each]
        case .title(let group): rows = group.switches
        case nil: rows = []
        }
        let changed = rows.filter(isChanged)
        keepingChoice { for row in changed { lab.reset(row) } }
        setNeedsDisplay()
        return changed.count
    }

    /// Keeps the selected line selected after the lines have changed, and unfolds its group if it is not among them.
    private func keepingChoice(_ change: () -> Void) {
        let name = chosen?.name
        change()
        if let name, !lines.contains(where: { $0.name == name }) {
            for group in lab.switchboard.groups where group.switches.contains(where: { $0.name == name }) {
                switchLines.folded.remove(group.title)
            }
        }
        let lines = lines
        selection.select(lines.firstIndex { $0.name == name } ?? selection.selected, count: lines.count, room: room)
    }

    // MARK: - Search

    /// Whether typed characters go to the search.
    var isSearching: Bool { switchLines.query != nil }

    /// Shows only the switches that match a text.
    func search(_ query: String) {
        switchLines.query = query
        selection.select(0, count: lines.count, room: room)
        setNeedsDisplay()
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

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: for _ in 0..<3 { move(.up) }
        case .wheelDown: for _ in 0..<3 { move(.down) }
        case .press:
            wasPressed()
            let (line, lines) = (selection.first + mouse.position.row - 1, lines)
            guard (1...room).contains(mouse.position.row), lines.indices.contains(line) else { return false }
            selection.select(line, count: lines.count, room: room)
            if case .title(let group) = lines[line] { toggle(group) } else { step(by: mouse.button == .right ? -1 : 1) }
        case .release, .doubleClick, .drag: return false
        }
        return true
    }

    // MARK: - View

    /// The number of lines of the selected switch's help.
    private var helpRows: Int { bounds.size.rows < 12 ? 1 : 3 }
    /// The number of lines between the panel's title and that help.
    private var room: Int { max(1, bounds.size.rows - 1 - helpRows) }

    override func draw(in context: inout DrawingContext) {
        let (columns, lines) = (bounds.size.columns, lines)
        selection.select(selection.selected, count: lines.count, room: room)
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
        switch chosen {
        case .switch(let each):
            isChanged(each) ? "initially \(each.text(in: lab.initialSettings)); \(each.help)" : each.help
        case .title(let group):
            "\(keyName(LabAction.act)) folds or unfolds the \(group.switches.count) switches"
        case nil: "no switch matches"
        }
    }

    private func draw(_ line: Line, isChosen: Bool, row: Int, in context: inout DrawingContext) {
        let columns = bounds.size.columns
        let sign: String
        let value: String
        let isChanged: Bool
        var nameStyle = theme.mark
        switch line {
        case .title(let group):
            let changed = group.switches.count { self.isChanged($0) }
            let isFolded = switchLines.folded.contains(group.title)
            isChanged = changed > 0
            sign = isFolded ? "▸" : "▾"
            let count = "\(group.switches.count)"
            value = isChanged ? "\(changed) of \(count) changed" : isFolded ? count : ""
        case .switch(let each):
            let text = each.text(in: lab.settings) + (each.textBeside(in: lab.settings).map { " ‖ \($0)" } ?? "")
            isChanged = self.isChanged(each)
            sign = isChanged ? "*" : " "
            value = isChosen ? "‹ \(text) ›" : text
            nameStyle = isChanged ? theme.title : theme.text
        }
        var valueStyle = isChanged ? theme.changed : theme.detail
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

extension DrawingContext {
    /// Draws the title line of a panel.
    @MainActor
    mutating func drawTitle(_ title: String, columns: Int, isFocused: Bool, theme: Theme) {
        let style = isFocused ? theme.mark : theme.line
        fill(CellRect(column: 0, row: 0, columns: columns, rows: 1), with: Cell("─", style: style))
        draw(
            " \(title) ", column: 1, row: 0, columns: columns - 2, style: isFocused ? theme.chosen(theme.mark) : style)
    }
}
