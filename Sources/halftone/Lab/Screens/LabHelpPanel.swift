import ImageLoading
import TerminalScreen
import TerminalViews

/// All keys of the Lab, and what the colours of the waterfall mean.
@MainActor
final class LabHelpPanel: View {
    private let isASCII: Bool
    /// The first line that is in view where not all are.
    private var place = ChosenLine()

    init(isASCII: Bool) {
        self.isASCII = isASCII
        super.init()
    }

    /// Shows other lines; `false` if all of them can be seen.
    func scroll(_ move: ItemMove) -> Bool {
        let (count, room) = (LabAction.helpLines().count, max(1, bounds.size.rows - 4))
        guard count > room else { return false }
        place.choose(place.first, count: count - room + 1, room: 1)
        place.move(move, count: count - room + 1, room: 1)
        setNeedsDisplay()
        return true
    }

    override func draw(in context: inout DrawingContext) {
        let lines = LabAction.helpLines()
        let keyColumns = (lines.map { Canvas.columns(of: $0.keys) }.max() ?? 0) + 2
        let wanted = keyColumns + (lines.map { Canvas.columns(of: $0.explanation) }.max() ?? 0) + 4
        let columns = min(bounds.size.columns, wanted)
        let rows = min(bounds.size.rows, lines.count + 4)
        let box = CellRect(
            column: (bounds.size.columns - columns) / 2, row: (bounds.size.rows - rows) / 2, columns: columns,
            rows: rows)
        context.fill(box, style: Theme.panel)
        context.drawBox(box, style: Theme.panel)
        drawLegend(in: box, &context)
        let shown = lines.dropFirst(min(place.first, max(0, lines.count - rows + 4))).prefix(max(0, rows - 4))
        for (index, line) in shown.enumerated() {
            let row = box.minRow + 3 + index
            context.draw(line.keys, column: box.minColumn + 2, row: row, columns: columns - 4, style: Theme.panelStrong)
            context.draw(
                line.explanation, column: box.minColumn + 2 + keyColumns, row: row, columns: columns - keyColumns - 4,
                style: Theme.panel)
        }
        guard shown.count < lines.count, rows > 2 else { return }
        let place = " \(shown.startIndex + 1) to \(shown.endIndex) of \(lines.count) "
        let column = box.maxColumn - place.count - 2
        context.draw(place, column: column, row: box.maxRow - 1, columns: place.count, style: Theme.panel)
    }

    private func drawLegend(in box: CellRect, _ context: inout DrawingContext) {
        let bar = WaterfallBar(from: 0, to: 1, columns: 1, isASCII: isASCII)
        var column = box.minColumn + 2
        let stages = TracedLoad.Stage.allCases
        let wanted = stages.reduce(2) { $0 + $1.rawValue.count + 4 }
        let gap = wanted > box.size.columns ? 1 : 2
        for stage in stages {
            let style = CellStyle(foreground: LabTheme.color(of: stage), background: Theme.panel.background)
            guard column + stage.rawValue.count + 2 < box.maxColumn else { return }
            context.draw(bar.glyph(of: stage), column: column, row: box.minRow + 1, columns: 1, style: style)
            column += 2
            column +=
                context.draw(
                    stage.rawValue, column: column, row: box.minRow + 1, columns: 12, style: Theme.panel) + gap
        }
    }
}
