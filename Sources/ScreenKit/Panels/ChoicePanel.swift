import TerminalScreen
import TerminalViews

/// A list of choices over the screen. If its rows have summaries, the selected row's is shown in full below.
@MainActor
package final class ChoicePanel: ScrollingPanel {
    package struct Row {
        let name: String
        /// One line, shown beside the name.
        let summary: String
        /// Why the row cannot be chosen, shown in place of the summary below; `nil` if it can.
        let refusal: String?

        package init(name: String, summary: String = "", refusal: String? = nil) {
            (self.name, self.summary, self.refusal) = (name, summary, refusal)
        }
    }

    private var rows: [Row] = []
    private var selection = LineSelection()
    private var didChoose: @MainActor (Int) -> Void = { _ in }
    /// Called with the reason when a row is chosen that has a ``Row/refusal``.
    package var didRefuse: @MainActor (String) -> Void = { _ in }

    package init() {
        super.init()
        didPress = { [weak self] in self?.isHidden = true }
    }

    /// Shows the rows, at least one, and selects the one at `index`. `didChoose` gets the index of the chosen one, unless
    /// the panel is closed.
    package func show(
        _ title: String, _ rows: [Row], at index: Int = 0,
        didChoose: @escaping @MainActor (Int) -> Void
    ) {
        (self.title, self.rows, self.didChoose) = (title, rows, didChoose)
        if isHidden { selection = LineSelection() }
        isHidden = false
        selection.select(index, count: rows.count, room: room)
        reload()
    }

    /// The index of the selected row.
    package var selected: Int { selection.selected }

    package func move(_ move: ItemMove) {
        selection.move(move, count: rows.count, room: room)
        reload()
    }

    /// Closes the panel with the selected row, unless that cannot be chosen.
    package func choose() {
        guard rows.indices.contains(selection.selected) else { return }
        if let refusal = rows[selection.selected].refusal { return didRefuse(refusal) }
        isHidden = true
        didChoose(selection.selected)
    }

    package override func handle(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        switch mouse.action {
        case .wheelUp: move(.up)
        case .wheelDown: move(.down)
        case .press: press(at: mouse.position)
        case .release, .doubleClick, .drag: break
        }
        return true
    }

    /// Chooses the row at a point; closes the panel beside it.
    package func press(at point: CellPoint) {
        guard box.contains(point) else { return didPress() }
        let row = point.row - box.minRow - 1
        let visible = selection.visible(count: rows.count, room: room)
        guard (0..<visible.count).contains(row) else { return }
        selection.select(visible.lowerBound + row, count: rows.count, room: room)
        reload()
        choose()
    }

    // MARK: - Lines

    private var hasSummaries: Bool { rows.contains { !$0.summary.isEmpty } }

    /// The lines below the list: a blank one and two of text.
    private static let aboutRows = 3
    private var room: Int { max(1, min(rows.count, bounds.size.rows - 2 - (hasSummaries ? Self.aboutRows : 0))) }

    /// Keeps the selected row in view when the window's size changes.
    package override func layoutSubviews() {
        selection.select(selection.selected, count: rows.count, room: room)
        super.layoutSubviews()
    }

    package override var preferredColumns: Int {
        hasSummaries ? 76 : max(30, ((rows.map(\.name) + [title]).map { Canvas.columns(of: $0) }.max() ?? 0) + 6)
    }

    package override func lines(columns: Int) -> [PanelLine] {
        let widest = rows.map { Canvas.columns(of: $0.name) }.max() ?? 0
        let nameColumns = max(2, min(widest + 2, columns / 2))  // half is left for the summaries
        let list = selection.visible(count: rows.count, room: room).map { index in
            line(rows[index], isSelected: index == selection.selected, nameColumns: nameColumns, columns: columns)
        }
        guard hasSummaries, rows.indices.contains(selection.selected) else { return list }
        let row = rows[selection.selected]
        let about = TextLayout(columns: columns, maximumLines: Self.aboutRows - 1)
            .lines(of: AttributedText(row.refusal ?? row.summary))
        let style = row.refusal == nil ? nil : theme.panelStrong
        return list + [PanelLine()] + about.map { PanelLine($0.text, style: style) }
    }

    private func line(_ row: Row, isSelected: Bool, nameColumns: Int, columns: Int) -> PanelLine {
        let style = isSelected ? theme.barStrong : row.refusal == nil ? nil : theme.detail.on(theme.panel)
        let text = row.summary.isEmpty ? row.name : Canvas.truncated(row.name, columns: nameColumns - 2)
        let name = isSelected ? padded(text, to: columns) : text
        let isPlain = isSelected || row.refusal != nil || row.summary.isEmpty
        var line = PanelLine(name, style: isPlain ? style : theme.panelStrong)
        if !row.summary.isEmpty { line.add(row.summary, at: nameColumns, style: style) }
        return line
    }

    private func padded(_ text: String, to columns: Int) -> String {
        let text = Canvas.truncated(text, columns: columns)
        return text + String(repeating: " ", count: max(0, columns - Canvas.columns(of: text)))
    }
}
