import ImageLab
import TerminalScreen
import TerminalViews

/// The panel of switches: a line each, under the titles of their groups. What is not as it was at the beginning stands out.
@MainActor
final class SwitchboardView: View {
    private enum Line {
        case title(String)
        case `switch`(any LabSwitchRow)
    }

    private let lab: LabEnvironment
    /// The settings at the beginning.
    private let standard: LabSettings
    private var place = ChosenLine()
    /// A click wants the keys here.
    var wasPressed: @MainActor () -> Void = {}
    var isFocused = false { didSet { if isFocused != oldValue { setNeedsDisplay() } } }

    init(lab: LabEnvironment) {
        self.lab = lab
        standard = Switchboard(hasDiskCache: lab.manager.diskCache != nil).settings
        super.init()
        place.choose(1, count: lines.count, room: lines.count)
    }

    // MARK: - Actions

    func move(_ move: ItemMove) {
        let old = place.chosen
        place.move(move, count: lines.count, room: room)
        skipTitle(downwards: place.chosen >= old && move != .last)
        setNeedsDisplay()
    }

    /// Turns the chosen switch to its next value, or the one before.
    func step(by direction: Int) {
        guard case .switch(let each) = lines[place.chosen] else { return }
        lab.step(each, by: direction)
        setNeedsDisplay()
    }

    /// Titles are no switches.
    private func skipTitle(downwards: Bool) {
        let lines = lines
        guard lines.indices.contains(place.chosen), case .title = lines[place.chosen] else { return }
        place.move(downwards || place.chosen == 0 ? .down : .up, count: lines.count, room: room)
    }

    override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: for _ in 0..<3 { move(.up) }
        case .wheelDown: for _ in 0..<3 { move(.down) }
        case .press:
            wasPressed()
            let line = place.first + mouse.position.row - 1
            guard lines.indices.contains(line), case .switch = lines[line] else { return false }
            place.choose(line, count: lines.count, room: room)
            step(by: mouse.button == .right ? -1 : 1)
        case .release, .doubleClick, .drag: return false
        }
        return true
    }

    // MARK: - View

    /// The lines between the panel's own title and the help of the chosen switch.
    private var room: Int { max(1, bounds.size.rows - 2) }

    private var lines: [Line] {
        lab.switchboard.groups.flatMap { [Line.title($0.title)] + $0.switches.map(Line.switch) }
    }

    override func draw(in context: inout DrawingContext) {
        let (columns, lines) = (bounds.size.columns, lines)
        context.drawTitle("switchboard", columns: columns, isFocused: isFocused, theme: theme.lab)
        for (row, index) in place.visible(count: lines.count, room: room).enumerated() {
            switch lines[index] {
            case .title(let title):
                context.draw(title, column: 1, row: row + 1, columns: columns - 2, style: theme.lab.heading)
            case .switch(let each): draw(each, isChosen: index == place.chosen, row: row + 1, in: &context)
            }
        }
        guard case .switch(let chosen) = lines[place.chosen], bounds.size.rows > 3 else { return }
        context.draw(chosen.help, column: 1, row: bounds.size.rows - 1, columns: columns - 2, style: theme.lab.dim)
    }

    private func draw(_ each: any LabSwitchRow, isChosen: Bool, row: Int, in context: inout DrawingContext) {
        let columns = bounds.size.columns
        let text = each.text(in: lab.settings)
        let isStandard = text == each.text(in: standard)
        var (name, value) = (
            isStandard ? theme.lab.text : theme.lab.strong, isStandard ? theme.lab.dim : theme.lab.changed
        )
        if isChosen {
            (name, value) = (theme.lab.chosen(name), theme.lab.chosen(value))
            context.fill(CellRect(column: 0, row: row, columns: columns, rows: 1), style: name)
        }
        let shown = isChosen ? "‹ \(text) ›" : text
        let width = min(Canvas.columns(of: shown), columns / 2)
        context.draw(each.name, column: 2, row: row, columns: columns - width - 4, style: name)
        context.draw(shown, column: columns - width - 1, row: row, columns: width, style: value)
    }
}

extension DrawingContext {
    /// The line above a panel.
    @MainActor
    mutating func drawTitle(_ title: String, columns: Int, isFocused: Bool, theme: LabTheme) {
        let style = isFocused ? theme.focusedLine : theme.line
        fill(CellRect(column: 0, row: 0, columns: columns, rows: 1), with: Cell("─", style: style))
        draw(
            " \(title) ", column: 1, row: 0, columns: columns - 2, style: isFocused ? theme.focusedTitle : style)
    }
}
