import HalftoneCore
import ImageLoading
import ScreenKit
import TraceAnalysis
import TerminalScreen
import TerminalViews

/// The live waterfall of loads, the newest at the bottom: a line each, with a bar of its stages.
///
/// It draws the model and the bars of `halftone trace`, in colors. It follows the newest load until another one is
/// selected.
@MainActor
final class WaterfallView: LinePanel {
    private let lab: LabEnvironment
    private let trace: Trace
    /// The number of the selected load, whose line changes when the model drops older loads; `nil` follows the newest.
    private var chosenNumber: Int?
    /// The image views whose loads are highlighted.
    var linkedViews: [Int] = [] {
        didSet { if linkedViews != oldValue { setNeedsDisplay() } }
    }
    /// Called when another load is selected.
    var didChoose: @MainActor () -> Void = {}

    init(lab: LabEnvironment) {
        self.lab = lab
        trace = lab.manager.trace
        super.init()
    }

    private var loads: [TracedLoad] { lab.model.recording.loads }
    private var hasLegend: Bool { bounds.size.rows >= 8 }
    override var lineCount: Int { loads.count }
    override var room: Int { max(1, bounds.size.rows - (hasLegend ? 2 : 1)) }

    /// The selected load.
    var chosen: TracedLoad? {
        updateSelection()
        let loads = loads
        return loads.indices.contains(selection.selected) ? loads[selection.selected].asOf(trace.seconds) : nil
    }

    // MARK: - Selection

    /// Selects the newest load, and follows it.
    func followNewest() { choose(loads.count - 1) }

    override func didMove() {
        chosenNumber = selection.selected >= loads.count - 1 ? nil : loads[selection.selected].number
        didChoose()
    }

    /// Moves the selection to the newest load if it is followed, otherwise to the present line of the selected load, or
    /// to the oldest load if the model has dropped that one.
    override func updateSelection() {
        let loads = loads
        guard let chosenNumber else { return selection.select(loads.count - 1, count: loads.count, room: room) }
        let line = loads.lastIndex { $0.number == chosenNumber } ?? 0
        selection.shift(to: line, count: loads.count, room: room)
    }

    // MARK: - View

    override func draw(in context: inout DrawingContext) {
        let columns = bounds.size.columns
        updateSelection()
        context.drawTitle(title, columns: columns, isFocused: isFocused, theme: theme)
        guard bounds.size.rows > 1 else { return }
        let now = trace.seconds
        let all = loads
        let shown = selection.visible(count: all.count, room: room).map { ($0, all[$0].asOf(now)) }
        guard let first = shown.first?.1 else {
            context.draw("no load yet", column: 1, row: 1, columns: columns - 2, style: theme.detail)
            return
        }
        let span = WaterfallWindow(around: selection.selected - shown[0].0, in: shown.map(\.1))
        let bar = WaterfallBar(
            from: span?.from ?? first.begun, to: span?.to ?? first.ended, columns: barColumns)
        drawMarks(of: bar, in: &context)
        if hasLegend {
            let legend = TracedLoad.Stage.allCases.map { "\(bar.glyph(of: $0)) \($0.rawValue)" }
            context.draw(
                legend.joined(separator: "  "), column: 1, row: bounds.size.rows - 1, columns: columns - 2,
                style: theme.detail)
        }
        for (row, (index, load)) in shown.enumerated() {
            let isChosen = index == selection.selected && (isFocused || chosenNumber != nil)
            if isChosen {
                let line = CellRect(column: 0, row: row + 1, columns: columns, rows: 1)
                context.fill(line, style: theme.chosen(theme.text))
            }
            draw(load, all[index].currentStage, row: row + 1, bar, isChosen: isChosen, in: &context)
        }
    }

    /// Draws the times at the left edge of the bars, in the middle and at the right edge, after the first of them.
    private func drawMarks(of bar: WaterfallBar, in context: inout DrawingContext) {
        let span = bar.to - bar.from
        guard barColumn > Canvas.columns(of: title) + 4, barColumns >= 24 else { return }
        for (index, seconds) in [(0, 0), (1, span / 2), (2, span)] as [(Int, Double)] {
            let text = seconds == 0 ? "0 " : " \(TraceReport.time(seconds)) "
            let column = barColumn + index * (barColumns - text.count) / 2
            context.draw(text, column: column, row: 0, columns: text.count, style: theme.detail)
        }
    }

    private var title: String {
        let count = loads.count
        return "waterfall: \(count) \(count == 1 ? "load" : "loads")"
            + (chosenNumber == nil ? "" : ", at load \(selection.selected + 1)")
    }

    /// The first columns of a line's cell and row, time, stage or outcome, and name; before them is the number, and
    /// behind them the bar.
    private enum Column { static let (cell, time, state, name) = (8, 25, 34, 46) }
    private var nameColumns: Int { min(28, max(0, (bounds.size.columns - 60) * 2 / 5)) }
    private var barColumn: Int { Column.name + nameColumns + 1 }
    private var barColumns: Int { max(1, bounds.size.columns - barColumn - 1) }

    private func draw(
        _ load: TracedLoad, _ stage: TracedLoad.Stage?, row: Int, _ bar: WaterfallBar, isChosen: Bool,
        in context: inout DrawingContext
    ) {
        func put(_ text: String, at column: Int, columns: Int, _ style: CellStyle) {
            let style = isChosen ? theme.chosen(style) : style
            context.draw(text, column: column, row: row, columns: columns, style: style)
        }
        let isLinked = load.view.map { linkedViews.contains($0) } ?? false
        let strong = isLinked ? theme.title : theme.text
        let cellStyle = lab.cellNumber(of: load).map { theme.style(ofCell: $0) }
        let number = load.number.map(String.init) ?? "-"
        let time = TraceReport.time(load.seconds)
        if isLinked { put("▌", at: 0, columns: 1, theme.mark) }
        put(number, at: max(1, 6 - number.count), columns: 6, strong)
        put(cellText(of: load), at: Column.cell, columns: 16, cellStyle ?? strong)
        put(time, at: max(Column.time, Column.state - 1 - time.count), columns: 8, theme.detail)
        put(
            stage?.rawValue ?? load.end, at: Column.state, columns: 11, theme.style(of: load.outcome))
        put(load.name, at: Column.name, columns: nameColumns, theme.text)
        // A load of another burst, before or after an idle second, is outside of this bar.
        if load.ended < bar.from {
            put("‹", at: barColumn, columns: 1, theme.detail)
        } else if load.begun > bar.to {
            put("›", at: barColumn + barColumns - 1, columns: 1, theme.detail)
        } else {
            put(
                bar.text(of: load), at: barColumn, columns: barColumns, cellStyle ?? theme.text)
        }
    }

    // MARK: - Texts

    /// Returns the cell of the load, and its row; a load without a cell is a prefetch.
    private func cellText(of load: TracedLoad) -> String {
        guard let cell = lab.cellNumber(of: load) else { return load.row == nil ? "ahead" : "" }
        return "cell \(cell)  row \((load.row ?? 0) + 1)"
    }
}
